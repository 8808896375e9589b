import { draw } from '#base/ids.ts';
import { invalid, type ValidationItem } from '#contract/errors.ts';
import type { Fault } from '#contract/sandbox.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { type Fact, lockFact, readFact, writeFact } from '#service/store/facts.ts';
import type { StoreServer, Tx } from '#service/store/store.ts';
import type { Paths } from './paths.ts';

/** Answers that a person asked for, to see how a client bears them. Source: `docs/reference/rules/api.md#local-additions`. */
export interface Faults {
  load(): Promise<void>;
  /** Those still in force; `times` is what is left of it. */
  list(): Promise<Fault[]>;
  set(faults: readonly Fault[]): Promise<Fault[]>;
  /** The fault that hits this request, if any: the first that fits it. A promise where other processes count, too. */
  hit(request: FaultedRequest): Fault | undefined | Promise<Fault | undefined>;
  /** Writes what is left, so that it outlives the process. */
  save(tx: Tx): Promise<void>;
}

export interface FaultedRequest {
  readonly method: string;
  /** Its template. */
  readonly route: string;
  /** Without the query string. */
  readonly path: string;
}

interface LiveFault extends Counts {
  readonly fault: Fault;
}

interface Counts {
  /** How often it happened. */
  hits: number;
  /** How many requests it might have hit. */
  seen: number;
}

const faultsFact: Fact<LiveFault[]> = { name: 'faults', fallback: [] };
/** Of each fault, in their order: written with every batch of the log, and fixtures are long. */
const countsFact: Fact<Counts[]> = { name: 'faultCounts', fallback: [] };

export const createFaults = ({ store, seed }: Pick<ServiceContext, 'store' | 'seed'>): Faults => {
  let live: LiveFault[] = [];
  /** Counts changed since they were written. */
  let isCounted = false;

  const inForce = (): Fault[] =>
    live
      .filter(({ fault, hits }) => fault.times === undefined || hits < fault.times)
      .map(({ fault, hits }) =>
        fault.times === undefined ? fault : { ...fault, times: fault.times - hits },
      );

  const counts = (): Counts[] => live.map(({ hits, seen }) => ({ hits, seen }));
  const hit = (request: FaultedRequest): Fault | undefined => {
    for (const [index, candidate] of live.entries()) {
      const { fault } = candidate;
      if (!isLive(candidate) || !fits(fault, request)) continue;
      isCounted = true;
      const isDrawn = fault.share === undefined || draw(seed, 'fault', index, candidate.seen) < fault.share;
      candidate.seen++;
      if (!isDrawn) continue;
      candidate.hits++;
      return fault;
    }
    return undefined;
  };
  /** The table alone knows how often each happened in all processes. */
  const hitTogether = ({ writeAside }: StoreServer, request: FaultedRequest) =>
    writeAside(async (tx) => {
      const counted = await lockFact(tx, countsFact);
      // They may be others by now, whose counts these are.
      live = countedAs(await readFact(tx, faultsFact), counted);
      const found = hit(request);
      await writeFact(tx, countsFact, counts());
      return found;
    });
  const mayHit = (request: FaultedRequest): boolean =>
    live.some((one) => isLive(one) && fits(one.fault, request));

  return {
    async load() {
      live = await store.readInTurn(async (reader) => {
        const counted = await readFact(reader, countsFact);
        return countedAs(await readFact(reader, faultsFact), counted);
      });
      isCounted = false;
    },
    async list() {
      // Hits of other processes are no change that is followed.
      if (store.server !== undefined)
        live = countedAs(live, await store.read((reader) => readFact(reader, countsFact)));
      return inForce();
    },
    async set(faults) {
      checkFixtures(faults);
      const wanted = faults.map((fault) => ({ fault, hits: 0, seen: 0 }));
      await store.write(async (tx) => {
        await writeFact(tx, faultsFact, wanted);
        await writeFact(tx, countsFact, []);
        tx.afterCommit(() => {
          live = wanted;
          isCounted = false;
        });
      });
      return inForce();
    },
    hit(request) {
      if (store.server === undefined) return hit(request);
      return mayHit(request) ? hitTogether(store.server, request) : undefined;
    },
    async save(tx) {
      if (!isCounted || store.server !== undefined) return;
      await writeFact(tx, countsFact, counts());
      tx.afterCommit(() => {
        isCounted = false;
      });
    },
  };
};

const countedAs = (faults: readonly LiveFault[], counts: readonly Counts[]): LiveFault[] =>
  faults.map((one, at) => ({ ...one, ...counts[at] }));

/** Switched on, and not hit as often as it was to be. */
const isLive = ({ fault, hits }: LiveFault): boolean =>
  !fault.off && (fault.times === undefined || hits < fault.times);

/** HEAD is answered as GET is, and so are its faults. Ids are the same in either case. */
const fits = (fault: Fault, { method, route, path }: FaultedRequest): boolean =>
  (fault.method === undefined || fault.method === (method === 'HEAD' ? 'GET' : method)) &&
  (fault.route === '*' || fault.route === route) &&
  (fault.path === undefined || fault.path.toLowerCase() === path.toLowerCase());

/**
 * The faults with the templates that the API has, whatever their parameters were called. One that can't ever happen is
 * refused: a test that waits for it would pass for the wrong reason.
 * @throws CatalogueError `request.invalid`
 */
export const withKnownPlaces = (faults: readonly Fault[], paths: Pick<Paths, 'find' | 'like'>): Fault[] => {
  const items = faults.flatMap((fault, at) => {
    const text = whyNever(fault, paths);
    if (text === undefined) return [];
    const itemId = `faults.${at}`;
    return [{ itemId, message: `${itemId} would never happen: ${text}`, validatorName: 'route' }];
  });
  if (items.length > 0) throw invalid(...items);
  return faults.map((fault) => ({ ...fault, route: paths.like(fault.route)?.template ?? fault.route }));
};

const whyNever = (
  { route, path, method }: Fault,
  paths: Pick<Paths, 'find' | 'like'>,
): string | undefined => {
  const ofRoute = route === '*' ? undefined : paths.like(route);
  if (route !== '*' && ofRoute === undefined) return noPath(route);
  const known = path === undefined ? ofRoute : paths.find(path);
  if (path !== undefined && known === undefined) return noPath(path);
  if (known === undefined) return undefined;
  const { template, methods } = known;
  if (ofRoute !== undefined && template !== ofRoute.template)
    return `${path} is no path of ${ofRoute.template}.`;
  if (method === undefined || methods.includes(method)) return undefined;
  return `${template} takes ${methods.join(', ')}, not ${method}.`;
};

const noPath = (path: string): string =>
  `the API has no path ${path.slice(0, 200)}. See /docs for those that it has.`;

/** Of all fixtures together, characters. */
const mostFixtures = 1_048_576;
/** HTTP's own: they follow from the response. */
const refusedHeaders = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);

/** @throws CatalogueError `request.invalid` */
const checkFixtures = (faults: readonly Fault[]): void => {
  const items = faults.flatMap((fault, at) => fixtureProblems(fault, `faults.${at}`));
  const length = faults.reduce((sum, { fixture }) => sum + (fixture?.body?.length ?? 0), 0);
  if (length > mostFixtures) {
    items.push(
      problem('faults', `The fixtures have ${length} characters together, of at most ${mostFixtures}.`),
    );
  }
  if (items.length > 0) throw invalid(...items);
};

const fixtureProblems = ({ answer, fixture }: Fault, itemId: string): ValidationItem[] => {
  if ((answer === 'fixture') !== (fixture !== undefined)) {
    return [problem(itemId, `${itemId} needs both: the answer "fixture" and a fixture, or neither.`)];
  }
  return (fixture?.headers ?? [])
    .filter(({ name }) => refusedHeaders.has(name.toLowerCase()))
    .map(({ name }) => problem(`${itemId}.fixture`, `${name} follows from the response: remove it.`));
};

const problem = (itemId: string, message: string): ValidationItem => ({
  itemId,
  message,
  validatorName: 'fixture',
});
