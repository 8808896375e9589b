import type { UtilityProcess } from 'electron';
import { type Cancel, systemTime } from '#base/clock.ts';
import type {
  FailureReason,
  FromHost,
  HostAddress,
  RepairOffer,
  StartHost,
  ToHost,
} from '#contract/host-messages.ts';

/** One life of the host process: started, waited for, listened to, ended. */

export interface HostLimits {
  /** From the spawn to its ready message; migrating a large database is part of it. */
  readonly readyMs: number;
  readonly beatMs: number;
  /** So many beats without an answer, and it counts as stuck. Counted, not timed: a laptop that slept is no fault. */
  readonly missedBeats: number;
}

export type HostEnd =
  /** It said why, in words for a person. */
  | {
      readonly type: 'refused';
      readonly reason: FailureReason;
      readonly text: string;
      readonly repair?: RepairOffer;
    }
  | { readonly type: 'crashed'; readonly text: string }
  | { readonly type: 'stopped' };

export interface HostChildOptions {
  readonly child: Pick<UtilityProcess, 'pid' | 'postMessage' | 'on' | 'once'>;
  readonly start: StartHost;
  readonly limits: HostLimits;
  /** Ends a process that may be stuck. */
  readonly kill: (pid: number) => void;
  readonly onReady: (address: HostAddress) => void;
  /** Called once, when the process is gone. */
  readonly onEnd: (end: HostEnd) => void;
}

export interface HostChild {
  /** Lets it end what is in flight for `drainMs`; past that by what its parts need besides, it is killed. Resolves when it is gone. */
  stop(drainMs: number): Promise<void>;
}

const graceMs = 1500;

export const watchHostChild = (options: HostChildOptions): HostChild => {
  const { child, limits } = options;
  const timers: Cancel[] = [];
  let end: HostEnd | undefined;
  const gone = Promise.withResolvers<void>();

  const post = (message: ToHost): void => child.postMessage(message);
  const kill = (): void => {
    if (child.pid !== undefined) options.kill(child.pid);
  };
  const killAs = (why: HostEnd): void => {
    end ??= why;
    kill();
  };

  const notReady = systemTime.after(limits.readyMs, () =>
    killAs({
      type: 'crashed',
      text: `It was not ready within ${limits.readyMs / 1000} s, so it was stopped.`,
    }),
  );
  timers.push(notReady);
  let missed = 0;
  const beat = (): void => {
    missed += 1;
    const stuckMs = limits.beatMs * limits.missedBeats;
    if (missed > limits.missedBeats) {
      killAs({ type: 'crashed', text: `It did not respond for ${stuckMs / 1000} s, so it was stopped.` });
    } else post({ type: 'beat', count: missed });
  };

  child.once('spawn', () => post(options.start));
  child.on('message', (message: FromHost) => {
    if (message.type === 'beat') missed = 0;
    else if (message.type === 'ready') {
      notReady();
      timers.push(systemTime.every(limits.beatMs, beat));
      options.onReady(message.ready);
    } else if (message.type === 'failed') killAs({ ...message, type: 'refused' });
  });
  child.once('exit', (code) => {
    for (const cancel of timers) cancel();
    gone.resolve();
    options.onEnd(end ?? { type: 'crashed', text: `It ended unexpectedly, with code ${code}.` });
  });

  return {
    stop(drainMs) {
      end = { type: 'stopped' };
      post({ type: 'stop', drainMs });
      timers.push(systemTime.after(drainMs + graceMs, kill));
      return gone.promise;
    },
  };
};
