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
  'Starting takes longer than usual. After an update, migrating a large database can take some minutes. Nothing is lost.';

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
  const isBusy = (): boolean => launching || child !== undefined;
  const later = (delayMs: number, work: () => void): void => {
    timer = systemTime.after(delayMs, work, { unref: true });
  };

  const launch = async (): Promise<void> => {
    // Two hosts at once would fight for the folder, and the one that lost would count as the one that runs.
    if (isBusy()) return;
    launching = true;
    inUse = false;
    try {
      const start = await options.startMessage();
      if (stopped) return;
      child = watchHostChild({
        child: forkLogged(options),
        start,
        limits,
        kill: options.kill,
        onReady,
        onEnd,
      });
      later(limits.longStartMs, () => change({ state: state.state, text: longStart }));
    } catch (error) {
      if (!stopped) fail(reasonOf(error));
    } finally {
      launching = false;
    }
  };
  const onReady = (found: HostAddress): void => {
    address = found;
    timer();
    later(limits.steadyMs, () => {
      crashes = 0;
    });
    change({ state: 'running' });
  };
  const onEnd = (end: HostEnd): void => {
    const ran = address !== undefined;
    address = undefined;
    child = undefined;
    timer();
    if (end.type === 'stopped' || stopped) return;
    inUse = end.type === 'refused' && end.reason === 'folder-in-use';
    const delayMs = end.type === 'refused' && !inUse ? undefined : limits.retryDelaysMs[crashes];
    if (delayMs === undefined) {
      fail(end.text);
      return;
    }
    crashes += 1;
    timer = systemTime.after(delayMs, () => void launch());
    const text = `The local service stopped and is restarting. ${end.text}`;
    change(ran || state.state === 'restarting' ? { state: 'restarting', text } : { state: 'starting' });
  };

  return {
    start() {
      if (isBusy() || stopped) return;
      timer();
      crashes = 0;
      change({ state: 'starting' });
      void launch();
    },
    state: () => state,
    folderInUse: () => inUse,
    onState: (listener) => void listeners.add(listener),
    async ready() {
      if (address === undefined && state.state !== 'failed' && !stopped)
        await settled(listeners, limits.patienceMs);
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

/** A new host whose stdout and stderr go to the log. */
const forkLogged = ({ fork, log }: SupervisorOptions): UtilityProcess => {
  const forked = fork();
  for (const output of [forked.stdout, forked.stderr]) {
    output?.on('data', (bytes: Buffer) => log(bytes.toString()));
  }
  return forked;
};

/** Waits until the host runs, has failed, or `patienceMs` are over. */
const settled = (listeners: Set<(state: HostState) => void>, patienceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      listeners.delete(look);
      cancel();
      resolve();
    };
    const look = ({ state }: HostState): void => {
      if (state === 'running' || state === 'failed') done();
    };
    const cancel = systemTime.after(patienceMs, done, { unref: true });
    listeners.add(look);
  });

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
