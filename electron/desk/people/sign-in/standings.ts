import { type Clock, toIso } from '#base/clock.ts';
import type { Suspension } from '#contract/people.ts';
import { createJournal } from '#desk/journal/journal.ts';
import type { Presence } from '#desk/people/oidc/oidc.ts';
import { isSameAccount, type PersonState, type ProviderAccount } from '#desk/people/people-state.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { dropPersonSignIn, putPersonSignIn, readPersonSignIns } from '#desk/store/person-sign-ins.ts';
import { type KeptSignIn, keptIn, rowOf } from './kept.ts';
import { suspensionAt } from './standing.ts';

/** What the provider last said of each person who signed in by it. */
export interface Standings {
  /** Why a person is not let in at present; never one without an account at the provider. */
  suspensionOf(person: PersonState): Suspension | undefined;
  /** All that are known, by person. */
  known(): ReadonlyMap<string, KeptSignIn>;
  /** A sign-in that was just completed. */
  begin(personId: string, account: ProviderAccount, handle: string): Promise<void>;
  /** What the provider said of `asked`; nothing if the person has signed in again meanwhile. */
  note(person: PersonState, asked: KeptSignIn, said: Presence): Promise<void>;
  drop(personId: string): Promise<void>;
}

type StandingsContext = Pick<DeskContext, 'store' | 'identity' | 'journalHead' | 'sealer'>;

/** Who is named for what the provider brought about. */
const provider = 'identity provider';

export const openStandings = async (context: StandingsContext, clock: Clock): Promise<Standings> => {
  const { store } = context;
  const journal = createJournal(context);
  const openedMs = clock.now();
  const kept = new Map(
    (await store.read(readPersonSignIns)).flatMap((row) => {
      const one = keptIn(context, row);
      return one === undefined ? [] : [[row.person_id, one] as const];
    }),
  );

  const put = (personId: string, next: KeptSignIn, tells: boolean): Promise<void> =>
    store.write(async (tx) => {
      await putPersonSignIn(tx, rowOf(context, personId, next));
      if (tells) await journal.append(tx, provider, { kind: 'person.refused', content: { personId } });
    });
  return {
    known: () => kept,
    suspensionOf({ id, provider: account }) {
      if (account === undefined) return undefined;
      const one = kept.get(id);
      // Without what was kept nothing can be asked: a backup was restored, or the data key was lost.
      if (one === undefined || !isSameAccount(one, account))
        return { since: toIso(openedMs), why: 'unknown' };
      return suspensionAt(one, clock.now());
    },
    async begin(personId, { issuer, subject }, handle) {
      const nowMs = clock.now();
      const next = { issuer, subject, handle, signedInMs: nowMs, yesMs: nowMs };
      await put(personId, next, false);
      kept.set(personId, next);
    },
    async note({ id }, asked, said) {
      if (kept.get(id) !== asked) return;
      const next = after(asked, said, clock.now());
      if (next === asked) return;
      // In memory first: where it can't be stored, what was used up must not be used again.
      kept.set(id, next);
      await put(id, next, next.noMs !== undefined);
    },
    async drop(personId) {
      kept.delete(personId);
      await store.write((tx) => dropPersonSignIn(tx, personId));
    },
  };
};

const after = (asked: KeptSignIn, said: Presence, nowMs: number): KeptSignIn => {
  const { cannotSay, ...rest } = asked;
  if (said.there === 'yes') return { ...rest, handle: said.sessionHandle, yesMs: nowMs };
  if (said.there === 'no') return { ...rest, handle: '', noMs: nowMs };
  return said.why === 'cannotSay' && cannotSay === undefined ? { ...rest, cannotSay: true } : asked;
};
