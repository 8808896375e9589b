import { statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { systemTime } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { storeFigures } from '#base/store/store-figures.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ServiceFigures, StoreFigures } from '#contract/figures.ts';
import type { Resources } from '#contract/resources.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { DeskStore } from '#desk/store/store.ts';

/** Everything that is known of a host at one moment. What did not answer in time, or can't be read, is absent. */
export interface HostFigures {
  readonly service?: ServiceFigures;
  /** Why the service has no figures, if it says so: its database was damaged when it started. */
  readonly serviceProblem?: string;
  readonly deskStore?: StoreFigures;
  /** Of `vault.db`, bytes; a server's are the server's to tell. */
  readonly vaultBytes?: number;
  readonly disk?: { readonly freeBytes: number; readonly totalBytes: number };
  readonly resources?: Resources;
}

export interface FigureParts {
  readonly control: Pick<ServiceControl, 'figures' | 'resources'>;
  /** Left out while another process has the desk. */
  readonly store?: Pick<DeskStore, 'place' | 'watch' | 'file'>;
  readonly dataDir: string;
  readonly log: Pick<Log, 'error'>;
}

/** How long a part may take to answer, ms: whoever watches a host asks again soon, and waits for nothing. */
export const patienceMs = 2000;

/** Those who ask while it is read share what is read. */
export const createHostFigures = ({
  control,
  store,
  dataDir,
  log,
}: FigureParts): (() => Promise<HostFigures>) => {
  const service = shared(() => control.figures());
  const deskStore = shared(async () => store && storeFigures(store.place, store.watch));
  // Whatever stands in for a service that did not start may reject where the service answers at once.
  const resources = async () => control.resources();
  return async () => {
    const [ofService, ofDesk, ofMachine] = await Promise.all([
      inTime(service(), log),
      inTime(deskStore(), log),
      inTime(resources(), log),
    ]);
    return {
      ...known('service', ofService),
      ...known('deskStore', ofDesk),
      ...known('resources', ofMachine),
      ...(ofService.problem === undefined ? {} : { serviceProblem: ofService.problem }),
      ...(store?.file === undefined
        ? {}
        : ifReadable('vaultBytes', () => statSync(join(dataDir, 'vault.db')).size)),
      ...ifReadable('disk', () => {
        const { bavail, blocks, bsize } = statfsSync(dataDir);
        return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
      }),
    };
  };
};

/** Work that is under way once at most. */
const shared = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= work().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
};

/** Neither if it took too long, or failed in a way that only the log can tell. */
interface Answer<T> {
  readonly value?: T;
  readonly problem?: string;
}

const inTime = async <T>(answer: Promise<T>, log: FigureParts['log']): Promise<Answer<T>> => {
  const late = Promise.withResolvers<Answer<T>>();
  const cancel = systemTime.after(patienceMs, () => late.resolve({}));
  try {
    return await Promise.race([answer.then((value) => ({ value })), late.promise]);
  } catch (error) {
    if (error instanceof CatalogueError) return { problem: error.message };
    log.error({ err: error }, 'desk: figures could not be read');
    return {};
  } finally {
    cancel();
  }
};

const known = <K extends string, T>(key: K, { value }: Answer<T>): Partial<Record<K, T>> =>
  value === undefined ? {} : ({ [key]: value } as Record<K, T>);

const ifReadable = <K extends string, T>(key: K, read: () => T): Partial<Record<K, T>> => {
  try {
    return { [key]: read() } as Record<K, T>;
  } catch {
    return {};
  }
};
