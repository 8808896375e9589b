import type { Cancel } from '#base/clock.ts';
import { createNotices } from '#base/notices.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Announcement } from '#contract/stream.ts';
import { localTargetId } from '#contract/target.ts';
import type { CoreContext } from '#desk/core/context.ts';
import type { createSoaks } from './soak.ts';

/** Who writes what is noticed. */
const watcher = 'carryover';

/** Every delivery is announced: they are looked at together. */
const looksApartMs = 500;

/** Looks again at soaks on the local service whenever it announces what bears on them, and at the start. */
export const createSoakWatch = (
  { log }: Pick<CoreContext, 'log'>,
  { control }: { readonly control: Pick<ServiceControl, 'subscribe'> },
  soaks: Pick<ReturnType<typeof createSoaks>, 'findRunning' | 'observeRunning'>,
) => {
  const isLocal = (targetId: string): boolean => targetId === localTargetId;
  let isFound = false;
  const look = async (): Promise<void> => {
    try {
      if (!isFound) await soaks.findRunning(isLocal);
      isFound = true;
      await soaks.observeRunning(isLocal, watcher);
    } catch (error) {
      const level = error instanceof CatalogueError ? 'debug' : 'error';
      log[level]({ err: error }, 'desk: a soak could not be watched');
    }
  };
  const notices = createNotices(look, looksApartMs);
  let unsubscribe: Cancel = () => {};
  return {
    start(): void {
      unsubscribe = control.subscribe((announcement) => {
        if (bearsOnSoaks(announcement)) notices.note();
      });
      notices.note();
    },
    async stop(): Promise<void> {
      unsubscribe();
      await notices.stop();
    },
  };
};

const kinds: ReadonlySet<Announcement['type']> = new Set([
  'message',
  'delivery',
  'endpoint',
  'clock',
  'sandbox',
]);

const bearsOnSoaks = ({ type }: Announcement): boolean => kinds.has(type);
