import type { Log } from '#base/log.ts';

/**
 * A process whose state is unknown must not continue: what is unfinished is in the database, and the next start repeats
 * it. Said explicitly, as Electron's utility process would only warn.
 */
export const guardProcess = (log: Log): void => {
  const end = (err: unknown): void => {
    log.fatal({ err }, 'host: stopped by an unexpected error');
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
};
