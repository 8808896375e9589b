import { hash } from 'node:crypto';
import { type Cancel, systemTime } from '#base/clock.ts';
import type { Ledger, RunStep } from '#contract/token-runs.ts';
import type { TokenLedgerTable } from '#desk/store/schema.ts';
import type { DeskStore } from '#desk/store/store.ts';
import {
  appendLedger,
  readProgress,
  type TokenProgress,
  updateRunLedger,
  writeProgress,
} from '#desk/store/token-runs.ts';

/** One line of a run's ledger: a call before it leaves, or what came of it. Never holds a body. */
export type LedgerEntry =
  | {
      readonly what: 'call';
      readonly row: number;
      readonly step: RunStep;
      readonly method: string;
      readonly path: string;
      /** ms UTC, of the system. */
      readonly at: number;
    }
  | {
      readonly what: 'answer';
      readonly row: number;
      readonly step: RunStep;
      readonly at: number;
      readonly ms: number;
      readonly status?: number | undefined;
      readonly attempts?: number;
      readonly correlationId?: string | undefined;
      /** Why the call failed, without secrets. */
      readonly problem?: string;
    };

/**
 * Commits what happens to rows: entries of the ledger and how far a row is, together. A commit waits for the disk, and
 * everybody waits for it, so rows share it: it is made when all that are worked on wait for it, or after a short while.
 */
export interface Recorder {
  /** How many rows are worked on at this moment, and so may come to wait. */
  expect(inWork: () => number): void;
  /** Answers when it is in the table. @throws CatalogueError `store.full`, `store.damaged` */
  record(entries: readonly LedgerEntry[], progress: TokenProgress): Promise<void>;
  /** How far rows are, by id, as it is committed. */
  read(rowIds: readonly number[]): Promise<ReadonlyMap<number, TokenProgress>>;
  /** What is committed. */
  ledger(): Ledger;
  /** Calls by method and path template, those of before included. */
  calls(): Readonly<Record<string, number>>;
}

export const emptyLedger: Ledger = { entries: 0, digest: '0'.repeat(64) };

/** The digest after one entry more. */
export const ledgerDigest = (before: string, entry: string): string => hash('sha256', `${before}\n${entry}`);

/** Nobody waits longer than this for others to join, ms. */
const longestGatherMs = 8;

interface Waiting {
  readonly entries: readonly LedgerEntry[];
  readonly progress: TokenProgress;
  resolve(): void;
  reject(error: unknown): void;
}

interface RunIds {
  readonly runId: string;
  readonly caseId: string;
  readonly scope: string;
}
interface Recorded {
  readonly ledger: Ledger;
  readonly calls: Readonly<Record<string, number>>;
}

export const createRecorder = (
  store: Pick<DeskStore, 'read' | 'write'>,
  run: RunIds,
  begun: Recorded,
): Recorder => {
  let ledger = begun.ledger;
  let calls = begun.calls;
  let waiting: Waiting[] = [];
  let committing = false;
  let inWork = (): number => 1;
  let cancel: Cancel | undefined;

  const schedule = (): void => {
    if (committing || waiting.length === 0) return;
    if (waiting.length < inWork()) cancel ??= systemTime.after(longestGatherMs, commit);
    else void commit();
  };

  const commit = async (): Promise<void> => {
    if (committing) return;
    cancel?.();
    cancel = undefined;
    committing = true;
    const together = waiting;
    waiting = [];
    await commitTogether(together);
    committing = false;
    schedule();
  };

  const commitTogether = async (together: readonly Waiting[]): Promise<void> => {
    const next = entriesOf(together, run, { ledger, calls });
    const progress = together.map((one) => one.progress);
    try {
      await store.write(async (tx) => {
        await appendLedger(tx, next.rows);
        await writeProgress(tx, progress);
        const calls = JSON.stringify(next.calls);
        if (next.rows.length > 0) await updateRunLedger(tx, { id: run.runId, ...next.ledger, calls });
      });
      ({ ledger, calls } = next);
      for (const { resolve } of together) resolve();
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  };

  return {
    record: (entries, progress) =>
      new Promise((resolve, reject) => {
        waiting.push({ entries, progress, resolve, reject });
        schedule();
      }),
    expect(asked) {
      inWork = asked;
    },
    async read(rowIds) {
      const rows = await store.read((reader) => readProgress(reader, run, rowIds));
      return new Map(rows.map((one) => [one.row_id, one]));
    },
    ledger: () => ledger,
    calls: () => calls,
  };
};

/** The rows of the ledger that follow, and what is recorded with them. */
const entriesOf = (
  together: readonly Waiting[],
  { runId, caseId }: Pick<RunIds, 'runId' | 'caseId'>,
  before: Recorded,
): Recorded & { readonly rows: TokenLedgerTable[] } => {
  const rows: TokenLedgerTable[] = [];
  let { entries, digest } = before.ledger;
  const calls = { ...before.calls };
  for (const entry of together.flatMap((one) => one.entries)) {
    const text = JSON.stringify(entry);
    digest = ledgerDigest(digest, text);
    entries += 1;
    rows.push({ run_id: runId, seq: entries, case_id: caseId, entry: text });
    if (entry.what === 'call') count(calls, entry.method, entry.path);
  }
  return { rows, ledger: { entries, digest }, calls };
};

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

const count = (counted: Record<string, number>, method: string, path: string): void => {
  const call = `${method} ${path.replace(uuid, '{id}')}`;
  counted[call] = (counted[call] ?? 0) + 1;
};
