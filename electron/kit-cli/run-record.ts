import { hash, randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { systemTime, toIso } from '#base/clock.ts';
import { packageVersion } from '#base/package-root.ts';
import { shown } from '#base/shown-text.ts';
import { withoutKeys } from '#base/without-keys.ts';
import type { KitClock } from '#contract/control.ts';
import type { ExecReport } from '#contract/exec-report.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Service } from '#testing/index.ts';
import { createCallTally } from './call-tally.ts';
import type { CommandEnd } from './run-command.ts';

/** One run of a command, for the report that eligibility reads. */
export interface RunRecord {
  /** Counts the calls of a service: every one of the run, forks too. */
  readonly watch: (control: ServiceControl) => void;
  /** The service is as the command finds it. */
  begin(service: Service): Promise<void>;
  /** The command has ended, and the service still runs. */
  end(end: CommandEnd, service: Service): Promise<void>;
  /** Whole once `end` was called; then it is made last, when the service has answered what was under way. */
  report(): ExecReport;
}

interface Asked {
  readonly command: readonly string[];
  readonly clock: KitClock;
  readonly fromState: boolean;
}

type Ended = Pick<NonNullable<ExecReport['end']>, 'at' | 'exit' | 'serviceTime' | 'retryAfter'>;

export const createRunRecord = ({ command, clock, fromState }: Asked): RunRecord => {
  const tally = createCallTally();
  const controls: ServiceControl[] = [];
  const begun = {
    run: randomUUID(),
    carryover: packageVersion(),
    ...named('program', command[0]),
    ...named('folder', process.cwd()),
    mark: hash('sha256', JSON.stringify(command)).slice(0, 4),
    clock,
    fromState,
    started: toIso(systemTime.now()),
  };
  let from: string | undefined;
  let isMixed = fromState;
  let ended: Ended | undefined;
  return {
    watch(control) {
      controls.push(control);
      control.subscribe((announcement) => {
        if (announcement.type === 'request') tally.note(announcement);
        // What a restored state holds was another run's.
        if (announcement.type === 'sandbox' && announcement.change === 'seeded') isMixed = true;
      });
    },
    async begin(service) {
      from = (await service.clock.now()).toISOString();
    },
    async end(end, service) {
      const to = (await service.clock.now()).toISOString();
      const seen = isMixed ? undefined : await controls[0]?.sandbox.legacyRetryAfter();
      ended = {
        at: toIso(systemTime.now()),
        exit: end,
        serviceTime: { from: from ?? to, to },
        ...(seen === undefined || seen.count === 0 ? {} : { retryAfter: seen.count }),
      };
    },
    report: () => (ended === undefined ? begun : { ...begun, end: { ...ended, ...tally.result() } }),
  };
};

const nameLimit = 100;

/** The name alone, without what may be a secret: a path and arguments say more than anybody needs. */
const named = <K extends string>(key: K, path: string | undefined): Partial<Record<K, string>> => {
  const name = shown(withoutKeys(basename(path ?? '')), nameLimit);
  return name === '' ? {} : ({ [key]: name } as Record<K, string>);
};
