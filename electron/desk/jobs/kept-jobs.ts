import { hostname } from 'node:os';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { parseInstant } from '#base/clock.ts';
import { Job } from '#contract/job.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { addJobRow, changeJobRow, dropJobRows, type JobRow, readJobRows } from '#desk/store/jobs.ts';
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
  /** How often its process ended without a word. */
  killed: Type.Optional(Type.Integer()),
  /** Its process was stopped, and left it to the next one. */
  left: Type.Optional(Type.Boolean()),
  noted: Type.Optional(Type.Unknown()),
});
export type KeptJob = Static<typeof KeptJob>;

/** Where jobs are on record. */
export interface KeptJobs {
  /** Of this machine. */
  readonly host: string;
  /** Oldest first. What can't be opened is dropped. */
  read(): Promise<KeptJob[]>;
  add(kept: KeptJob): Promise<void>;
  /** Of one whose case was deleted, nothing is written. */
  change(kept: KeptJob): Promise<void>;
  changeIn(tx: Tx, kept: KeptJob): Promise<void>;
  drop(jobIds: readonly string[]): Promise<void>;
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
  const open = ({ id, content }: JobRow): KeptJob | undefined => {
    const text = sealer.openIfPossible(content, contextOf(id));
    const kept: unknown = text === undefined ? undefined : JSON.parse(text);
    return Value.Check(KeptJob, kept) && kept.job.id === id ? kept : undefined;
  };
  const drop = (jobIds: readonly string[]) => store.write((tx) => dropJobRows(tx, jobIds));
  return {
    host: hostname(),
    async read() {
      const opened = (await store.read(readJobRows)).map((row) => ({ id: row.id, kept: open(row) }));
      const unknown = opened.filter(({ kept }) => kept === undefined).map(({ id }) => id);
      if (unknown.length > 0) {
        log.warn({ jobIds: unknown }, 'desk: jobs that can not be opened are dropped');
        await drop(unknown);
      }
      return opened.flatMap(({ kept }) => kept ?? []);
    },
    add: (kept) => store.write((tx) => addJobRow(tx, rowOf(kept))),
    change: (kept) => store.write((tx) => changeJobRow(tx, rowOf(kept))),
    changeIn: (tx, kept) => changeJobRow(tx, rowOf(kept)),
    drop,
  };
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
