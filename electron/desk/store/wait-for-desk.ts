import { systemTime } from '#base/clock.ts';
import { errorText } from '#base/error-text.ts';
import { createControlLine } from '#base/store/postgres/control-line.ts';
import type { ServerOptions } from '#base/store/postgres/database.ts';
import { freeChannel, silentS } from './desk-process.ts';
import { deskSchemaOf } from './server-store.ts';

/** A process that waits until the desk of a store is free. */
export interface DeskWait {
  /** Who has it, as far as was asked: "process 12 on host"; undefined if nobody answered yet. */
  holder(): string | undefined;
  /** Why the server did not answer last; undefined if it did. */
  problem(): string | undefined;
  stop(): Promise<void>;
}

/** Without a word of the process that ends, and with a pooler that lets none through, it is asked for so often, ms. */
const lookMs = 1000;

/** @param free told whenever nobody has it */
export const waitForDesk = (options: ServerOptions, free: () => void): DeskWait => {
  const schema = deskSchemaOf(options);
  const line = createControlLine(options);
  let holder: string | undefined;
  let problem: string | undefined;
  let looking = false;
  let stopped = false;

  const look = async (): Promise<void> => {
    if (looking || stopped) return;
    looking = true;
    try {
      const [found] = await line.query<{ host: string; pid: string }>(
        `select host, pid::text as pid from "${schema}".desk_process
          where seen > clock_timestamp() - make_interval(secs => $1)`,
        [silentS],
      );
      problem = undefined;
      holder = found && `process ${found.pid} on ${found.host}`;
      if (found === undefined && !stopped) free();
    } catch (error) {
      problem = errorText(error);
    } finally {
      looking = false;
    }
  };
  line.listen(freeChannel(schema), () => void look());
  const stopLooks = systemTime.every(lookMs, () => void look());
  void look();

  return {
    holder: () => holder,
    problem: () => problem,
    async stop() {
      stopped = true;
      stopLooks();
      await line.close();
    },
  };
};
