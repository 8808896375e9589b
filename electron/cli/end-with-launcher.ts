import { systemTime } from '#base/clock.ts';
import { whenLauncherGone } from '#base/launcher.ts';
import { remark } from './output.ts';

/** Past the time that a host needs to stop: whatever still holds this process must not. */
const patienceMs = 10_000;

/** A command that `npm run` started ends when npm does, as after a signal to stop: a host would be left behind otherwise. */
export const endWithLauncher = (): void => {
  if (process.env.npm_lifecycle_event === undefined) return;
  whenLauncherGone(() => {
    remark('npm has ended, so this ends too.');
    systemTime.after(patienceMs, () => process.exit(1), { unref: true });
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(1);
  });
};
