import { CatalogueError } from '#contract/errors.ts';
import type { Sandboxes } from '#contract/sandboxes.ts';
import type { Front } from './api/front.ts';
import type { SandboxSwitch } from './api/sandboxes.ts';
import type { DeskLife } from './life.ts';

interface Parts {
  readonly sandboxes: Sandboxes;
  readonly front: Pick<Front, 'holding'>;
  /** Ends the streams: their readers reconnect and read everything again. */
  readonly cutStreams: () => void;
  readonly life: () => Pick<DeskLife, 'underWay'>;
}

/** Requests that are under way have so long to end, ms. */
export const patienceMs = 10_000;

/**
 * Opens another sandbox while nothing runs on the desk: a job or run that began on one would go on with the other. The
 * copy, which may take long, is made before anything waits.
 */
export const createSandboxSwitch = ({ sandboxes, front, cutStreams, life }: Parts): SandboxSwitch => ({
  list: sandboxes.list,
  remove: sandboxes.remove,
  async open(request, own) {
    await refuseUnderWay(life());
    const prepared = await sandboxes.prepare(request);
    try {
      const held = front.holding(own, patienceMs, async () => {
        await refuseUnderWay(life());
        return prepared.open();
      });
      cutStreams();
      const opened = await held;
      if (opened === undefined)
        throw new CatalogueError('sandbox.underWay', { what: 'a long request is running' });
      return opened;
    } finally {
      prepared.drop();
    }
  },
});

export const refuseUnderWay = async (life: Pick<DeskLife, 'underWay'>): Promise<void> => {
  const what = await life.underWay();
  if (what.length > 0) throw new CatalogueError('sandbox.underWay', { what: what.join(' and ') });
};
