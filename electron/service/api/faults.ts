import { draw } from '#base/ids.ts';
import type { Fault } from '#contract/sandbox.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { type Fact, readFact, writeFact } from '#service/store/facts.ts';
import type { Tx } from '#service/store/store.ts';

/** Answers that a person asked for, to see how a client bears them. Source: `docs/reference/rules/api.md#local-additions`. */
export interface Faults {
  load(): Promise<void>;
  /** Those still in force; `times` is what is left of it. */
  list(): Fault[];
  set(faults: readonly Fault[]): Promise<Fault[]>;
  /** The fault that hits this request, if any: the first that fits it. */
  hit(method: string, route: string): Fault | undefined;
  /** Writes what is left, so that it outlives the process. */
  save(tx: Tx): Promise<void>;
}

interface LiveFault {
  readonly fault: Fault;
  /** How often it happened. */
  hits: number;
  /** How many requests it might have hit. */
  seen: number;
}

const faultsFact: Fact<LiveFault[]> = { name: 'faults', fallback: [] };

export const createFaults = ({ store, seed }: Pick<ServiceContext, 'store' | 'seed'>): Faults => {
  let live: LiveFault[] = [];

  const list = (): Fault[] =>
    live
      .filter(({ fault, hits }) => fault.times === undefined || hits < fault.times)
      .map(({ fault, hits }) =>
        fault.times === undefined ? fault : { ...fault, times: fault.times - hits },
      );

  return {
    async load() {
      live = await store.readInTurn((reader) => readFact(reader, faultsFact));
    },
    list,
    async set(faults) {
      const wanted = faults.map((fault) => ({ fault, hits: 0, seen: 0 }));
      await store.write((tx) => writeFact(tx, faultsFact, wanted));
      live = wanted;
      return list();
    },
    hit(method, route) {
      for (const [index, candidate] of live.entries()) {
        const { fault } = candidate;
        if (fault.times !== undefined && candidate.hits >= fault.times) continue;
        if (!fits(fault, method, route)) continue;
        const isDrawn = fault.share === undefined || draw(seed, 'fault', index, candidate.seen) < fault.share;
        candidate.seen++;
        if (!isDrawn) continue;
        candidate.hits++;
        return fault;
      }
      return undefined;
    },
    async save(tx) {
      if (live.length > 0) await writeFact(tx, faultsFact, live);
    },
  };
};

/** HEAD is answered as GET is, and so are its faults. */
const fits = (fault: Fault, method: string, route: string): boolean =>
  (fault.method === undefined || fault.method === (method === 'HEAD' ? 'GET' : method)) &&
  (fault.route === '*' || fault.route === route);
