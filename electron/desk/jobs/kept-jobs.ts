import { hostname } from 'node:os';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { parseInstant, systemTime } from '#base/clock.ts';
import { Job } from '#contract/job.ts';
import type { DeskContext } from '#desk/store/context.ts';
import {
  addJobRow,
  changeJobRow,
  dropJobRows,
  dropOldJobs,
  type JobRow,
  readJobRow,
  readJobRows,
} from '#desk/store/jobs.ts';
import type { Tx } from '#desk/store/store.ts';

/** A job as it is on record: sealed, as its input may be anything, and as nobody else may have this desk do things. */
const KeptJob = Type.Object({
  job: Job,
  /** By which it was defined. */
  name: Type.String(),
  actor: Type.String(),
  /** The machine that runs it. */
  host: Type.String(),
  input: Type.Optional(Type.Unknown()),
  /** Why it can't be repeated. */
  once: Type.Optional(Type.String()),
  hasFiles: Type.Optional(Type.Boolean()),
  /** When processes resumed it although the one before had not left it to them, ms UTC. */
  interrupted: Type.Optional(Type.Array(Type.Integer())),
  /** Its process was stopped, and left it to the next one. */
  left: Type.Optional(Type.Boolean()),
  noted: Type.Optional(Type.Unknown()),
});
export type KeptJob = Static<typeof KeptJob>;

/** Where jobs are on record. */
export interface KeptJobs {
  /** Of this machine. */
  readonly host: string;
  /** Oldest first. What was not sealed here is dropped; what a newer build wrote in its own way is left to that. */
  read(): Promise<KeptJob[]>;
  add(kept: KeptJob): Promise<void>;
  /** Of one whose case was deleted, nothing is written. Answers what is on record of one that had ended: that stays. */
  change(kept: KeptJob): Promise<Job | undefined>;
  changeIn(tx: Tx, kept: KeptJob): Promise<Job | undefined>;
  drop(jobIds: readonly string[]): Promise<void>;
  /** @param endedMs those that ended until then are dropped, ms UTC */
  dropOld(endedMs: number): Promise<void>;
}

/** UTF-16 units of a result; more is not kept. */
const largestResult = 8 * 1_048_576;

export const keptJobsIn = ({
  store,
  sealer,
  log,
}: Pick<DeskContext, 'store' | 'sealer' | 'log'>): KeptJobs => {
  const rowOf = (kept: KeptJob): JobRow => {
    const { id, caseId = null, started, ended } = kept.job;
    return {
      id,
      case_id: caseId,
      started: parseInstant(started, 'started'),
      ended: ended === undefined ? null : parseInstant(ended, 'ended'),
      content: sealer.seal(JSON.stringify(bounded(kept)), contextOf(id)),
    };
  };
  const textOf = ({ id, content }: JobRow) => sealer.openIfPossible(content, contextOf(id));
  const drop = (jobIds: readonly string[]) => store.write((tx) => dropJobRows(tx, jobIds));
  const changeIn = async (tx: Tx, kept: KeptJob): Promise<Job | undefined> => {
    if (await changeJobRow(tx, rowOf(kept))) return undefined;
    const row = await readJobRow(tx, kept.job.id);
    return row && keptIn(textOf(row))?.job;
  };
  return {
    host: hostname(),
    async read() {
      const found = (await store.read(readJobRows)).map((row) => {
        const text = textOf(row);
        return { row, isSealedHere: text !== undefined, kept: keptIn(text) };
      });
      const lapsedMs = systemTime.now() - newerMs;
      const useless = found.filter(
        ({ row, isSealedHere, kept }) => !isSealedHere || (row.started < lapsedMs && kept === undefined),
      );
      if (useless.length > 0) {
        const jobIds = useless.map(({ row }) => row.id);
        log.warn({ jobIds }, 'desk: jobs that can not be opened are dropped');
        await drop(jobIds);
      }
      return found.flatMap(({ kept }) => kept ?? []);
    },
    add: (kept) => store.write((tx) => addJobRow(tx, rowOf(kept))),
    change: (kept) => store.write((tx) => changeIn(tx, kept)),
    changeIn,
    drop,
    dropOld: (endedMs) => store.write((tx) => dropOldJobs(tx, endedMs)),
  };
};

/** A job of a newer build that this one can't read waits so long for one that can, ms. */
const newerMs = 7 * 86_400_000;

const keptIn = (text: string | undefined): KeptJob | undefined => {
  if (text === undefined) return undefined;
  try {
    const kept: unknown = JSON.parse(text);
    return Value.Check(KeptJob, kept) ? kept : undefined;
  } catch {
    return undefined;
  }
};

const contextOf = (jobId: string): string => `job ${jobId}`;

/** A result that is too large is with its process alone. */
const bounded = (kept: KeptJob): KeptJob => {
  const { result, ...job } = kept.job;
  if (result === undefined || JSON.stringify(result).length <= largestResult) return kept;
  const error =
    'It was done, and its process ended. Its result was too large to be kept beyond that: what it recorded is in the case.';
  return { ...kept, job: { ...job, state: 'failed', error } };
};
