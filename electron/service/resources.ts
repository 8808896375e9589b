import { type Cancel, systemTime } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { formatOwnFault } from '#base/own-fault.ts';
import { CatalogueError } from '#contract/errors.ts';
import { formatBytes, formatCount, formatNumber } from '#contract/format.ts';
import { fewDescriptors, type Resources, retryAfterSeconds } from '#contract/resources.ts';
import type { Announce } from '#contract/stream.ts';
import type { Backpressure } from './api/admission.ts';
import { createGrowth, type Space, spaceLimits } from './disk-space.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { Backlog } from './webhooks/health.ts';

/** Source: `docs/reference/rules/resources.md`. */
export interface ServiceResources {
  /** As last looked at: costs nothing. */
  show(): Resources;
  /** What the public API asks before it adds anything. */
  readonly backpressure: Backpressure;
  /** Looks at all of it now, and from now on every 2 s. */
  start(): Promise<void>;
  /** Looks at once. */
  look(): Promise<void>;
  stop(): void;
}

interface Parts {
  readonly log: Log;
  readonly announce: Announce;
  readonly space: () => Promise<Space>;
  readonly backlog: (limit: number) => Promise<Backlog>;
  /** How many may wait. */
  readonly waitingLimit: () => number;
  /** Infinity without a limit. */
  readonly descriptorLimit: number;
  readonly outbound: Pick<Outbound, 'places' | 'ownFault'>;
}

const lookMs = 2000;
/** A backlog is taken on again once it is so much smaller: or callers would be let in one by one. */
const againShare = 0.95;

export const createResources = (parts: Parts): ServiceResources => {
  const growth = createGrowth();
  let disk: Resources['disk'] = { state: 'unknown', dataBytes: 0 };
  let backlog: Resources['backlog'] = { state: 'ok', waiting: 0, counted: 0, limit: parts.waitingLimit() };
  let told = { disk: 'ok', backlog: 'ok', descriptors: 'ok' };
  let cancel: Cancel | undefined;

  const show = (): Resources => ({ descriptors: descriptorsOf(parts), disk, backlog });

  const tell = (): void => {
    const states = statesOf(show());
    const { log, announce } = parts;
    if (states.disk !== told.disk) logDisk(log, disk);
    if (states.backlog !== told.backlog) logBacklog(log, backlog);
    if (states.descriptors === 'low' && told.descriptors === 'ok') logFew(log, show());
    const isNew = JSON.stringify(states) !== JSON.stringify(told);
    told = states;
    if (isNew) announce({ type: 'resources' });
  };

  const look = async (): Promise<void> => {
    const space = await parts.space();
    growth.note(systemTime.monotonic(), space.dataBytes);
    disk = diskOf(space, growth.bytesPerHour());
    // A store that can't be read says so itself.
    const limit = parts.waitingLimit();
    const waits = await parts.backlog(limit).catch(() => backlog);
    backlog = backlogOf(waits, limit, backlog.state);
    tell();
  };

  return {
    show,
    look,
    backpressure: {
      check() {
        const refusal = refusalOf(disk, backlog);
        if (refusal !== undefined) throw refusal;
      },
      retryAfterSeconds: () => retryAfterSeconds[disk.state === 'refusing' ? 'disk.low' : 'backlog.full'],
    },
    async start() {
      await look();
      let isLooking = false;
      cancel = systemTime.every(lookMs, () => {
        if (isLooking) return;
        isLooking = true;
        void look().finally(() => {
          isLooking = false;
        });
      });
    },
    stop: () => cancel?.(),
  };
};

const descriptorsOf = ({ outbound, descriptorLimit }: Parts): Resources['descriptors'] => {
  const fault = outbound.ownFault();
  const { total, inFlight } = outbound.places;
  const isLow = descriptorLimit < fewDescriptors;
  const few = `only ${formatCount(descriptorLimit, 'file or socket', 'files and sockets')} may be open, so ${formatCount(total, 'request')} at once; raise the limit (\`ulimit -n\`) to ${formatNumber(fewDescriptors)} or more`;
  return {
    state: fault !== undefined ? 'short' : isLow ? 'low' : 'ok',
    ...(fault !== undefined ? { problem: formatOwnFault(fault) } : isLow ? { problem: few } : {}),
    ...(Number.isFinite(descriptorLimit) ? { limit: descriptorLimit } : {}),
    ...(Number.isFinite(total) ? { requestLimit: total } : {}),
    requests: inFlight(),
  };
};

const diskOf = (
  { freeBytes, totalBytes, dataBytes }: Space,
  bytesPerHour: number | undefined,
): Resources['disk'] => {
  const grows = bytesPerHour === undefined ? {} : { bytesPerHour };
  if (freeBytes === undefined || totalBytes === undefined) return { state: 'unknown', dataBytes, ...grows };
  const limits = spaceLimits({ totalBytes, dataBytes }, bytesPerHour);
  const isLow = freeBytes < limits.warnBelowBytes;
  const state = freeBytes < limits.refuseBelowBytes ? 'refusing' : isLow ? 'low' : 'ok';
  return { state, freeBytes, dataBytes, ...grows, ...limits };
};

const backlogOf = (
  { waiting, counted }: Backlog,
  limit: number,
  before: Resources['backlog']['state'],
): Resources['backlog'] => {
  const from = before === 'refusing' ? limit * againShare : limit;
  return { state: counted >= from ? 'refusing' : 'ok', waiting, counted, limit };
};

/** Asked by every call that may add something. */
const refusalOf = (disk: Resources['disk'], backlog: Resources['backlog']): CatalogueError | undefined => {
  if (disk.state === 'refusing') {
    const { freeBytes = 0, refuseBelowBytes = 0 } = disk;
    return new CatalogueError('disk.low', {
      free: formatBytes(freeBytes),
      limit: formatBytes(refuseBelowBytes),
    });
  }
  if (backlog.state === 'ok') return undefined;
  return new CatalogueError('backlog.full', {
    waiting: formatNumber(backlog.waiting),
    counted: formatNumber(backlog.counted),
    limit: formatNumber(backlog.limit),
  });
};

const statesOf = ({ descriptors, disk, backlog }: Resources) => ({
  disk: disk.state as string,
  backlog: backlog.state as string,
  descriptors: descriptors.state as string,
});

const logDisk = (log: Log, disk: Resources['disk']): void => {
  if (disk.state === 'unknown') log.warn(disk, 'Free disk space is not known');
  else if (disk.state === 'ok') log.info(disk, 'Disk space is sufficient again');
  else if (disk.state === 'low') log.warn(disk, 'Disk space is low');
  else log.error(disk, 'Disk space is nearly used up: nothing new is accepted');
};

const logFew = (log: Log, { descriptors }: Resources): void =>
  log.warn(descriptors, `Few requests leave at once: ${descriptors.problem}`);

const logBacklog = (log: Log, backlog: Resources['backlog']): void => {
  if (backlog.state === 'ok') log.info(backlog, 'Deliveries are accepted again');
  else log.error(backlog, 'Too many deliveries wait: nothing new is accepted');
};
