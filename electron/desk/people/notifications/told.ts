import type { CaseAction } from '#contract/case.ts';
import type { TellingRow } from '#desk/store/notifications.ts';
import { type AskedIn, type Telling, tellingOf } from './telling.ts';

/** What an entry of a case told. */
export interface Told extends Telling {
  readonly id: string;
  readonly caseId: string;
  readonly at: string;
  readonly by: string;
}

interface Known {
  /** The sign-in name of an owner that is no more than that, if there is such a person. */
  readonly owned: (text: string) => string | undefined;
  /** The sign-in name of a person, if there is one. */
  readonly loginOf: (personId: string) => string | undefined;
}

/**
 * What a case tells: a note mentions each person once, however often it is edited, and a request for an approval is told
 * until somebody decided about it.
 */
export const toldIn = (entries: readonly TellingRow[], known: Known): Told[] => {
  const mentioned = new Set<string>();
  const asked = new Map<string, AskedIn>();
  const settled = new Set<string>();
  let owner: string | undefined;
  const told = entries.flatMap(({ case_id: caseId, seq, at, actor: by, kind, content }): Told[] => {
    const action = { kind, content: JSON.parse(content) } as CaseAction;
    settle(action, asked, settled);
    const telling = tellingOf(action, { ...known, asked });
    if (kind === 'case.changed' && telling?.logins[0] === owner) return [];
    if (kind === 'case.changed') owner = telling?.logins[0];
    if (telling === undefined) return [];
    const one = { ...telling, id: `${caseId}:${seq}`, caseId, at, by };
    if (telling.what.kind !== 'mention') return [one];
    const place = telling.what.note ?? telling.what.step;
    const logins = telling.logins.filter((login) => !mentioned.has(`${place} ${login}`));
    for (const login of logins) mentioned.add(`${place} ${login}`);
    return logins.length === 0 ? [] : [{ ...one, logins }];
  });
  return told.filter(({ asks, what }) => asks === undefined || !settled.has(what.approval?.id ?? ''));
};

/** Notes what is asked for from an entry on, and what of it nobody has to decide about any more. */
const settle = ({ kind, content }: CaseAction, asked: Map<string, AskedIn>, settled: Set<string>): void => {
  switch (kind) {
    case 'approval.requested':
      asked.set(content.approvalId, { kind: content.plan.kind, requesterId: content.requesterId });
      for (const id of content.replaces) settled.add(id);
      return;
    case 'approval.given':
    case 'approval.refused':
    case 'approval.withdrawn':
    case 'approval.used':
      settled.add(content.approvalId);
  }
};

/** The case that an entry of the journal tells of; `all` where it may be any. */
export const caseIn = (kind: string, content: string): string | 'all' | undefined => {
  switch (kind) {
    case 'case.created':
    case 'case.extended':
    case 'case.imported':
    case 'case.deleted':
      return (JSON.parse(content) as { readonly caseId: string }).caseId;
    case 'journal.opened':
    case 'desk.restored':
    case 'desk.accepted':
      return 'all';
    default:
      return undefined;
  }
};
