import type { UtilityProcess } from 'electron';
import { type Cancel, systemTime } from '#base/clock.ts';
import { systemProblem } from '#base/system-problem.ts';
import type { HostState } from '#contract/bridge.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { HostAddress, RepairOffer, StartHost } from '#contract/host-messages.ts';
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
    /** A host that ran for so long had a good start: the count of crashes starts again. */
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
  /** Starts with the repair that was offered; without an offer, as `start`. */
  repair(): void;
  state(): HostState;
  /** Whether it failed because another host has the data folder. */
  folderInUse(): boolean;
  /** What can be done about the damaged database for which it failed. */
  offer(): RepairOffer | undefined;
  onState(listener: (state: HostState) => void): void;
  /** Where the host is, once it is there. @throws CatalogueError `host.unavailable` */
  ready(): Promise<HostAddress>;
  stop(drainMs: number): Promise<void>;
}

const longStart =
  'Starting takes longer than usual. After an update, migrating a large database can take some minutes. Nothing is lost.';

interface Supervision {
  readonly options: SupervisorOptions;
  readonly listeners: Set<(state: HostState) => void>;
  state: HostState;
  address: HostAddress | undefined;
  child: HostChild | undefined;
  /** From the decision to start one until it is there: asking the keychain may take the person seconds. */
  isLaunching: boolean;
  crashes: number;
  isFolderInUse: boolean;
  offer: RepairOffer | undefined;
  /** For the next launch, once. */
  ordered: StartHost['repair'];
  isStopped: boolean;
  cancelTimer: Cancel;
}

export const createSupervisor = (options: SupervisorOptions): Supervisor => {
  const own: Supervision = {
    options,
    listeners: new Set(),
    state: { state: 'starting' },
    address: undefined,
    child: undefined,
    isLaunching: false,
    crashes: 0,
    isFolderInUse: false,
    offer: undefined,
    ordered: undefined,
    isStopped: false,
    cancelTimer: () => {},
  };
  const start = (): void => {
    if (isBusy(own) || own.isStopped) return;
    own.cancelTimer();
    own.crashes = 0;
    change(own, { state: 'starting' });
    void launch(own);
  };
  return {
    start,
    repair() {
      own.ordered = own.offer?.action?.order;
      start();
    },
    state: () => own.state,
    folderInUse: () => own.isFolderInUse,
    offer: () => own.offer,
    onState: (listener) => void own.listeners.add(listener),
    async ready() {
      if (own.address === undefined && own.state.state !== 'failed' && !own.isStopped) {
        await settled(own.listeners, options.limits.patienceMs);
      }
      if (own.address === undefined) throw new CatalogueError('host.unavailable');
      return own.address;
    },
    async stop(drainMs) {
      own.isStopped = true;
      own.cancelTimer();
      await own.child?.stop(drainMs);
    },
  };
};

const isBusy = ({ isLaunching, child }: Supervision): boolean => isLaunching || child !== undefined;

const change = (own: Supervision, next: HostState): void => {
  own.state = next;
  for (const listener of own.listeners) listener(next);
};

const later = (own: Supervision, delayMs: number, work: () => void): void => {
  own.cancelTimer = systemTime.after(delayMs, work, { unref: true });
};

const launch = async (own: Supervision): Promise<void> => {
  // Two hosts at once would fight for the folder, and the one that lost would count as the one that runs.
  if (isBusy(own)) return;
  const { options } = own;
  own.isLaunching = true;
  own.isFolderInUse = false;
  own.offer = undefined;
  const { ordered } = own;
  own.ordered = undefined;
  try {
    const start = await options.startMessage();
    if (own.isStopped) return;
    own.child = watchHostChild({
      child: forkLogged(options),
      start: ordered === undefined ? start : { ...start, repair: ordered },
      limits: options.limits,
      kill: options.kill,
      onReady: (address) => onReady(own, address),
      onEnd: (end) => onEnd(own, end),
    });
    later(own, options.limits.longStartMs, () => change(own, { state: own.state.state, text: longStart }));
  } catch (error) {
    if (!own.isStopped) change(own, { state: 'failed', text: reasonOf(error) });
  } finally {
    own.isLaunching = false;
  }
};

const onReady = (own: Supervision, address: HostAddress): void => {
  own.address = address;
  own.cancelTimer();
  later(own, own.options.limits.steadyMs, () => {
    own.crashes = 0;
  });
  change(own, { state: 'running' });
};

const onEnd = (own: Supervision, end: HostEnd): void => {
  const ran = own.address !== undefined;
  own.address = undefined;
  own.child = undefined;
  own.cancelTimer();
  if (end.type === 'stopped' || own.isStopped) return;
  own.isFolderInUse = end.type === 'refused' && end.reason === 'folder-in-use';
  own.offer = end.type === 'refused' ? end.repair : undefined;
  const isFinal = end.type === 'refused' && !own.isFolderInUse;
  const delayMs = isFinal ? undefined : own.options.limits.retryDelaysMs[own.crashes];
  if (delayMs === undefined) {
    change(own, { state: 'failed', text: end.text });
    return;
  }
  own.crashes += 1;
  own.cancelTimer = systemTime.after(delayMs, () => void launch(own));
  const text = `The local service stopped and is restarting. ${end.text}`;
  const isRestarting = ran || own.state.state === 'restarting';
  change(own, isRestarting ? { state: 'restarting', text } : { state: 'starting' });
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

const reasonOf = (error: unknown): string => {
  const found = systemProblem(error);
  if (found !== undefined)
    return `${found.path ?? 'A file'} can't be used: ${found.problem}. ${found.advice}`;
  return error instanceof Error ? error.message : String(error);
};
