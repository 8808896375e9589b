import { CatalogueError } from '#contract/errors.ts';
import type { FirstReading } from './first-reading.ts';

/** Runs that are being started or resumed, by case: not yet running, but already to be stopped. */
export interface Beginnings {
  /** @throws CatalogueError `server.stopping`; what `work` throws */
  begin<T>(
    caseId: string,
    read: () => FirstReading | undefined,
    work: (reading: FirstReading | undefined) => Promise<T>,
  ): Promise<T>;
  /** One of this case waits for its target no longer. Answers when it is under way, or came to nothing; never rejects. */
  hurry(caseId: string): Promise<void>;
  /** Nothing begins any more. Answers when nothing is being begun. */
  stop(): Promise<void>;
}

export const createBeginnings = (): Beginnings => {
  const all = new Set<{
    readonly caseId: string;
    readonly reading: FirstReading | undefined;
    readonly over: Promise<void>;
  }>();
  let isStopped = false;
  const hurry = async (isWanted: (caseId: string) => boolean): Promise<void> => {
    const wanted = [...all].filter(({ caseId }) => isWanted(caseId));
    for (const { reading } of wanted) reading?.hurry();
    await Promise.all(wanted.map(({ over }) => over));
  };
  return {
    async begin(caseId, read, work) {
      if (isStopped) throw new CatalogueError('server.stopping');
      const reading = read();
      const { promise: over, resolve } = Promise.withResolvers<void>();
      const beginning = { caseId, reading, over };
      all.add(beginning);
      try {
        return await work(reading);
      } catch (error) {
        reading?.end();
        throw error;
      } finally {
        all.delete(beginning);
        resolve();
      }
    },
    hurry: (caseId) => hurry((one) => one === caseId),
    stop() {
      isStopped = true;
      return hurry(() => true);
    },
  };
};
