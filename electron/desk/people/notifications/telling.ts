import type { CaseAction } from '#contract/case.ts';
import { loginIn, personMentions } from '#contract/mentions-of-people.ts';
import type { Notification } from '#contract/notification.ts';

/** What an entry of a case tells people: whom it mentions, and whom it gives the case. */
export interface Telling extends Pick<Notification, 'note' | 'step' | 'text'> {
  readonly kind: Notification['kind'];
  /** Sign-in names, whether or not there are such people. */
  readonly logins: readonly string[];
}

/** Kinds of entries with texts that may mention somebody. */
export const tellingKinds = [
  'note.added',
  'note.changed',
  'step.changed',
] as const satisfies CaseAction['kind'][];

/** Characters before and after a mention. */
const around = { before: 80, after: 160 };

/** @param owned the sign-in name of an owner that is no more than that, if there is such a person */
export const tellingOf = (
  action: Pick<CaseAction, 'kind' | 'content'>,
  owned: (text: string) => string | undefined,
): Telling | undefined => {
  const { kind, content } = action as CaseAction;
  switch (kind) {
    case 'note.added':
    case 'note.changed':
      return mentionIn(content.text, { note: content.id });
    case 'step.changed':
      return mentionIn(content.note ?? '', { step: content.id });
    case 'case.changed': {
      const { owner } = content.changes;
      const login = typeof owner === 'string' ? (loginIn(owner) ?? owned(owner)) : undefined;
      return login === undefined ? undefined : { kind: 'assignment', logins: [login] };
    }
    default:
      return undefined;
  }
};

const mentionIn = (text: string, place: Pick<Telling, 'note' | 'step'>): Telling | undefined => {
  const found = personMentions(text);
  const [first] = found;
  if (first === undefined) return undefined;
  const from = Math.max(0, first.at - around.before);
  const to = Math.min(text.length, first.at + around.after);
  const excerpt = `${from === 0 ? '' : '…'}${text.slice(from, to)}${to === text.length ? '' : '…'}`;
  const logins = [...new Set(found.map(({ login }) => login))];
  return { kind: 'mention', logins, text: excerpt.toWellFormed(), ...place };
};
