import { Listr } from 'listr2';
import { systemTime } from '#base/clock.ts';
import { oneLine } from '#base/terminal-text.ts';
import type { CaseView } from '#contract/case.ts';
import type { Run } from '#contract/token-runs.ts';
import { CommandError } from './command-error.ts';
import { casePath } from './find-case.ts';
import { formatResults, formatResume, formatRun, progressLine, runExitCode } from './format/run.ts';
import { isHostGone } from './host-peer.ts';
import type { HttpClient } from './http-client.ts';
import type { CommonOptions } from './options.ts';
import { commandName, print, printJson, remark } from './output.ts';
import { stopSignal } from './stop-signal.ts';

const pollMs = 250;

export interface Following {
  readonly desk: HttpClient;
  readonly found: Pick<CaseView, 'id' | 'name'>;
  readonly run: Run;
  /** What Ctrl+C does: ends the run for now, for good, or the watching alone. */
  readonly onStop: 'pause' | 'cancel' | 'leave';
  /** Shows nothing. */
  readonly quiet: boolean;
  /** Resolves at Ctrl+C: listened for since before the run was started, so that none is missed; from now on, if left out. */
  readonly stop?: Promise<void>;
}

/**
 * Waits until a run no longer runs, with its progress on a terminal; in a pipe only what a person must know is said.
 * Ctrl+C pauses it, cancels it, or leaves it running; a second one leaves at once.
 * @returns the run as it is then
 * @throws CommandError, which says how to continue, if the host is gone
 */
export const followRun = async (following: Following): Promise<Run> => {
  const { run, quiet } = following;
  if (quiet) return watch(following, () => {});
  if (!process.stdout.isTTY || !process.stderr.isTTY) return watch(following, createTeller());
  let last: Run | undefined;
  const tasks = new Listr(
    {
      title: oneLine(progressLine(run)),
      task: async (_context, task) => {
        last = await watch(following, (now, text) => {
          task.title = oneLine(text ?? progressLine(now));
          if (now.remark !== undefined) task.output = oneLine(now.remark);
        });
      },
    },
    { registerSignalListeners: false, rendererOptions: { clearOutput: true, showErrorMessage: false } },
  );
  await tasks.run();
  return last as Run;
};

/** `text`: instead of how far it is. */
type Tell = (run: Run, text?: string) => void;

/** Without it a script would wait for a clock that somebody has to advance, and nobody would know. */
const createTeller = (): Tell => {
  let said: string | undefined;
  return ({ remark: text }) => {
    if (text !== undefined && text !== said) remark(oneLine(text));
    said = text ?? said;
  };
};

const watch = async (following: Following, tell: Tell): Promise<Run> => {
  const { desk, found, onStop } = following;
  const path = casePath(found, `/tokens/runs/${following.run.id}`);
  let stopped = false;
  const stop = (following.stop ?? stopSignal()).then(() => {
    stopped = true;
  });
  try {
    let { run } = following;
    while (run.state === 'running') {
      tell(run);
      await Promise.race([systemTime.sleep(pollMs), stop]);
      if (stopped) {
        if (onStop === 'leave') return run;
        tell(run, onStop === 'pause' ? 'Pausing: waiting for calls under way.' : 'Cancelling.');
        return await end(following, path);
      }
      run = await desk.get<Run>(path);
    }
    return run;
  } catch (error) {
    throw isHostGone(error) ? gone(error, following) : error;
  }
};

/** It may have ended by itself meanwhile. */
const end = async ({ desk, found, onStop }: Following, path: string): Promise<Run> => {
  try {
    const body = onStop === 'pause' ? { why: 'Paused by Ctrl+C.' } : undefined;
    return await desk.post<Run>(casePath(found, `/tokens/runs/${onStop}`), body);
  } catch (error) {
    const run = await desk.get<Run>(path);
    if (run.state === 'running') throw error;
    return run;
  }
};

const gone = (error: CommandError, { found, onStop }: Following): CommandError =>
  onStop === 'cancel'
    ? error
    : new CommandError(
        `${error.message} If it stopped, nothing is lost. ${formatResume(found.name, commandName())}`,
        1,
        { cause: error },
      );

/** Prints what a followed run came to, and sets the exit code (`runExitCodes`). */
export const showRun = (
  run: Run,
  found: Pick<CaseView, 'name'>,
  { json }: Pick<CommonOptions, 'json'>,
): void => {
  process.exitCode = runExitCode(run);
  if (json) printJson(run);
  else print(formatRun(run));
  if (run.state === 'paused' || run.state === 'interrupted') {
    remark(formatResume(found.name, commandName()));
  } else if (!json) remark(formatResults(run, found.name, commandName()));
};
