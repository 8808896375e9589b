import type { Opening } from '#base/store/postgres/units-of-work.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ServiceSchema } from './schema.ts';
import type { Follower, Reader } from './store.ts';

/** What a process keeps in memory of a store that others change, too. */
export interface Followers {
  readonly opening: Opening<ServiceSchema>;
  add(follower: Follower): void;
  setProcess(generation: number | undefined): void;
}

/** Numbers that rise. */
interface Revision {
  readonly kept: number;
  readonly emptied: number;
}

export const createFollowers = (): Followers => {
  const followers: Follower[] = [];
  let seen: Revision | undefined;
  /** One was added, which may have read before what was seen. */
  let isStale = false;
  let generation: number | undefined;

  const emptied = (revision: Revision): void => {
    if (seen !== undefined && revision.emptied > seen.emptied) for (const one of followers) one.emptied?.();
  };

  const catchUp = async (revision: Revision, reader: Reader): Promise<(() => void) | undefined> => {
    if (!isStale && seen !== undefined && revision.kept <= seen.kept) return undefined;
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
        `kept, coalesce((select value_json::int8 from facts where name = 'emptied'), 0) as emptied, ${generation === undefined ? 'true' : `exists (select 1 from processes where generation = ${generation})`} as known from revision`,
      async opened(row, reader) {
        if (row.known === 0) throw new CatalogueError('store.takenForGone');
        return catchUp({ kept: Number(row.kept), emptied: Number(row.emptied) }, reader);
      },
    },
  };
};
