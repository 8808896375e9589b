import { type Clock, systemTime } from '#base/clock.ts';
import { createLock, whileHeld } from '#base/lock.ts';
import { approvalWaitsMs } from '#contract/approvals.ts';
import type { CaseAction, CaseSummary } from '#contract/case.ts';
import { loginIn } from '#contract/mentions-of-people.ts';
import type {
  Notification,
  NotificationList,
  NotificationsRead,
  NotifiedEntry,
} from '#contract/notification.ts';
import type { Sight } from '#desk/core/sight.ts';
import type { Caller, People } from '#desk/people/people.ts';
import { mayDo, mayDoSomewhere, sightOf } from '#desk/people/rights.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readJournal, readJournalEnd } from '#desk/store/journal.ts';
import {
  readNotificationMarks,
  readTellingEntries,
  writeNotificationMarks,
} from '#desk/store/notifications.ts';
import { approvalEntryKinds, tellingKinds } from './telling.ts';
import { caseIn, type Told, toldIn } from './told.ts';

/**
 * What others wrote to a person, gave them to do, ask them or decided, as the audit chains tell of it: what is kept here is found in them
 * again after a start. Only what a person has read is stored.
 */
export interface Notifications {
  list(caller: Caller, sight: Sight): Promise<NotificationList>;
  read(caller: Caller, sight: Sight, request: NotificationsRead): Promise<NotificationList>;
  /** What an entry of a case tells whom; undefined where it is nothing, or nobody who may see it. */
  by(caseId: string, seq: number): Promise<NotifiedEntry | undefined>;
}

interface NotificationParts {
  readonly people: Pick<People, 'byLogin' | 'callerOf' | 'list'>;
  readonly cases: { byIds(ids: readonly string[], sight?: Sight): Promise<CaseSummary[]> };
  readonly clock?: Clock;
}

/** A page shows no more, and nobody reads more. */
const most = 200;
const journalPage = 500;

/** What is read, by the ids of notifications. */
type Marks = readonly string[];

export const createNotifications = (
  { store }: Pick<DeskContext, 'store'>,
  { people, cases, clock = systemTime }: NotificationParts,
): Notifications => {
  const found = new Map<string, readonly Told[]>();
  const lock = createLock();
  /** The last entry of the journal that is known here; undefined until all chains were searched. */
  let known: number | undefined;

  const search = async (caseIds?: readonly string[]): Promise<void> => {
    if (caseIds?.length === 0) return;
    const rows = await store.read((reader) =>
      readTellingEntries(reader, {
        texts: tellingKinds,
        assignment: 'case.changed' satisfies CaseAction['kind'],
        whole: approvalEntryKinds,
        ...(caseIds === undefined ? {} : { caseIds }),
      }),
    );
    if (caseIds === undefined) found.clear();
    for (const caseId of caseIds ?? []) found.delete(caseId);
    const owned = (text: string) => people.byLogin(text)?.login;
    const loginOf = (personId: string) => people.list().find(({ id }) => id === personId)?.login;
    for (const [caseId, entries] of Map.groupBy(rows, (row) => row.case_id))
      found.set(caseId, toldIn(entries, { owned, loginOf }));
  };
  const catchUp = (): Promise<void> =>
    whileHeld(lock, async () => {
      const end = (await store.read(readJournalEnd))?.seq ?? 0;
      if (known === undefined || end - known > journalPage) await search();
      else if (end > known) {
        const after = known;
        const rows = await store.read((reader) => readJournal(reader, after, journalPage));
        const changed = rows.map(({ kind, content }) => caseIn(kind, content));
        if (changed.includes('all')) await search();
        else await search([...new Set(changed.flatMap((id) => id ?? []))]);
      }
      known = end;
    });

  const isOpen = ({ at }: Told): boolean => clock.now() < Date.parse(at) + approvalWaitsMs;
  /** Whether somebody is asked to decide, once it is known that they may see the case. */
  const isAsked = ({ personId, rights }: Caller, told: Told, summary: CaseSummary): boolean =>
    told.asks !== undefined &&
    told.asks.requesterId !== personId &&
    isOpen(told) &&
    mayDo(rights, 'approver', { kind: 'case', id: summary.id, targetId: summary.targetId });

  const listed = async (caller: Caller, sight: Sight, marks: Marks): Promise<NotificationList> => {
    const { login, rights } = caller;
    const all = [...found.values()].flat().filter(({ by }) => loginIn(by) !== login);
    const newest = (some: readonly Told[]): Told[] =>
      some.toSorted((one, other) => (one.at < other.at ? 1 : -1)).slice(0, most);
    const own = newest(all.filter(({ logins }) => logins.includes(login)));
    const asking = mayDoSomewhere(rights, 'approver') ? all.filter(({ asks }) => asks !== undefined) : [];
    const ids = [...new Set([...own, ...asking].map(({ caseId }) => caseId))];
    const seen = new Map((await cases.byIds(ids, sight)).map((one) => [one.id, one]));
    const asked = asking.filter((told) => {
      const summary = seen.get(told.caseId);
      return summary !== undefined && isAsked(caller, told, summary);
    });
    const read = new Set(marks);
    const results = newest([...own, ...asked]).flatMap(({ id, caseId, at, by, what }): Notification[] => {
      const name = seen.get(caseId)?.name;
      return name === undefined
        ? []
        : [{ id, ...what, at, by, case: { id: caseId, name }, read: read.has(id) }];
    });
    return { results, unread: results.filter((one) => !one.read).length };
  };
  const marksOf = async ({ personId }: Caller): Promise<Marks> =>
    JSON.parse((await store.read((reader) => readNotificationMarks(reader, personId))) ?? '[]') as Marks;

  /** Who is told now: who is let in, may see the case, and did not write the entry. */
  const receiversOf = async (told: Told, summary: CaseSummary): Promise<NotifiedEntry['to']> => {
    const writer = loginIn(told.by);
    const callers = people.list().flatMap(({ id, login }) => {
      const caller = login === writer ? undefined : people.callerOf(id);
      return caller === undefined ? [] : [caller];
    });
    const concerned = callers.filter(
      (caller) => told.logins.includes(caller.login) || isAsked(caller, told, summary),
    );
    const seeing = await Promise.all(
      concerned.map(async ({ rights }) => (await cases.byIds([summary.id], sightOf(rights))).length > 0),
    );
    return concerned.flatMap(({ login, name }, at) => (seeing[at] ? [{ login, name }] : []));
  };

  return {
    async by(caseId, seq) {
      await catchUp();
      const told = found.get(caseId)?.find(({ id }) => id === `${caseId}:${seq}`);
      const [summary] = told === undefined ? [] : await cases.byIds([caseId]);
      if (told === undefined || summary === undefined) return undefined;
      const to = await receiversOf(told, summary);
      if (to.length === 0) return undefined;
      return { ...told.what, by: told.by, to, case: { id: caseId, name: summary.name } };
    },
    async list(caller, sight) {
      await catchUp();
      return listed(caller, sight, await marksOf(caller));
    },
    async read(caller, sight, { ids }) {
      await catchUp();
      const { results } = await listed(caller, sight, []);
      const all = results.map(({ id }) => id);
      const wanted = new Set(ids ?? all);
      const { personId } = caller;
      const marks = await store.write(async (tx) => {
        const before = new Set(JSON.parse((await readNotificationMarks(tx, personId)) ?? '[]') as Marks);
        // What is no longer listed needs no mark.
        const after = all.filter((id) => wanted.has(id) || before.has(id));
        await writeNotificationMarks(tx, personId, JSON.stringify(after));
        return after;
      });
      return listed(caller, sight, marks);
    },
  };
};
