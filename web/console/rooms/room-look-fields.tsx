// How a room's page looks and speaks: logo, two colours, languages, and a few words in each.

import { useRef, useState } from "react";
import type { RoomPageSettings } from "../../wire/rooms.ts";
import { Button } from "../ui/button.tsx";
import { Check } from "../ui/check.tsx";
import { Field, labelClass } from "../ui/field.tsx";
import { roomSettings as text } from "./messages.ts";

interface RoomLookProps {
  page: RoomPageSettings;
  onChange(page: RoomPageSettings): void;
  wrong: Record<string, string>;
}

const maxLogoBytes = 6_000;
const languages = Object.keys(text.languageNames);

export function RoomLookFields({ page, onChange, wrong }: RoomLookProps) {
  const set = (changes: Partial<RoomPageSettings>) => onChange({ ...page, ...changes });
  const setText = (language: string, words: { title?: string; intro?: string }) => {
    const next = { ...page.texts[language], ...words };
    const kept = Object.fromEntries(Object.entries(next).filter(([, value]) => value));
    set({ texts: { ...page.texts, [language]: kept } });
  };
  return (
    <>
      <Logo logo={page.logo} onChange={(logo) => set({ logo })} error={wrong["page.logo"]} />
      <div className="flex flex-wrap gap-x-10 gap-y-4">
        <Colour
          label={text.accent}
          value={page.accent}
          suggestion="#0a6b50"
          onChange={(accent) => set({ accent })}
        />
        <Colour
          label={text.background}
          value={page.background}
          suggestion="#f5f3ec"
          onChange={(background) => set({ background })}
        />
      </div>
      <fieldset className="grid gap-1.5">
        <legend className={labelClass}>{text.languages}</legend>
        <div className="flex flex-wrap gap-x-6">
          {languages.map((language) => (
            <Check
              key={language}
              isSelected={page.languages.includes(language)}
              onChange={(on) =>
                set({
                  languages: on
                    ? [...page.languages, language]
                    : page.languages.filter((each) => each !== language),
                })
              }
            >
              <span lang={language}>{text.languageNames[language]}</span>
            </Check>
          ))}
        </div>
        <p className="text-sm text-soft">{text.languagesHint}</p>
      </fieldset>
      {page.languages.map((language) => {
        const name = text.languageNames[language] ?? language;
        const words = page.texts[language] ?? {};
        return (
          <div key={language} className="grid gap-4 border-t border-rule pt-4">
            <Field
              label={text.titleIn(name)}
              optional
              maxLength={80}
              value={words.title ?? ""}
              onChange={(title) => setText(language, { title })}
              error={wrong[`page.texts.${language}.title`]}
            />
            <Field
              label={text.introIn(name)}
              optional
              multiline
              maxLength={500}
              value={words.intro ?? ""}
              onChange={(intro) => setText(language, { intro })}
              error={wrong[`page.texts.${language}.intro`]}
            />
          </div>
        );
      })}
    </>
  );
}

interface LogoProps {
  logo: string | null;
  onChange(logo: string | null): void;
  error?: string | undefined;
}

function Logo({ logo, onChange, error }: LogoProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isTooBig, setTooBig] = useState(false);

  async function take(file: File | undefined) {
    if (!file) return;
    const fits = file.size <= maxLogoBytes && /^image\/(png|svg\+xml)$/.test(file.type);
    setTooBig(!fits);
    if (fits) onChange(await asDataUrl(file));
  }

  const problem = isTooBig ? text.logoTooBig : error;
  return (
    <div className="grid gap-2">
      <span className={labelClass}>{text.logo}</span>
      <div className="flex flex-wrap items-center gap-4">
        {logo && <img src={logo} alt="" className="max-h-16 max-w-56 rounded bg-sunk p-2" />}
        <input
          ref={input}
          type="file"
          accept="image/svg+xml,image/png"
          aria-label={text.logo}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => void take(event.target.files?.[0])}
        />
        <Button onPress={() => input.current?.click()}>{text.chooseLogo}</Button>
        {logo && <Button onPress={() => onChange(null)}>{text.removeLogo}</Button>}
      </div>
      {problem ? (
        <p role="alert" className="text-sm font-semibold text-danger">
          {problem}
        </p>
      ) : (
        <p className="text-sm text-soft">{text.logoHint}</p>
      )}
    </div>
  );
}

function asDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable")));
    reader.readAsDataURL(file);
  });
}

interface ColourProps {
  label: string;
  value: string | null;
  suggestion: string;
  onChange(value: string | null): void;
}

function Colour({ label, value, suggestion, onChange }: ColourProps) {
  return (
    <div className="grid gap-1">
      <span className={labelClass}>{label}</span>
      <div className="flex items-center gap-3">
        <Check isSelected={value !== null} onChange={(on) => onChange(on ? suggestion : null)}>
          {text.ownColour}
          <span className="sr-only"> ({label})</span>
        </Check>
        {value !== null && (
          <input
            type="color"
            aria-label={label}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="h-11 w-16 cursor-pointer rounded-lg border border-edge bg-card p-1"
          />
        )}
      </div>
    </div>
  );
}
