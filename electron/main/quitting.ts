import type { App, Dialog } from 'electron';
import { systemTime } from '#base/clock.ts';
import type { Work } from './work.ts';

export interface QuittingOptions {
  readonly app: Pick<App, 'on' | 'quit'>;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  /** Whether there is a host that could be in the middle of something. */
  readonly isRunning: () => boolean;
  readonly work: Pick<Work, 'underWay' | 'pause'>;
  /** Stops the host; what is in flight gets `drainMs` to end. */
  readonly stopHost: (drainMs: number) => Promise<void>;
}

export interface Quitting {
  /** Everything is stopped: windows may close. */
  allowed(): boolean;
  /** Without asking: the system wants it, and a resume continues a run where it was. */
  now(): void;
}

const drainMs = 5000;
const waitMs = 1000;
const choices = ['Wait, then quit', 'Pause and quit', 'Cancel'] as const;

/** Quitting in the middle of work asks first; then the host is drained before the app goes. */
export const setUpQuitting = ({ app, dialog, isRunning, work, stopHost }: QuittingOptions): Quitting => {
  let stopped = false;
  let stopping = false;
  let asking = false;
  let waiting = false;

  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    // A host that can't be stopped must not keep the app: what it leaves is repaired by its next start.
    await stopHost(drainMs).catch(() => {});
    stopped = true;
    app.quit();
  };
  const ask = async (): Promise<void> => {
    const underWay = isRunning() ? await work.underWay() : [];
    if (underWay.length === 0) return stop();
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: 'Carryover is still working.',
      detail: `Under way: ${underWay.join('; ')}. A paused run continues where it stopped once you resume it; a check or an import of a file starts over the next time.`,
      buttons: [...choices],
      defaultId: 0,
      cancelId: 2,
      noLink: true,
    });
    waiting = choices[response] === 'Wait, then quit';
    if (waiting) void quitWhenDone();
    if (choices[response] !== 'Pause and quit') return;
    await work.pause();
    return stop();
  };
  /** Until it is done, or the person is asked again and says otherwise. */
  const quitWhenDone = async (): Promise<void> => {
    while (waiting && isRunning() && (await work.underWay()).length > 0) await systemTime.sleep(waitMs);
    if (waiting) await stop();
  };

  app.on('before-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    if (asking || stopping) return;
    asking = true;
    waiting = false;
    // If it can't be asked, the app quits: not to quit at all would be worse, and a resume continues a run.
    void ask()
      .catch(stop)
      .finally(() => {
        asking = false;
      });
  });
  return { allowed: () => stopped, now: () => void stop() };
};
