import type { Announcer } from '#base/announcer.ts';
import { type Clock, parseDurationMs, parseInstant, toIso, VirtualClock } from '#base/clock.ts';
import type { ClockView } from '#contract/clock.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Backpressure } from './api/admission.ts';
import type { PublicApi } from './api/index.ts';
import { createFigures } from './figures.ts';
import { freshControl } from './fresh.ts';
import { createHealth } from './health.ts';
import type { Legacy } from './legacy/legacy.ts';
import type { Platform } from './platform/platform.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import type { Scheduler } from './scheduler/scheduler.ts';
import type { Store } from './store/store.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** The service's controls, each with the module that it belongs to. */
export const createControl = (modules: {
  readonly clock: Clock;
  readonly store: Store;
  readonly scheduler: Scheduler;
  readonly webhooks: Webhooks;
  readonly platform: Platform;
  readonly legacy: Pick<Legacy, 'retryAfterSeen'>;
  readonly sandbox: Sandbox;
  readonly api: PublicApi;
  readonly announcer: Announcer;
  /** What this process announces, without what others of the store do. */
  readonly ownAnnouncer: Announcer;
  readonly callLog: ServiceControl['callLog'];
  readonly resources: ServiceControl['resources'];
  readonly backpressure: Pick<Backpressure, 'check'>;
  readonly backupProblem: ServiceControl['backupProblem'];
  readonly compaction: Pick<ServiceControl, 'compaction' | 'compact'>;
}): ServiceControl => {
  const { webhooks, platform, legacy, sandbox, api, announcer, ownAnnouncer, resources, compaction } =
    modules;
  const clock = clockControl(modules);
  const { recover, replay } = webhooks.management;
  const checked = checkedBy(modules.backpressure);
  const control: ServiceControl = {
    clock,
    endpoints: { ...webhooks.management, recover: checked(recover), replay: checked(replay) },
    messages: {
      ...webhooks.messages,
      resend: checked(webhooks.messages.resend),
      resendEdited: checked(webhooks.messages.resendEdited),
      publishExample: checked(sandbox.publishExample),
    },
    resends: { ...webhooks.resends, start: checked(webhooks.resends.start) },
    sandbox: {
      requests: api.requests,
      showRequest: api.showRequest,
      recording: api.recording,
      sendRequest: api.sendRequest,
      checkRequest: api.checkRequest,
      openApi: async () => api.openApi(),
      forgetBodies: api.forgetBodies,
      issueTokens: platform.issueTokens,
      faults: api.faults,
      setFaults: api.setFaults,
      settings: async () => api.settings(),
      setSettings: api.setSettings,
      seed: checked(sandbox.seed),
      cutover: sandbox.cutover,
      undoCutover: sandbox.undoCutover,
      cutoverState: sandbox.cutoverState,
      startMirror: sandbox.startMirror,
      stopMirror: sandbox.stopMirror,
      mirrorState: sandbox.mirrorState,
      reset: sandbox.reset,
      legacyRetryAfter: legacy.retryAfterSeen,
      client: sandbox.client,
      apiKeys: api.apiKeys,
      createKey: api.createKey,
      removeKey: api.removeKey,
    },
    callLog: modules.callLog,
    integrations: async () => platform.integrations.catalogue,
    health: createHealth({ announcer: ownAnnouncer, webhooks, watch: modules.store.watch, clock, resources }),
    resources,
    backupProblem: modules.backupProblem,
    compaction: compaction.compaction,
    compact: compaction.compact,
    figures: createFigures({ ...modules, announcer: ownAnnouncer }),
    subscribe: announcer.subscribe,
  };
  return modules.store.server === undefined ? control : freshControl(control, api.refresh);
};

/** What publishes is refused where the public API refuses calls. Source: `docs/reference/rules/resources.md#refused-calls`. */
const checkedBy =
  ({ check }: Pick<Backpressure, 'check'>) =>
  <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
  async (...args: Args): Promise<Result> => {
    check();
    return work(...args);
  };

const clockControl = ({
  clock,
  scheduler,
  store,
  platform,
}: {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly store: Store;
  readonly platform: Pick<Platform, 'tokenExpiry'>;
}): ServiceControl['clock'] => {
  const view = (): ClockView => ({
    mode: clock instanceof VirtualClock ? 'virtual' : 'system',
    now: toIso(clock.now()),
    paused: scheduler.paused(),
    ...advancesOf(clock, scheduler),
  });
  return {
    show: async () => view(),
    async advance(request) {
      const to =
        'by' in request ? clock.now() + parseDurationMs(request.by, 'by') : parseInstant(request.to, 'to');
      await scheduler.advanceTo(to);
      return view();
    },
    async cancelAdvance() {
      await scheduler.advances.cancel();
      return view();
    },
    async pause() {
      await scheduler.pause();
      return view();
    },
    async resume() {
      await scheduler.resume();
      return view();
    },
    async next() {
      const now = clock.now();
      const work = await scheduler.next(now);
      const expiry = await store.read((reader) => platform.tokenExpiry(reader, now));
      const due = [
        ...work.map((one) => ({ ...one, kind: 'work' as const })),
        ...(expiry === undefined ? [] : [{ ...expiry, kind: 'token-expiry' as const, what: 'token expiry' }]),
      ];
      return due
        .sort((one, other) => one.at - other.at)
        .map(({ kind, what, at, count }) => ({ kind, what, at: toIso(at), count }));
    },
    async upcoming({ limit = 20, until }) {
      const end = until === undefined ? Number.POSITIVE_INFINITY : parseInstant(until, 'until');
      const work = (await scheduler.upcoming(limit)).filter(({ at }) => at <= end);
      return {
        ...(until === undefined ? {} : { counts: await scheduler.countUntil(end) }),
        results: work.map(({ at, ...others }) => ({ ...others, at: toIso(at) })),
      };
    },
  };
};

const advancesOf = (
  clock: Clock,
  { advances }: Pick<Scheduler, 'advances'>,
): Pick<ClockView, 'advancing' | 'advance' | 'lastAdvance'> => {
  const [now, last] = [advances.underWay(), advances.last()];
  if (now !== undefined) {
    const { from, to, cancelling } = now;
    return { advancing: true, advance: { from: toIso(from), to: toIso(to), cancelling } };
  }
  if (last === undefined || !(clock instanceof VirtualClock)) return { advancing: false };
  const { from, to, ended, outcome } = last;
  return {
    advancing: false,
    lastAdvance: { from: toIso(from), to: toIso(to), ended: toIso(ended), outcome },
  };
};
