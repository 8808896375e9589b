import type { CaseSummary } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import { hasEntries, readHead } from '#desk/store/case-chain.ts';
import { plainText } from '#desk/store/case-list.ts';
import {
  type CaseSummaryRow,
  countStale,
  hasOtherVersion,
  markOtherVersions,
  readStale,
  sealedTextOf,
  writeSummaries,
} from '#desk/store/case-summaries.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Reader, Tx } from '#desk/store/store.ts';
import { damagedSummary, summaryIn } from './case-names.ts';
import type { CaseState } from './state.ts';
import { summaryOf } from './views.ts';

/**
 * Summaries of cases, kept in the database, so that a list of ten thousand folds none. What changes one marks it in the
 * same unit of work (`store/migrations/0009`), and nobody reads the list before what is marked is derived again: it is
 * true at every moment, also after a crash between the two. What the clock changes is not in it: it is compared at read.
 */
export interface KeptSummaries {
  /**
   * Reads summaries that are all up to date.
   * @returns `outdated`: how many are not, as the database takes no writes
   */
  read<T>(work: (reader: Reader) => Promise<T>): Promise<{ readonly value: T; readonly outdated: number }>;
}

/** Raised with each change of what is derived: those kept are derived again then. */
const derivation = 1;
/** Derived in one unit of work, so that others have their turn: one takes some 0.4 ms. */
const atOnce = 100;

export const createKeptSummaries = (
  { store, authenticate }: Pick<DeskContext, 'store' | 'authenticate'>,
  read: (reader: Reader, caseId: string) => Promise<CaseState>,
): KeptSummaries => {
  let versionsMarked = false;
  const derive = async (tx: Tx, caseIds: readonly string[]): Promise<void> => {
    const rows: CaseSummaryRow[] = [];
    const gone: string[] = [];
    for (const caseId of caseIds) {
      const row = await deriveRow(tx, caseId, read);
      if (row === undefined) gone.push(caseId);
      else rows.push({ ...row, seal: sealSummary(row, authenticate) });
    }
    await writeSummaries(tx, rows, gone);
  };

  const markVersions = async (): Promise<void> => {
    if (await store.read((reader) => hasOtherVersion(reader, derivation))) {
      await store.write((tx) => markOtherVersions(tx, derivation));
    }
    versionsMarked = true;
  };

  const upToDate = async <T>(work: (reader: Reader) => Promise<T>): Promise<T> => {
    for (;;) {
      const fresh = await store.read(async (reader) =>
        (await readStale(reader, 1)).length === 0 ? { value: await work(reader) } : undefined,
      );
      if (fresh !== undefined) return fresh.value;
      // Derived and read in one unit of work, where that is possible: a run marks its case again and again.
      const last = await store.write(async (tx) => {
        const stale = await readStale(tx, atOnce);
        await derive(tx, stale);
        return stale.length < atOnce ? { value: await work(tx) } : undefined;
      });
      if (last !== undefined) return last.value;
    }
  };

  return {
    async read(work) {
      try {
        if (!versionsMarked) await markVersions();
        return { value: await upToDate(work), outdated: 0 };
      } catch (error) {
        if (!(error instanceof CatalogueError) || !takesNoWrites.has(error.code)) throw error;
        return store.read(async (reader) => ({
          value: await work(reader),
          outdated: await countStale(reader),
        }));
      }
    },
  };
};

type UnsealedRow = Omit<CaseSummaryRow, 'seal'>;

/** Keyed code over a kept summary, so that one that was changed by hand shows. */
export const sealSummary = (row: UnsealedRow, authenticate: DeskContext['authenticate']): string =>
  authenticate('case summary', sealedTextOf(row));

const takesNoWrites: ReadonlySet<string> = new Set(['store.full', 'store.gone']);

/** undefined for a case that is gone. */
const deriveRow = async (
  reader: Reader,
  caseId: string,
  read: (reader: Reader, caseId: string) => Promise<CaseState>,
): Promise<UnsealedRow | undefined> => {
  const head = await readHead(reader, caseId);
  if (head === undefined) {
    return (await hasEntries(reader, caseId)) ? rowOf(damagedSummary(caseId, 0), '') : undefined;
  }
  const recorded = summaryIn(head);
  if (recorded.damaged) return rowOf(recorded, head.digest);
  try {
    const state = await read(reader, caseId);
    return rowOf(summaryOf(state), head.digest, state);
  } catch (error) {
    // One case that is damaged must not keep the others from being seen.
    if (error instanceof CatalogueError && error.code === 'case.damaged') {
      return rowOf({ ...recorded, damaged: true }, head.digest);
    }
    throw error;
  }
};

const rowOf = (summary: CaseSummary, digest: string, state?: CaseState): UnsealedRow => {
  const { id, name, integrator, targetId, clientId, parts, verdict, owner, next, due, window } = summary;
  const { created, updated } = summary;
  return {
    case_id: id,
    version: derivation,
    state: summary.state,
    name: plainText(name),
    integrator: plainText(integrator),
    search: plainText([name, integrator, owner ?? '', clientId ?? '', id].join('\n')),
    target_id: targetId,
    parts: listed(parts) ?? '',
    verdict: verdict ?? null,
    owner: owner ?? null,
    owner_key: owner === undefined ? null : plainText(owner),
    next_title: next === undefined ? null : plainText(next.title),
    waiting: listed(waitingOn(summary)),
    due_ms: due === undefined ? null : Date.parse(due),
    window_ms: window === undefined ? null : Date.parse(window.start),
    webhooks: shareOf(summary, 'webhooks'),
    tokens: shareOf(summary, 'tokens'),
    created,
    updated,
    soaking: state !== undefined && isSoaking(state) ? 1 : 0,
    observing: state?.observations.some(({ to }) => to === undefined) ? 1 : 0,
    summary: JSON.stringify(summary),
    digest,
  };
};

const listed = (words: readonly string[]): string | null =>
  words.length === 0 ? null : `,${words.join(',')},`;

/** The parties that the next steps wait for; a step of both waits for each. */
const waitingOn = ({ nextSteps }: CaseSummary): string[] => {
  const parties = new Set(
    nextSteps.flatMap(({ responsible }) =>
      responsible === 'both' ? (['integrator', 'support'] as const) : [responsible],
    ),
  );
  return [...parties].sort();
};

const shareOf = ({ progress }: CaseSummary, part: 'webhooks' | 'tokens'): number | null => {
  const found = progress?.find((one) => one.part === part);
  return found === undefined || found.total === 0 ? null : found.done / found.total;
};

/** Whether there is a soak on the target: the cutover says whether it still counts. */
const isSoaking = ({ soaks, targetId }: CaseState): boolean => soaks.some((one) => one.targetId === targetId);
