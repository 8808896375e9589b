import { createLock, whileHeld } from '#base/lock.ts';
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
import { sightOf } from '#desk/people/rights.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readJournal, readJournalEnd } from '#desk/store/journal.ts';
import {
  readNotificationMarks,
  readTellingEntries,
  type TellingRow,
  writeNotificationMarks,
} from '#desk/store/notifications.ts';
import { type Telling, tellingKinds, tellingOf } from './telling.ts';

/**
 * What others wrote to a person or gave them to do, as the audit chains tell of it: what is kept here is found in them
 * again after a start. Only what a person has read is stored.
 */
export interface Notifications {
  list(caller: Caller, sight: Sight): Promise<NotificationList>;
  read(caller: Caller, sight: Sight, request: NotificationsRead): Promise<NotificationList>;
  /** What an entry of a case tells whom; undefined where it is nothing, or nobody who may see it. */
  by(caseId: string, seq: number): Promise<NotifiedEntry | undefined>;
}

interface NotificationParts {
  readonly people: Pick<People, 'byLogin' | 'callerOf'>;
  readonly cases: { byIds(ids: readonly string[], sight?: Sight): Promise<CaseSummary[]> };
}

/** A page shows no more, and nobody reads more. */
const most = 200;
const journalPage = 500;

interface Told extends Telling {
  readonly id: string;
  readonly caseId: string;
  readonly at: string;
  readonly by: string;
}

/** What is read, by the ids of notifications. */
type Marks = readonly string[];

export const createNotifications = (
  { store }: Pick<DeskContext, 'store'>,
  { people, cases }: NotificationParts,
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
        ...(caseIds === undefined ? {} : { caseIds }),
      }),
    );
    if (caseIds === undefined) found.clear();
    for (const caseId of caseIds ?? []) found.delete(caseId);
    for (const [caseId, entries] of Map.groupBy(rows, (row) => row.case_id))
      found.set(
        caseId,
        toldIn(entries, (text) => people.byLogin(text)?.login),
      );
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

  const listed = async ({ login }: Caller, sight: Sight, marks: Marks): Promise<NotificationList> => {
    const own = [...found.values()]
      .flat()
      .filter(({ logins, by }) => logins.includes(login) && loginIn(by) !== login)
      .sort((one, other) => (one.at < other.at ? 1 : -1))
      .slice(0, most);
    const ids = [...new Set(own.map(({ caseId }) => caseId))];
    const seen = new Map((await cases.byIds(ids, sight)).map(({ id, name }) => [id, name]));
    const read = new Set(marks);
    const results = own.flatMap(({ caseId, logins: _, ...told }): Notification[] => {
      const name = seen.get(caseId);
      return name === undefined ? [] : [{ ...told, case: { id: caseId, name }, read: read.has(told.id) }];
    });
    return { results, unread: results.filter((one) => !one.read).length };
  };
  const marksOf = async ({ personId }: Caller): Promise<Marks> =>
    JSON.parse((await store.read((reader) => readNotificationMarks(reader, personId))) ?? '[]') as Marks;

  /** Whether the person is still let in, and may see the case. */
  const sees = async (login: string, caseId: string): Promise<boolean> => {
    const caller = people.callerOf(people.byLogin(login)?.id ?? '');
    return caller !== undefined && (await cases.byIds([caseId], sightOf(caller.rights))).length > 0;
  };

  return {
    async by(caseId, seq) {
      await catchUp();
      const told = found.get(caseId)?.find(({ id }) => id === `${caseId}:${seq}`);
      const [shown] = told === undefined ? [] : await cases.byIds([caseId]);
      if (told === undefined || shown === undefined) return undefined;
      const { kind, by, note, step, text, logins } = told;
      const others = logins.filter((login) => login !== loginIn(by));
      const seen = await Promise.all(others.map((login) => sees(login, caseId)));
      const to = others.flatMap((login, at) => {
        const name = seen[at] ? people.byLogin(login)?.name : undefined;
        return name === undefined ? [] : [{ login, name }];
      });
      const place = { ...(note === undefined ? {} : { note }), ...(step === undefined ? {} : { step }) };
      const words = text === undefined ? {} : { text };
      if (to.length === 0) return undefined;
      return { kind, by, to, case: { id: caseId, name: shown.name }, ...place, ...words };
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

/** What a case tells: a note mentions each person once, however often it is edited. */
const toldIn = (entries: readonly TellingRow[], owned: (text: string) => string | undefined): Told[] => {
  const mentioned = new Set<string>();
  let owner: string | undefined;
  return entries.flatMap(({ case_id: caseId, seq, at, actor: by, kind, content }) => {
    const telling = tellingOf({ kind, content: JSON.parse(content) } as CaseAction, owned);
    if (kind === 'case.changed' && telling?.logins[0] === owner) return [];
    if (kind === 'case.changed') owner = telling?.logins[0];
    if (telling === undefined) return [];
    const place = telling.note ?? telling.step;
    const logins = telling.logins.filter(
      (login) => place === undefined || !mentioned.has(`${place} ${login}`),
    );
    for (const login of logins) mentioned.add(`${place} ${login}`);
    return logins.length === 0 ? [] : [{ ...telling, logins, id: `${caseId}:${seq}`, caseId, at, by }];
  });
};

/** The case that an entry of the journal tells of; `all` where it may be any. */
const caseIn = (kind: string, content: string): string | 'all' | undefined => {
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
