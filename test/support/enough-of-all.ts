import type { Resources } from '#contract/resources.ts';

/** A machine that has enough of everything. */
export const enoughOfAll: Resources = {
  descriptors: { state: 'ok', limit: 1024, requestLimit: 720, requests: 0 },
  disk: {
    state: 'ok',
    freeBytes: 50_000_000_000,
    dataBytes: 4_000_000,
    warnBelowBytes: 536_870_912,
    refuseBelowBytes: 268_435_456,
  },
  backlog: { state: 'ok', waiting: 0, counted: 0, limit: 1_000_000 },
};
