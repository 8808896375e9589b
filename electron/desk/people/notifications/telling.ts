import type { ApprovalKind } from '#contract/approvals.ts';
import type { CaseAction } from '#contract/case.ts';
import { loginIn, personMentions } from '#contract/mentions-of-people.ts';
import type { Notification } from '#contract/notification.ts';

/** What an entry of a case tells people, and whom: whom it mentions, gives the case, asks to decide or answers. */
export interface Telling {
  readonly what: Pick<Notification, 'kind' | 'note' | 'step' | 'text' | 'approval'>;
  /** Sign-in names, whether or not there are such people. */
  readonly logins: readonly string[];
  /** Whoever may decide about it is told, but for who asks. */
  readonly asks?: { readonly requesterId: string };
}

/** Kinds of entries with texts that may mention somebody. */
export const tellingKinds = [
  'note.added',
  'note.changed',
  'step.changed',
] as const satisfies CaseAction['kind'][];

/** Kinds of entries that tell of approvals. */
export const approvalEntryKinds = [
  'approval.requested',
  'approval.given',
  'approval.refused',
  'approval.withdrawn',
  'approval.used',
] as const satisfies CaseAction['kind'][];

/** What was asked for in the case so far. */
export interface AskedIn {
  readonly kind: ApprovalKind;
  readonly requesterId: string;
}

interface Known {
  /** The sign-in name of an owner that is no more than that, if there is such a person. */
  readonly owned: (text: string) => string | undefined;
  /** The sign-in name of a person, if there is one. */
  readonly loginOf: (personId: string) => string | undefined;
  readonly asked: ReadonlyMap<string, AskedIn>;
}

/** Characters before and after a mention. */
const around = { before: 80, after: 160 };

export const tellingOf = (
  action: Pick<CaseAction, 'kind' | 'content'>,
  { owned, loginOf, asked }: Known,
): Telling | undefined => {
  const { kind, content } = action as CaseAction;
  const toRequester = (decided: Notification['kind'], id: string, text?: string): Telling | undefined => {
    const request = asked.get(id);
    const login = request && loginOf(request.requesterId);
    if (request === undefined || login === undefined) return undefined;
    const approval = { id, kind: request.kind };
    return { what: { kind: decided, approval, ...(text === undefined ? {} : { text }) }, logins: [login] };
  };
  switch (kind) {
    case 'note.added':
    case 'note.changed':
      return mentionIn(content.text, { note: content.id });
    case 'step.changed':
      return mentionIn(content.note ?? '', { step: content.id });
    case 'case.changed': {
      const { owner } = content.changes;
      const login = typeof owner === 'string' ? (loginIn(owner) ?? owned(owner)) : undefined;
      return login === undefined ? undefined : { what: { kind: 'assignment' }, logins: [login] };
    }
    case 'approval.requested': {
      const { approvalId: id, plan, requesterId } = content;
      return { what: { kind, approval: { id, kind: plan.kind } }, logins: [], asks: { requesterId } };
    }
    case 'approval.given':
      return toRequester(kind, content.approvalId);
    case 'approval.refused':
    case 'approval.withdrawn':
      return toRequester(kind, content.approvalId, content.reason);
    default:
      return undefined;
  }
};

const mentionIn = (text: string, place: Pick<Notification, 'note' | 'step'>): Telling | undefined => {
  const found = personMentions(text);
  const [first] = found;
  if (first === undefined) return undefined;
  const from = Math.max(0, first.at - around.before);
  const to = Math.min(text.length, first.at + around.after);
  const excerpt = `${from === 0 ? '' : '…'}${text.slice(from, to)}${to === text.length ? '' : '…'}`;
  const logins = [...new Set(found.map(({ login }) => login))];
  return { what: { kind: 'mention', text: excerpt.toWellFormed(), ...place }, logins };
};
