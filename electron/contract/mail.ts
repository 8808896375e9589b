import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid, VisibleName } from './common.ts';

/** Mails to the other party: templates, drafts, and what was written and sent. Source: `docs/guides/mails.md`. */

/** In the order of a migration. */
export const mailKinds = [
  'intake',
  'blocked',
  'request',
  'schedule',
  'day-before',
  'start',
  'done',
  'failed',
  'rollback',
  'handover',
] as const;
export const MailKind = OneOf(mailKinds);
export type MailKind = Static<typeof MailKind>;

/** Header of the answer with the id of the mail that was written. */
export const mailIdHeader = 'x-carryover-mail';

/** What can go along. `calendar`: the migration window as iCalendar. */
export const mailAttachments = ['request', 'calendar', 'report', 'mapping', 'bundle'] as const;
export const MailAttachment = OneOf(mailAttachments);
export type MailAttachment = Static<typeof MailAttachment>;

/** `eml` opens as a draft in a mail client; `md` is for pasting. */
export const mailForms = ['eml', 'md'] as const;
export const MailForm = OneOf(mailForms);
export type MailForm = Static<typeof MailForm>;

export const MailLanguage = Type.String({
  pattern: '^[a-z]{2,3}(-[A-Z]{2})?$',
  description: 'A language that there are templates in, such as `en`.',
});

const Subject = Type.String({ minLength: 1, maxLength: 200 });
const Body = Type.String({ minLength: 1, maxLength: 50_000 });

export const MailTemplate = Closed({
  subject: Subject,
  text: Type.String({ minLength: 1, maxLength: 50_000, description: 'Markdown with {{fields}}.' }),
});
export type MailTemplate = Static<typeof MailTemplate>;

const Recipient = Closed({
  name: VisibleName,
  email: Type.String({ minLength: 3, maxLength: 320, pattern: '^[^\\s@<>,;]+@[^\\s@<>,;]+$' }),
});

/** A mail as it would be written now. */
export const MailDraft = Closed(
  {
    kind: MailKind,
    language: MailLanguage,
    to: Type.Array(Recipient, { description: 'Contacts of the integrator with an address.' }),
    subject: Type.String(),
    text: Type.String({ description: 'Markdown. An unfilled field is still there as {{field}}.' }),
    unfilled: Type.Array(
      Closed({ field: Type.String(), label: Type.String({ description: 'What it would say.' }) }),
    ),
    attachments: Type.Array(Closed({ name: MailAttachment, label: Type.String() })),
    template: Closed({
      ...MailTemplate.properties,
      from: OneOf('case', 'data-folder', 'carryover'),
    }),
  },
  { title: 'MailDraft' },
);
export type MailDraft = Static<typeof MailDraft>;

export const MailQuery = Type.Object({
  language: Type.Optional(MailLanguage),
  sender: Type.Optional(VisibleName),
});

/** What is left out is as in the draft. */
export const MailRequest = Closed({
  form: MailForm,
  language: Type.Optional(MailLanguage),
  sender: Type.Optional(VisibleName),
  to: Type.Optional(Type.Array(Recipient, { maxItems: 50 })),
  subject: Type.Optional(Subject),
  text: Type.Optional(Body),
  attachments: Type.Optional(Type.Array(MailAttachment, { uniqueItems: true })),
});
export type MailRequest = Static<typeof MailRequest>;

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256, hex.' });

export const mailContents = {
  written: Closed({
    id: Uuid,
    mail: MailKind,
    language: MailLanguage,
    form: MailForm,
    /** Without the address once it was erased. */
    to: Type.Array(
      Closed({ name: Recipient.properties.name, email: Type.Optional(Recipient.properties.email) }),
    ),
    subject: Subject,
    text: Body,
    /** Of the file as it was handed out. */
    digest: Sha256,
    attachments: Type.Array(Closed({ name: MailAttachment, file: Type.String(), digest: Sha256 })),
  }),
  sent: Closed({ id: Uuid, by: VisibleName, note: Type.Optional(Type.String({ maxLength: 2000 })) }),
  templateChanged: Closed({
    mail: MailKind,
    language: MailLanguage,
    /** Null: the common one counts again. */
    template: Type.Union([MailTemplate, Type.Null()]),
  }),
};

/** A mail that was written; it is sent by a mail client, which tells nobody here. */
export const MailRecord = Closed({
  ...mailContents.written.properties,
  at: UtcDate,
  actor: Type.String(),
  sent: Type.Optional(
    Closed({
      by: VisibleName,
      at: UtcDate,
      recorded: Type.String({ description: 'Who recorded it.' }),
      note: Type.Optional(Type.String()),
    }),
  ),
});
export type MailRecord = Static<typeof MailRecord>;

export const MailList = Closed(
  {
    languages: Type.Array(Closed({ language: MailLanguage, name: Type.String() })),
    kinds: Type.Array(
      Closed({
        kind: MailKind,
        title: Type.String(),
        unfilled: Type.Array(Type.String({ description: 'Labels of fields.' })),
      }),
    ),
    written: Type.Array(MailRecord, { description: 'Oldest first.' }),
  },
  { title: 'Mails' },
);
export type MailList = Static<typeof MailList>;

export const MailSent = Type.Omit(mailContents.sent, ['id']);
export type MailSent = Static<typeof MailSent>;
export const MailTemplateRequest = Type.Omit(mailContents.templateChanged, ['mail']);
export type MailTemplateRequest = Static<typeof MailTemplateRequest>;
