import { systemTime } from '#base/clock.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** npm passes on the Ctrl+C that the terminal has sent already; the two count as one. */
const npmEchoMs = 500;

/** Resolves at the first signal to stop. A second one ends the process at once. */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let first: number | undefined;
    const echoMs = process.env.npm_lifecycle_event === undefined ? 0 : npmEchoMs;
    const heard = (): void => {
      if (first === undefined) {
        first = systemTime.now();
        resolve();
      } else if (systemTime.now() - first >= echoMs) {
        process.exit(1);
      }
    };
    for (const signal of signals) process.on(signal, heard);
  });
