import { present } from '#base/lists.ts';
import type { CutoverPlan } from '#contract/cutover.ts';
import { formatCount, formatNumber } from '#contract/format.ts';
import type { ParityReport } from '#contract/parity.ts';
import type { ServiceControl, ServiceInstance, ServiceInstances } from '#contract/service-control.ts';
import { type Comparison, createComparison } from '#desk/cutover/parity/comparison.ts';
import type { JobHandle } from '#desk/jobs/jobs.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { createVirtualTime } from '#desk/targets/virtual-time.ts';
import { readCompanies } from './companies.ts';
import { createStandIn, type StandIn } from './consumer.ts';
import { withDoubts } from './doubts.ts';
import { type Firing, firingsFor } from './firings.ts';
import { isMessage, recordedAs } from './recorded.ts';
import { type Arrival, startRecorder } from './recorder.ts';
import { authHeadersOf, orderOf, passMidnight, seedOf, sentByLegacy, unknownRuleTypes } from './set-up.ts';
import { settle } from './settle.ts';
import { translator } from './translate.ts';

export interface RehearsalParts {
  readonly instances: ServiceInstances;
  readonly targets: Pick<Targets, 'client' | 'temporary'>;
  /** For one response of a consumer that stands in; what it usually has, if left out. */
  readonly consumerTimeoutMs?: number;
}

export interface WantedRehearsal {
  readonly plan: CutoverPlan;
  readonly digest: string;
  readonly consumerUrl: URL | undefined;
  /** Of the instance: everything generated follows from it. */
  readonly seed: number;
}

/**
 * Fires every rule type for every kind of company on a temporary instance of the service: by the legacy mechanism, and by
 * the new one once it is cut over by the plan; and compares what was received both times. The target is only read.
 * Source: `docs/reference/rules/cutover.md#rehearsal`.
 * @throws CatalogueError of the target or the instance; the signal's reason
 */
export const rehearse = async (
  parts: RehearsalParts,
  wanted: WantedRehearsal,
  job: JobHandle,
): Promise<ParityReport> => {
  // What is opened, closed in reverse.
  const stops = new AsyncDisposableStack();
  try {
    const stage = await setStage(parts, wanted, job, stops);
    const legacyEnded = await perform(stage, 'legacy mechanism', 0);
    await cutOver(parts, wanted, stage);
    const newEnded = await perform(stage, 'new mechanism', stage.firings.length);
    // What was cut off looks like what the consumer did not take.
    job.signal.throwIfAborted();
    return withDoubts(stage.comparison.report(), [
      ...(legacyEnded && newEnded
        ? []
        : ['Some webhooks were not delivered in the whole time of their retries.']),
      ...(wanted.plan.rules.every(({ url }) => url === undefined)
        ? ['No rule of the plan has a webhook: there is nothing to compare, and no rehearsal is needed.']
        : []),
      ...unknownRuleTypes(wanted.plan).map(
        (type) => `Rules of type "${type}" are unknown here and were not rehearsed.`,
      ),
      ...(stage.standIn?.problems() ?? []),
    ]);
  } finally {
    await stops.disposeAsync();
  }
};

/** Everything that a rehearsal works with. */
interface Stage {
  readonly instance: ServiceInstance;
  /** Where a URL of the plan is sent to instead. */
  readonly urlFor: (url: string) => string;
  readonly comparison: Comparison;
  readonly standIn: StandIn | undefined;
  readonly auth: ReturnType<typeof authHeadersOf>;
  readonly ids: Awaited<ReturnType<ServiceControl['sandbox']['seed']>>;
  readonly time: Awaited<ReturnType<typeof createVirtualTime>>;
  readonly firings: readonly Firing[];
  readonly job: JobHandle;
}

const setStage = async (
  { instances, targets, consumerTimeoutMs }: RehearsalParts,
  { plan, consumerUrl, seed }: WantedRehearsal,
  job: JobHandle,
  stops: AsyncDisposableStack,
): Promise<Stage> => {
  job.progress({ done: 0, unit: 'steps', text: 'Reading companies of the target' });
  const client = await targets.client(plan.targetId);
  const { companies, total } = await readCompanies(client, plan, job.signal);
  job.progress({ done: 0, unit: 'steps', text: formatCompanies(companies.length, total) });
  const instance = await instances.create({ seed });
  stops.defer(() => instance.close());
  const { control } = instance;
  await passMidnight(control.clock);
  const standIn =
    consumerUrl === undefined
      ? undefined
      : createStandIn(consumerUrl, job.signal, present({ timeoutMs: consumerTimeoutMs }));
  if (standIn !== undefined) stops.defer(() => standIn.close());

  const places = urlsOf(plan);
  // Conflicts are about the real values, and none of them is here.
  const comparison = createComparison({ ...plan, conflicts: [] }, { pairing: 'order', everyRuleType: true });
  let translate = (text: string): string => text;
  const recorder = await startRecorder({
    isPlace: (place) => places[Number(place)] !== undefined,
    async take(arrival) {
      await standIn?.send(arrival);
      const isSigned = isMessage(arrival) && (await holds(control, arrival));
      const url = places[Number(arrival.place)] ?? '';
      comparison.add(recordedAs(arrival, { url, isSigned, translate }));
    },
  });
  stops.defer(() => recorder.close());
  const urlFor = (url: string): string => `${recorder.url}/${places.indexOf(hrefOf(url))}`;
  const auth = authHeadersOf(plan);
  const isKnown = await knownPlatforms(control);
  const ids = await control.sandbox.seed(seedOf(plan, companies, auth, { urlFor, isKnown }));
  translate = translator(ids);
  const time = await createVirtualTime(control.clock);
  return { instance, urlFor, comparison, standIn, auth, ids, time, firings: firingsFor(companies), job };
};

const formatCompanies = (count: number, total: number): string =>
  count === total
    ? `Copying ${formatCount(count, 'company', 'companies')} to a temporary instance`
    : `Copying ${formatNumber(count)} of ${formatCount(total, 'company', 'companies')} to a temporary instance`;

const knownPlatforms = async (control: ServiceControl): Promise<(platformKey: string) => boolean> => {
  const known = new Set((await control.integrations()).map(({ platformKey }) => platformKey));
  return (platformKey) => known.has(platformKey);
};

/** Each URL has a place of its own at the recorder, however it is written. */
const urlsOf = ({ endpoints, snapshot }: CutoverPlan): string[] => [
  ...new Set([
    ...snapshot.rules.flatMap(({ webhook }) => (webhook === undefined ? [] : [hrefOf(webhook)])),
    ...endpoints.map(({ url }) => hrefOf(url)),
  ]),
];
const hrefOf = (url: string): string => URL.parse(url)?.href ?? url;

/** Whether a message is signed with the secret of an endpoint of the instance. */
const holds = async (
  { endpoints }: Pick<ServiceControl, 'endpoints'>,
  { headers, bytes }: Arrival,
): Promise<boolean> => {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
  return (await endpoints.verify({ id, timestamp, signature, body: bytes })).state === 'valid';
};

/** Publishes all events, and waits until what they lead to is sent. @returns false if something was not delivered in the end */
const perform = async (
  { instance, ids, time, firings, job }: Stage,
  mechanism: string,
  before: number,
): Promise<boolean> => {
  const total = 2 * firings.length;
  for (const [index, { eventType, companyId }] of firings.entries()) {
    job.signal.throwIfAborted();
    const text = `Publishing events by the ${mechanism}`;
    job.progress({ done: before + index, total, unit: 'steps', text });
    const seeded = companyId === undefined ? undefined : ids.companies[companyId];
    const occurrence = `${eventType} ${companyId ?? ''}`;
    await instance.control.messages.publishExample(
      { eventType, ...present({ companyId: seeded }) },
      occurrence,
    );
  }
  const done = before + firings.length;
  job.progress({ done, total, unit: 'steps', text: `Waiting for webhooks of the ${mechanism}` });
  return settle(instance.control.clock, time, job.signal);
};

/** The profile holds its own header again, whatever legacy rules sent: what the plan carries over is chosen by its source. */
const cutOver = async (
  { targets }: Pick<RehearsalParts, 'targets'>,
  { plan, digest }: WantedRehearsal,
  { instance, urlFor, auth, ids, job }: Stage,
): Promise<void> => {
  job.signal.throwIfAborted();
  if (auth.profile !== sentByLegacy(auth)) {
    const client = targets.temporary({ name: 'temporary instance', ...instance });
    try {
      const { body } = await client.call<object>({ method: 'GET', path: '/profile' });
      const alertAuthHeader = auth.profile ?? '';
      await client.call({ method: 'PUT', path: '/profile', body: { ...body, alertAuthHeader } });
    } finally {
      await client.close();
    }
  }
  await instance.control.sandbox.cutover(orderOf(plan, digest, auth, ids, urlFor));
};
