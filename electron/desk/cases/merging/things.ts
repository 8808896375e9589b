import type { CaseAction } from '#contract/case.ts';
import { mailTemplateKey } from '#desk/cases/fold-mails.ts';
import type { CaseState } from '#desk/cases/state.ts';

/** Fields by name; null: there is none. */
export type Fields = Readonly<Record<string, unknown>>;

/** What an edit changes of one thing of a case, such as a note. */
export interface Edit {
  /** The thing as it is in a state of the case; undefined: there is none. */
  readonly of: (state: CaseState) => Fields | undefined;
  /** Fields that it sets; undefined: it removes the thing. */
  readonly sets: Fields | undefined;
  /** Long texts, which are merged by words. */
  readonly texts: readonly string[];
  /** It sets all fields at once: those that are not changed are to be as they are now. */
  readonly whole?: boolean;
  /** The same edit with other values of fields, of which there is one at least. */
  readonly setting: (fields: Fields) => CaseAction;
}

/**
 * Which fields of which thing an action edits. Changes of different fields are merged; the rest, such as a decision
 * about a row, is one whole, and a second one is a conflict.
 */
export const editOf = (action: CaseAction): Edit | undefined => {
  switch (action.kind) {
    case 'case.changed':
      return {
        of: ({ name, integrator, parts, targetId, clientId = null, owner = null }) => ({
          name,
          integrator,
          parts,
          targetId,
          clientId,
          owner,
        }),
        sets: action.content.changes,
        texts: [],
        setting: (changes) => ({ ...action, content: { changes } }),
      };
    case 'contact.changed':
    case 'contact.removed':
      return contactEdit(action);
    case 'note.changed':
    case 'note.removed':
      return noteEdit(action);
    case 'step.changed':
      return stepEdit(action);
    case 'mail.templateChanged':
      return templateEdit(action);
    case 'runbook.detailsSupplied':
      return detailsEdit(action);
    default:
      return undefined;
  }
};

type Of<K extends CaseAction['kind']> = Extract<CaseAction, { kind: K }>;

const contactEdit = (action: Of<'contact.changed'> | Of<'contact.removed'>): Edit => {
  const { content } = action;
  const id = 'contact' in content ? content.contact.id : content.id;
  return {
    of: ({ contacts }) => {
      const found = contacts.find((one) => one.id === id);
      return found && contactFields(found);
    },
    sets: 'contact' in content ? contactFields(content.contact) : undefined,
    texts: [],
    whole: true,
    setting: (fields) => {
      if (!('contact' in content)) return action;
      const given = Object.entries(fields).filter(([, value]) => value !== null);
      const contact = { ...Object.fromEntries(given), id } as typeof content.contact;
      return { kind: 'contact.changed', content: { contact } };
    },
  };
};

const contactFields = ({ id: _, ...contact }: Of<'contact.changed'>['content']['contact']): Fields => ({
  role: null,
  email: null,
  phone: null,
  ...contact,
});

const noteEdit = (action: Of<'note.changed'> | Of<'note.removed'>): Edit => {
  const { content } = action;
  return {
    of: ({ notes }) => {
      const found = notes.find(({ id }) => id === content.id);
      return found && { text: found.text };
    },
    sets: 'text' in content ? { text: content.text } : undefined,
    texts: ['text'],
    setting: ({ text }) => ({ ...action, content: { ...content, text } }) as CaseAction,
  };
};

const stepEdit = (action: Of<'step.changed'>): Edit => {
  const { id, reason, ...sets } = action.content;
  return {
    of: ({ steps }) => {
      const found = steps.find((step) => step.id === id);
      return (
        found && {
          state: found.state,
          responsible: found.responsible,
          due: found.due ?? null,
          note: found.note ?? '',
        }
      );
    },
    sets,
    texts: ['note'],
    setting: (fields) => ({
      ...action,
      content: { id, ...(reason === undefined ? {} : { reason }), ...fields },
    }),
  };
};

const templateEdit = (action: Of<'mail.templateChanged'>): Edit => {
  const { mail, language, template } = action.content;
  return {
    of: ({ mailTemplates }) => mailTemplates.get(mailTemplateKey(mail, language)),
    sets: template ?? undefined,
    texts: ['text'],
    whole: true,
    setting: (fields) =>
      ({ ...action, content: { mail, language, template: { ...template, ...fields } } }) as CaseAction,
  };
};

/** A secret is known by its fingerprint, and its value is kept beside the chain. */
const detailsEdit = (action: Of<'runbook.detailsSupplied'>): Edit => {
  const { fields, removed } = action.content;
  return {
    of: ({ runbook }) =>
      Object.fromEntries([...(runbook?.details ?? [])].map(([name, detail]) => [name, recorded(detail)])),
    sets: Object.fromEntries([
      ...fields.map((field) => [field.name, recorded(field)]),
      ...removed.map((name) => [name, null]),
    ]),
    texts: [],
    setting: (left) => ({
      ...action,
      content: {
        ...action.content,
        fields: fields.filter(({ name }) => name in left),
        removed: removed.filter((name) => name in left),
      },
    }),
  };
};

const recorded = ({
  value,
  masked,
  fingerprint,
}: Of<'runbook.detailsSupplied'>['content']['fields'][number]) =>
  value ?? (masked === undefined ? null : { masked, fingerprint });
