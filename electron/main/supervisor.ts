import type { UtilityProcess } from 'electron';
import { type Cancel, systemTime } from '#base/clock.ts';
import type { HostState } from '#contract/bridge.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { HostAddress, StartHost } from '#contract/host-messages.ts';
import { type HostChild, type HostChildOptions, type HostEnd, watchHostChild } from './host-child.ts';

/**
 * Keeps the host running. A crash is followed by a new start, after a growing pause and so many times in a row; then the
 * app says so and waits for the person. What the host refuses in words is not tried again, as it would refuse it again:
 * but for a folder in use, as a command may hold it for a moment.
 */

export interface SupervisorOptions {
  readonly fork: () => UtilityProcess;
  /** What the host is started with. @throws Error in words for a person, such as about the keychain */
  readonly startMessage: () => Promise<StartHost>;
  readonly limits: HostChildOptions['limits'] & {
    /** The pauses before each new start; after the last one it is given up. */
    readonly retryDelaysMs: readonly number[];
    /** A host that ran for so long had a good start: crashes are counted anew. */
    readonly steadyMs: number;
    /** How long a request waits for a host that is on its way. */
    readonly patienceMs: number;
    /** A start that takes longer is said to. */
    readonly longStartMs: number;
  };
  readonly kill: HostChildOptions['kill'];
  /** Gets what the host writes on stdout and stderr. */
  readonly log: (text: string) => void;
}

export interface Supervisor {
  start(): void;
  state(): HostState;
  /** Whether it failed because another host has the data folder. */
  folderInUse(): boolean;
  onState(listener: (state: HostState) => void): void;
  /** Where the host is, once it is there. @throws CatalogueError `host.unavailable` */
  ready(): Promise<HostAddress>;
  stop(drainMs: number): Promise<void>;
}

const longStart =
  'The local service takes long to start. After an update it may be bringing a large database to its new form, which can take some minutes. Nothing is lost.';

export const createSupervisor = (options: SupervisorOptions): Supervisor => {
  const { limits } = options;
  const listeners = new Set<(state: HostState) => void>();
  let state: HostState = { state: 'starting' };
  let address: HostAddress | undefined;
  let child: HostChild | undefined;
  /** From the decision to start one until it is there: asking the keychain may take the person seconds. */
  let launching = false;
  let crashes = 0;
  let inUse = false;
  let stopped = false;
  let timer: Cancel = () => {};

  const change = (next: HostState): void => {
    state = next;
    for (const listener of listeners) listener(next);
  };
  const fail = (text: string): void => change({ state: 'failed', text });
  const sayIfLong = (): void => {
    timer = systemTime.after(limits.longStartMs, () => change({ state: state.state, text: longStart }), {
      unref: true,
    });
  };

  const launch = async (): Promise<void> => {
    // Two hosts at once would fight for the folder, and the one that lost would count as the one that runs.
    if (launching || child !== undefined) return;
    launching = true;
    inUse = false;
    try {
      const start = await options.startMessage();
      if (stopped) return;
      const forked = options.fork();
      for (const output of [forked.stdout, forked.stderr]) {
        output?.on('data', (bytes: Buffer) => options.log(bytes.toString()));
      }
      child = watchHostChild({ child: forked, start, limits, kill: options.kill, onReady, onEnd });
      sayIfLong();
    } catch (error) {
      if (!stopped) fail(error instanceof Error ? error.message : String(error));
    } finally {
      launching = false;
    }
  };
  const onReady = (found: HostAddress): void => {
    address = found;
    timer();
    timer = systemTime.after(
      limits.steadyMs,
      () => {
        crashes = 0;
      },
      { unref: true },
    );
    change({ state: 'running' });
  };
  const onEnd = (end: HostEnd): void => {
    const ran = address !== undefined;
    address = undefined;
    child = undefined;
    timer();
    if (end.type === 'stopped' || stopped) return;
    inUse = end.type === 'refused' && end.reason === 'folder-in-use';
    const delayMs = limits.retryDelaysMs[crashes];
    if ((end.type === 'refused' && !inUse) || delayMs === undefined) {
      fail(end.text);
      return;
    }
    crashes += 1;
    timer = systemTime.after(delayMs, () => void launch());
    const text = `The local service has stopped, and is being started again. ${end.text}`;
    change(ran || state.state === 'restarting' ? { state: 'restarting', text } : { state: 'starting' });
  };

  /** The next time that it runs, fails, or that patience ends. */
  const settled = (): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        listeners.delete(look);
        cancel();
        resolve();
      };
      const look = ({ state: now }: HostState): void => {
        if (now === 'running' || now === 'failed') done();
      };
      const cancel = systemTime.after(limits.patienceMs, done, { unref: true });
      listeners.add(look);
    });

  return {
    start() {
      if (launching || child !== undefined || stopped) return;
      timer();
      crashes = 0;
      change({ state: 'starting' });
      void launch();
    },
    state: () => state,
    folderInUse: () => inUse,
    onState: (listener) => void listeners.add(listener),
    async ready() {
      if (address === undefined && state.state !== 'failed' && !stopped) await settled();
      if (address === undefined) throw new CatalogueError('host.unavailable');
      return address;
    },
    async stop(drainMs) {
      stopped = true;
      timer();
      await child?.stop(drainMs);
    },
  };
};
