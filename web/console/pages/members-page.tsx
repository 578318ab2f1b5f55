import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Member, Role } from "../../wire/types.ts";
import { api } from "../api.ts";
import { members as text, roles, roleTexts } from "../messages.ts";
import { useMay, useMe } from "../session.ts";
import { Button } from "../ui/button.tsx";
import { Dropdown, type Option } from "../ui/choice.tsx";
import { CopyLine } from "../ui/copy.tsx";
import { ConfirmDialog, Dialog, DialogButtons } from "../ui/dialog.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { Field } from "../ui/field.tsx";
import { useNotices } from "../ui/notices.tsx";
import { ListPage } from "../ui/list-page.tsx";
import { usePageTitle } from "../page-title.ts";

/** An admin gives every role but the one above their own. */
export function rolesToGive(owns: boolean): Option<Role>[] {
  const given: Role[] = owns ? ["owner", "admin", "staff", "viewer"] : ["admin", "staff", "viewer"];
  return given.map((id) => ({ id, name: roles[id], text: roleTexts[id] }));
}

const nameOf = (member: Member) => member.name || member.email;

export function MembersPage() {
  usePageTitle(text.title);
  const client = useQueryClient();
  const { say, complain } = useNotices();
  const members = useQuery({ queryKey: ["members"], queryFn: api.members });
  const [inviting, setInviting] = useState(false);
  const [leaving, setLeaving] = useState<Member | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: ["members"] });

  const change = useMutation({
    mutationFn: ({ member, role }: { member: Member; role: Role }) =>
      api.changeRole(member.id, role),
    onSuccess: (_answer, { member, role }) => say(text.changed(nameOf(member), roles[role])),
    onError: complain,
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (member: Member) => api.removeMember(member.id),
    onSuccess: (_answer, member) => say(text.removed(nameOf(member))),
    onError: complain,
    onSettled: async () => {
      setLeaving(null);
      await refresh();
    },
  });

  const dialogs = (
    <>
      <Dialog title={text.inviteTitle} isOpen={inviting} onClose={() => setInviting(false)}>
        <InviteForm onClose={() => setInviting(false)} onInvited={refresh} />
      </Dialog>
      <ConfirmDialog
        title={text.removeTitle(leaving ? nameOf(leaving) : "")}
        text={text.removeText}
        action={text.remove}
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => leaving && remove.mutate(leaving)}
      />
    </>
  );
  return (
    <ListPage
      title={text.title}
      list={members}
      make={{ label: text.invite, onPress: () => setInviting(true) }}
      more={dialogs}
    >
      {(list) => (
        <ul className="divide-y divide-rule rounded-2xl border border-rule bg-card">
          {list.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              onRole={(role) => change.mutate({ member, role })}
              onRemove={() => setLeaving(member)}
            />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

interface MemberRowProps {
  member: Member;
  onRole(role: Role): void;
  onRemove(): void;
}

function MemberRow({ member, onRole, onRemove }: MemberRowProps) {
  const me = useMe();
  const owns = useMay("org:own");
  const isMe = member.userId !== null && member.userId === me.user?.id;
  const untouchable = member.role === "owner" && !owns;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
      <div className="grid min-w-48 flex-1">
        <span className="font-semibold">
          {nameOf(member)}
          {isMe && <span className="font-normal text-soft"> ({text.you})</span>}
          {member.status === "invited" && (
            <span className="ms-2 rounded-full bg-warn px-2.5 py-0.5 text-sm text-on-warn">
              {text.invited}
            </span>
          )}
        </span>
        {member.name && <span className="text-soft">{member.email}</span>}
      </div>
      <div className="w-36">
        {untouchable ? (
          <span className="px-3">{roles[member.role]}</span>
        ) : (
          <Dropdown
            label={text.roleOf(nameOf(member))}
            hideLabel
            options={rolesToGive(owns)}
            value={member.role}
            onChange={onRole}
          />
        )}
      </div>
      <Button
        look="quiet"
        className="text-soft"
        isDisabled={untouchable}
        onPress={onRemove}
        aria-label={`${text.remove}: ${nameOf(member)}`}
      >
        {text.remove}
      </Button>
    </li>
  );
}

function InviteForm({ onClose, onInvited }: { onClose(): void; onInvited(): Promise<unknown> }) {
  const owns = useMay("org:own");
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("staff");
  const invite = useMutation({
    mutationFn: () =>
      api.invite({ email: email.trim(), role, ...(name.trim() && { name: name.trim() }) }),
    onSuccess: onInvited,
  });

  if (invite.data) {
    return (
      <>
        <h3 className="text-lg font-semibold">{text.linkTitle}</h3>
        <p className="text-soft">{text.linkText(invite.data.email)}</p>
        <CopyLine value={invite.data.inviteUrl} label={text.linkTitle} />
        <DialogButtons>
          <Button onPress={onClose}>{text.done}</Button>
        </DialogButtons>
      </>
    );
  }

  return (
    <DialogForm work={invite} action={text.inviteAction} doing={text.inviting} onClose={onClose}>
      {(wrong) => (
        <>
          <p className="text-soft">{text.inviteText}</p>
          <Field
            label={text.email}
            type="email"
            isRequired
            autoFocus
            value={email}
            onChange={setEmail}
            error={wrong["email"]}
          />
          <Field
            label={text.name}
            optional
            maxLength={100}
            value={name}
            onChange={setName}
            error={wrong["name"]}
          />
          <Dropdown label={text.role} options={rolesToGive(owns)} value={role} onChange={setRole} />
        </>
      )}
    </DialogForm>
  );
}
