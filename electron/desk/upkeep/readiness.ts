import type { Readiness, SchedulerFigures, StoreFigures } from '#contract/figures.ts';
import { formatBytes, formatCount, formatDuration, formatNumber } from '#contract/format.ts';
import type { Resources } from '#contract/resources.ts';
import { type HostFigures, patienceMs } from './figures.ts';

type Reason = Readiness['reasons'][number];

interface DeskState {
  /** Why this process does not have the desk of its store; left out: it does. */
  readonly standby?: string | undefined;
  readonly stopping?: boolean;
}

/** A turn writes at most a few hundred rows: one that takes longer than this will hardly end, ms. */
const longestTurnMs = 30_000;

/** Whether a host takes work and carries it out, by what is known of it: what did not answer is a reason, too. */
export const readinessOf = (
  { service, serviceProblem, deskStore, resources }: HostFigures,
  { standby, stopping = false }: DeskState = {},
): Readiness => {
  const ofDesk = (): Reason[] => {
    if (standby !== undefined) return [{ what: 'desk', text: `This process is a standby. ${standby}` }];
    return deskStore === undefined
      ? [silent('desk-store', 'desk.db')]
      : storeReasons('desk-store', deskStore);
  };
  const reasons = [
    ...(stopping ? [{ what: 'stopping' as const, text: 'This process is shutting down.' }] : []),
    ...(service === undefined
      ? [
          serviceProblem === undefined
            ? silent('store', 'The local service')
            : { what: 'store' as const, text: serviceProblem },
        ]
      : [...storeReasons('store', service.store), ...schedulerReasons(service.scheduler)]),
    ...ofDesk(),
    ...(resources === undefined ? [] : resourceReasons(resources)),
  ];
  return { ready: reasons.length === 0, reasons };
};

const silent = (what: Reason['what'], name: string): Reason => ({
  what,
  text: `${name} did not respond within ${formatDuration(patienceMs)}. If that lasts, see the log.`,
});

const storeReasons = (what: Reason['what'], { state, file, problem }: StoreFigures): Reason[] =>
  state === 'ok' ? [] : [{ what, text: `${file} takes no writes. ${problem ?? ''}`.trim() }];

const schedulerReasons = ({ state, turnMs = 0, problem }: SchedulerFigures): Reason[] => {
  const texts = {
    running: undefined,
    starting: 'The scheduler has not started yet.',
    paused: 'The clock is paused: nothing is delivered. Resume it to continue.',
    'on hold': `Deliveries are on hold, because results could not be stored: ${problem ?? 'see the log'}`,
    stopping: 'The local service is shutting down.',
    stopped: 'The scheduler has stopped. Restart Carryover.',
  } as const satisfies Record<SchedulerFigures['state'], string | undefined>;
  const text = texts[state];
  return [
    ...(text === undefined ? [] : [{ what: 'scheduler' as const, text }]),
    ...(turnMs <= longestTurnMs
      ? []
      : [
          {
            what: 'scheduler' as const,
            text: `The scheduler's present turn takes ${formatDuration(turnMs)} already. If it does not end, restart Carryover.`,
          },
        ]),
  ];
};

const resourceReasons = ({ descriptors, disk, backlog }: Resources): Reason[] => {
  const freeBytes = disk.freeBytes === undefined ? 'little space' : formatBytes(disk.freeBytes);
  return [
    ...(disk.state === 'refusing'
      ? [
          {
            what: 'disk' as const,
            text: `The disk of the data folder has ${freeBytes} left; new events and companies are refused. Free disk space.`,
          },
        ]
      : []),
    ...(descriptors.state === 'short'
      ? [{ what: 'descriptors' as const, text: `Deliveries wait: ${descriptors.problem ?? 'see the log'}.` }]
      : []),
    ...(backlog.state === 'refusing'
      ? [
          {
            what: 'backlog' as const,
            text: `${formatCount(backlog.waiting, 'delivery', 'deliveries')} wait; ${formatNumber(backlog.counted)} count, of at most ${formatNumber(backlog.limit)}; new events and companies are refused. Check the failing endpoints.`,
          },
        ]
      : []),
  ];
};
