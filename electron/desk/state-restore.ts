import { CatalogueError } from '#contract/errors.ts';
import type { StateForks, States } from '#contract/states.ts';
import type { StatesModule } from '#control/states.ts';
import type { Front } from './api/front.ts';
import type { DeskLife } from './life.ts';
import { patienceMs, refuseUnderWay } from './sandbox-switch.ts';

interface Parts {
  readonly states: States & StateForks;
  readonly front: Pick<Front, 'holding'>;
  /** Ends the streams: their readers reconnect and read everything again. */
  readonly cutStreams: () => void;
  readonly life: () => Pick<DeskLife, 'underWay'>;
}

/**
 * Restores a state while nothing runs on the desk, as another sandbox is opened: what began on the one would go on with
 * the other. The state, which may be large, is read and checked before anything waits.
 */
export const createStateRestore = ({
  states,
  front,
  cutStreams,
  life,
}: Parts): StatesModule & StateForks => ({
  list: states.list,
  save: states.save,
  read: states.read,
  receive: states.receive,
  remove: states.remove,
  fork: states.fork,
  async restore(name, request, own) {
    await refuseUnderWay(life());
    const prepared = await states.prepare(name, request);
    try {
      const held = front.holding(own, patienceMs, async () => {
        await refuseUnderWay(life());
        return prepared.restore();
      });
      cutStreams();
      const restored = await held;
      if (restored === undefined) {
        throw new CatalogueError('sandbox.underWay', { what: 'a long request is running' });
      }
      return restored;
    } finally {
      prepared.drop();
    }
  },
});
