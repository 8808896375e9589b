import type { LeasedSource, TimedSource } from '#service/scheduler/source.ts';

/** Timed work as a list of instants, ms UTC; each runs once. */
export interface ScriptedTimed extends TimedSource {
  readonly ran: { readonly due: number; readonly at: number }[];
  readonly looks: () => number;
  add(...instants: readonly number[]): void;
}

export const scriptedTimed = (...instants: readonly number[]): ScriptedTimed => {
  const due = [...instants];
  const ran: { due: number; at: number }[] = [];
  let looks = 0;
  const sorted = () => due.sort((a, b) => a - b);
  return {
    name: 'timed',
    ran,
    looks: () => looks,
    add: (...more) => void due.push(...more),
    nextDueAt: async () => sorted()[0],
    async runDue(_tx, now, limit) {
      looks++;
      const now_ = sorted()
        .filter((at) => at <= now)
        .slice(0, limit);
      for (const at of now_) {
        due.splice(due.indexOf(at), 1);
        ran.push({ due: at, at: now });
      }
      return now_.length;
    },
    upcoming: async (_reader, limit) =>
      sorted()
        .slice(0, limit)
        .map((at) => ({ what: 'timed', at, count: 1 })),
    countUntil: async (_reader, until) => ({ what: 'timed', count: due.filter((at) => at <= until).length }),
  };
};

export interface Job {
  readonly id: string;
  readonly due: number;
}

/** Leased work whose jobs end when the test says so. */
export interface ScriptedLeased extends LeasedSource<Job, string> {
  /** Started and not yet ended, oldest first. */
  readonly running: Map<string, () => void>;
  /** Each call of `record` that was committed, in order. */
  readonly recorded_: string[][];
  /** The batches of every call of `record`, whether it failed or not. */
  readonly tried: string[][];
  /** Thrown by `record`, while it is set. */
  trouble: ((batch: readonly string[]) => Error | undefined) | undefined;
  interrupted: number;
  end(...ids: readonly string[]): void;
  add(...jobs: readonly Job[]): void;
}

export const scriptedLeased = (...jobs: readonly Job[]): ScriptedLeased => {
  const waiting = [...jobs];
  const running = new Map<string, () => void>();
  const source: ScriptedLeased = {
    name: 'leased',
    running,
    recorded_: [],
    tried: [],
    trouble: undefined,
    interrupted: 0,
    add: (...more) => void waiting.push(...more),
    end(...ids) {
      for (const id of ids) {
        const ended = running.get(id);
        if (ended === undefined) throw new Error(`${id} is not running`);
        running.delete(id);
        ended();
      }
    },
    recover: async () => source.interrupted,
    async lease(_tx, now) {
      const due = waiting.filter((job) => job.due <= now);
      for (const job of due) waiting.splice(waiting.indexOf(job), 1);
      return due;
    },
    start: (job, ended) => void running.set(job.id, () => ended(job.id)),
    async record(_tx, results) {
      source.tried.push([...results]);
      const error = source.trouble?.(results);
      if (error !== undefined) throw error;
    },
    recorded: (results) => void source.recorded_.push([...results]),
    nextDueAt: async () => waiting.map(({ due }) => due).sort((a, b) => a - b)[0],
    upcoming: async (_reader, limit) =>
      waiting.slice(0, limit).map(({ due, id }) => ({ what: 'leased', at: due, count: 1, subject: id })),
    countUntil: async (_reader, until) => ({
      what: 'leased',
      count: waiting.filter(({ due }) => due <= until).length,
    }),
  };
  return source;
};
