import type { Opening } from '#base/store/postgres/units-of-work.ts';
import { CatalogueError } from '#contract/errors.ts';
import { timesEmptied } from './reset.ts';
import type { ServiceSchema } from './schema.ts';
import type { Follower, Reader } from './store.ts';

/** What a process keeps in memory of a store that others change, too. */
export interface Followers {
  readonly opening: Opening<ServiceSchema>;
  add(follower: Follower): void;
  setProcess(generation: number | undefined): void;
}

/** Numbers that rise: `kept` with each change of the other one, too. */
interface Revision {
  readonly kept: number;
  readonly emptied: number;
}

export const createFollowers = (schema: string): Followers => {
  const followers: Follower[] = [];
  let seen: Revision | undefined;
  /** One was added, which may have read before what was seen. */
  let isStale = false;
  let generation: number | undefined;

  const emptied = (revision: Revision): void => {
    if (seen !== undefined && revision.emptied > seen.emptied) for (const one of followers) one.emptied?.();
  };

  const isBehind = (kept: number): boolean => isStale || seen === undefined || kept > seen.kept;

  const catchUp = async (kept: number, reader: Reader): Promise<(() => void) | undefined> => {
    if (!isBehind(kept)) return undefined;
    const revision = { kept, emptied: await timesEmptied(reader) };
    const places: (() => void)[] = [];
    for (const one of followers) places.push(await one.read(reader));
    return () => {
      // Another unit of work, which began later, may have read sooner.
      if (seen !== undefined && revision.kept < seen.kept) return;
      isStale = false;
      emptied(revision);
      seen = revision;
      for (const place of places) place();
    };
  };

  return {
    add(follower) {
      followers.push(follower);
      isStale = true;
    },
    setProcess(own) {
      generation = own;
    },
    opening: {
      knownLate() {
        isStale = true;
      },
      columns: () =>
        `kept, ${generation === undefined ? 'true' : `exists (select 1 from "${schema}".processes where generation = ${generation})`} as known from "${schema}".revision`,
      isNew: ({ kept, known }) => known === 0 || isBehind(Number(kept)),
      async opened({ kept, known }, reader) {
        if (known === 0) throw new CatalogueError('store.takenForGone');
        return catchUp(Number(kept), reader);
      },
    },
  };
};
