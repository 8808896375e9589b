import { chunksOf } from '#base/lists.ts';
import { takeTurns } from '#base/take-turns.ts';
import { formatCount } from '#contract/format.ts';
import { type Cause, causeLabels } from '#contract/token-causes.ts';
import { createLargeMap } from '#desk/store/large-map.ts';
import type { KeyProblem } from '#desk/store/row-keys/key-store.ts';
import type { TokenProgress } from '#desk/store/token-runs.ts';
import type { CredentialSource, CredentialsKey } from './run/plan.ts';
import { isOpen } from './run/progress.ts';
import type { Vault } from './vault.ts';

/**
 * Rows whose credentials don't open: sealed under another key, changed in the file, or no longer in it. It is known
 * before the first call of a row, and nothing is sent for it. Source: `docs/reference/rules/tokens.md#unreadable-credentials`.
 */
export const unreadable = 'credentials-unreadable' satisfies Cause;

/** Which of the rows don't open, by id, each with why. */
export type UnreadableOf = (rows: readonly CredentialsKey[]) => Promise<ReadonlyMap<number, string>>;

export interface Unreadables {
  /** Read again. */
  readonly now: UnreadableOf;
  /** As it was when the credentials were last sealed: for lists that are read often. */
  readonly remembered: UnreadableOf;
}

const lost = 'Its credentials are no longer stored. Import the row again.';
const sealed =
  "Its credentials can't be opened: they were sealed under another key, or were changed. Import the row again.";
const ofKey: Readonly<Record<KeyProblem, string>> = {
  elsewhere:
    'The key of its credentials is not on this machine, but in the folder `row-keys` of another data folder that this desk was served from. Serve the desk from there, or copy that folder here and start again. If it is lost, import the row again.',
  missing:
    'The key of its credentials is not in the key folder: it was destroyed after this copy of the database was made, or the key folder is an older copy. Restore the right one, or import the row again.',
  damaged:
    'The key of its credentials is damaged in the key folder. Restore the folder from a copy, or import the row again.',
  otherDataKey: sealed,
};

/** Each costs some microseconds, and everybody else waits meanwhile. */
const openedAtOnce = 250;

export const createUnreadables = (
  vault: Pick<Vault, 'sealsOf' | 'keyProblemsOf'>,
  credentials: Pick<CredentialSource, 'open'>,
): Unreadables => {
  /** By row: the seal and mark that were tried, and why it does not open. */
  const known = createLargeMap<{ readonly seal: string; readonly why?: string }>();

  type IsKnown = (rowId: number, seal: string) => boolean;
  const problems = async (rows: readonly CredentialsKey[], isKnown: IsKnown): Promise<[number, string][]> => {
    const seals = await vault.sealsOf(rows.map(({ id }) => id));
    const sealOf = ({ id, mark }: CredentialsKey): string => `${seals.get(id)} ${mark}`;
    const asked = rows.filter((row) => seals.has(row.id) && !isKnown(row.id, sealOf(row)));
    const opened = asked.length === 0 ? new Map() : await credentials.open(asked);
    const closed = asked.filter(({ id }) => !opened.has(id));
    const whys = await vault.keyProblemsOf(closed.map(({ id }) => id));
    const whyOf = (id: number): string => ofKey[whys.get(id) ?? 'otherDataKey'];
    for (const row of asked) {
      known.set(String(row.id), {
        seal: sealOf(row),
        ...(opened.has(row.id) ? {} : { why: whyOf(row.id) }),
      });
    }
    return rows.flatMap(({ id }) => {
      const why = seals.has(id) ? known.get(String(id))?.why : lost;
      return why === undefined ? [] : [[id, why]];
    });
  };
  const look = async (rows: readonly CredentialsKey[], isKnown: IsKnown): Promise<Map<number, string>> => {
    const found: [number, string][] = [];
    for (const [at, some] of chunksOf(rows, openedAtOnce).entries()) {
      if (at > 0) await takeTurns();
      found.push(...(await problems(some, isKnown)));
    }
    return new Map(found);
  };

  return {
    now: (rows) => look(rows, () => false),
    remembered: (rows) => look(rows, (rowId, seal) => known.get(String(rowId))?.seal === seal),
  };
};

/** Whether a row that continues from here sends its credentials. */
export const needsCredentials = (progress: Pick<TokenProgress, 'state' | 'step'> | undefined): boolean =>
  progress === undefined ||
  progress.state === 'undone' ||
  (isOpen(progress) && ['company', 'connection', 'authorization'].includes(progress.step));

/** What to know before and after a run. */
export const unreadableRemark = (count: number): string | undefined => {
  if (count === 0) return undefined;
  const { title, action } = causeLabels[unreadable];
  return `${formatCount(count, 'row is', 'rows are')} held: ${title[0]?.toLowerCase()}${title.slice(1)}. Nothing is sent for ${count === 1 ? 'it' : 'them'}. ${action}`;
};
