// What the routes of patients take and give.

import { z } from "zod";
import { id, lines, text } from "../../http/schemas.ts";
import { token } from "../schemas.ts";
import { fieldNames, sexes } from "./patient.ts";

const phone = z
  .string()
  .trim()
  .regex(/^\+?[\d ()./-]{5,24}$/, "must be a phone number")
  .refine((value) => value.replaceAll(/\D/g, "").length >= 5, "needs at least 5 digits");

/** Of people who are alive, and of some who are not any more. */
const birthDate = z.iso
  .date({ error: "must be a date such as 1985-03-02", abort: true })
  .refine((value) => value >= "1850-01-01", "must be after 1850");

const language = z
  .string()
  .trim()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "must be a language such as en or pt-BR");

const fields = {
  phone: phone.nullable(),
  externalId: text(1, 64).nullable().meta({ description: "The hospital's own number" }),
  birthDate: birthDate.nullable(),
  sex: z.enum(sexes).nullable(),
  email: z.email("must be an e-mail address").max(254).nullable(),
  language: language.nullable(),
  notes: lines(1, 2_000).nullable(),
};

const orNull = <T extends z.ZodType>(schema: T) =>
  schema.optional().transform((value) => (value ?? null) as z.output<T> | null);

export const newPatient = z
  .strictObject({
    name: text(1, 100),
    phone: orNull(fields.phone),
    externalId: orNull(fields.externalId),
    birthDate: orNull(fields.birthDate),
    sex: orNull(fields.sex),
    email: orNull(fields.email),
    language: orNull(fields.language),
    notes: orNull(fields.notes),
    allowDuplicate: z.boolean().default(true).meta({
      description: "false: 409 `POSSIBLE_DUPLICATE` names records that may be of the same person",
    }),
  })
  .meta({ id: "NewPatient" });

export const patientPatch = z
  .strictObject({ name: text(1, 100), ...fields })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, "names nothing to change")
  .meta({ id: "PatientPatch" });

const known = {
  id,
  name: z.string(),
  phone: z.string().nullable(),
  externalId: z.string().nullable(),
  birthDate: z.string().nullable(),
  sex: z.enum(sexes).nullable(),
  email: z.string().nullable(),
  language: z.string().nullable(),
  notes: z.string().nullable(),
};

export const patient = z.strictObject(known).meta({ id: "Patient" });

export const patients = z.strictObject({ items: z.array(patient) }).meta({ id: "Patients" });

export const visit = z
  .strictObject({ ...token.shape, doctorName: z.string(), timezone: z.string() })
  .meta({ id: "PatientVisit", description: "A token, with what is needed to show its time" });

export const merge = z
  .strictObject({
    patientId: id.meta({ description: "The record that becomes part of this one" }),
    take: z
      .array(z.enum(fieldNames as [string, ...string[]]))
      .max(fieldNames.length)
      .default([])
      .meta({ description: "Fields to take from it although this one has something there" }),
    dryRun: z.boolean().default(false),
  })
  .meta({ id: "MergePatients" });

export const merged = z
  .strictObject({
    dryRun: z.boolean(),
    patient,
    moved: z
      .record(z.string(), z.int())
      .meta({ description: "How many tokens, bookings and waits follow" }),
  })
  .meta({ id: "MergedPatients" });
