import { join } from 'node:path';
import { systemTime } from '#base/clock.ts';
import { startWithStops } from '#base/start-with-stops.ts';
import type { Rule } from '#contract/legacy.ts';
import type { MirrorEnded, MirrorRequest } from '#contract/mirror.ts';
import type { DomainEvent } from '#service/core/domain-events.ts';
import { createLegacy } from '#service/legacy/index.ts';
import type { Legacy } from '#service/legacy/legacy.ts';
import { createOutbound } from '#service/outbound/create-outbound.ts';
import { descriptorLimit } from '#service/outbound/descriptor-limit.ts';
import { placesWithin } from '#service/outbound/places.ts';
import { createScheduler } from '#service/scheduler/scheduler.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { openFileStore } from '#service/store/file-store.ts';
import { insertRules, type NewRule } from '#service/store/rules.ts';
import type { Store } from '#service/store/store.ts';
import { createWebhooks } from '#service/webhooks/index.ts';
import type { WantedEndpoint, Webhooks } from '#service/webhooks/webhooks.ts';
import { headersOf, wantedOf } from './carried-over.ts';
import { orderedAuthHeader, orderedEndpoints } from './cutover-order.ts';
import type { ExampleEvents } from './example-event.ts';
import type { SandboxOptions } from './sandbox.ts';

/** Both mechanisms once more, over a store of their own, on the clock of the sandbox. */
export interface MirrorEngine {
  /** Stores what the event is to both mechanisms; what is due is sent at once. */
  accept(event: DomainEvent): void;
  /** The clock moved, or was paused or resumed. */
  follow(paused: boolean): void;
  /** Waits for what is due and in flight, for `waitMs` at most. */
  close(waitMs: number): Promise<Omit<MirrorEnded, 'elsewhere'>>;
}

type Setup = Awaited<ReturnType<Legacy['setup']>>;
type Options = Pick<SandboxOptions, 'client' | 'mirrorDir'> & { readonly exampleEvent: ExampleEvents };

/** Nobody reads its logs. */
const keptDays = async (): Promise<number> => 2;

/**
 * @param setup of the sandbox, as it is now
 * @throws CatalogueError `cutover.moved`, `request.invalid`
 */
export const openMirror = async (
  context: ServiceContext,
  options: Options,
  request: MirrorRequest,
  setup: Setup,
): Promise<{ engine: MirrorEngine; secrets: string[] }> => {
  const mirrored = mirroredSetup(context, options, request, setup);
  const { started, stop } = await startWithStops(
    (stops) => assemble(context, options, mirrored, stops),
    (err) => context.log.error({ err }, 'service: a dual run did not stop'),
  );
  const { store, legacy, webhooks, scheduler, secrets } = started;
  const report = (err: unknown): void => context.log.error({ err }, 'service: a dual run failed');
  /** One event after another, as they were committed. */
  let accepting: Promise<void> = Promise.resolve();
  let lost = 0;
  const publish = (event: DomainEvent): Promise<void> =>
    store.write(async (tx) => {
      await legacy.publish(tx, event);
      await webhooks.publish(tx, event);
    });

  const engine: MirrorEngine = {
    accept(event) {
      accepting = accepting
        .then(() => publish(event))
        .catch((error) => {
          lost++;
          report(error);
        });
    },
    follow(paused) {
      if (paused === scheduler.paused()) scheduler.wake();
      else (paused ? scheduler.pause() : scheduler.resume()).catch(report);
    },
    async close(waitMs) {
      await accepting;
      const drained = waitMs > 0 && (await within(scheduler.idle(), waitMs));
      await stop();
      return { lost, drained };
    },
  };
  return { engine, secrets };
};

/** @returns false if it was not over in time */
const within = (work: Promise<void>, ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    const cancel = systemTime.after(ms, () => resolve(false));
    const end = (isOver: boolean) => () => {
      cancel();
      resolve(isOver);
    };
    work.then(end(true), end(false));
  });

interface MirroredSetup {
  readonly rules: readonly NewRule[];
  readonly endpoints: readonly WantedEndpoint[];
  readonly alertAuthHeader: string | undefined;
}

/** The rules keep their ids, which alerts name. */
const mirroredSetup = (
  { clock }: ServiceContext,
  { client }: Options,
  { url, plan, portalAuthHeader }: MirrorRequest,
  { rules, alertAuthHeader }: Setup,
): MirroredSetup => {
  const planned = orderedEndpoints(plan, rules);
  const authHeader = orderedAuthHeader(plan, { portal: portalAuthHeader, profile: alertAuthHeader });
  const headers = headersOf(client.id, authHeader);
  const recorder = url.replace(/\/$/, '');
  const placeOf = new Map(planned.flatMap(({ ruleIds }, n) => ruleIds.map((id) => [id, n] as const)));
  const toNew = ({ id, type, companyId }: Rule): NewRule => {
    const webhook = `${recorder}/legacy/${placeOf.get(id)}`;
    return { id, type, companyId, emails: [], webhook, createdAt: clock.now() };
  };
  return {
    rules: rules.filter(({ id }) => placeOf.has(id)).map(toNew),
    endpoints: planned.map((one, n) => wantedOf({ ...one, url: `${recorder}/new/${n}` }, headers)),
    alertAuthHeader,
  };
};

/** Of the places that the process has for requests: the sandbox itself comes first. */
const shareOfPlaces = 0.25;

const assemble = async (
  context: ServiceContext,
  { client, mirrorDir, exampleEvent }: Options,
  mirrored: MirroredSetup,
  stops: AsyncDisposableStack,
) => {
  const store = await openFileStore(join(mirrorDir, 'service.db'));
  stops.defer(() => store.close());
  const places = Math.ceil(placesWithin(descriptorLimit()) * shareOfPlaces);
  const outbound = createOutbound({ allowPrivate: false }, { places });
  stops.defer(() => outbound.close());
  const late = { wake: () => {} };
  // Its endpoints are no other process's, and their numbers are none of the sandbox's.
  const { nudge: _nudge, hintOthers: _hintOthers, ...shared } = context;
  const own: ServiceContext = {
    ...shared,
    store,
    claims: { has: () => true },
    announce: () => {},
    publish: async () => {},
    wake: () => late.wake(),
  };
  const legacy = await createLegacy(own, {
    client,
    outbound,
    outboxDir: join(mirrorDir, 'outbox'),
    keptDays,
  });
  const otherSecrets = legacy.secrets;
  const webhooks = await createWebhooks(own, { outbound, exampleEvent, keptDays, otherSecrets });
  const secrets = await fill(store, { legacy, webhooks, client }, mirrored);
  const scheduler = createScheduler({
    ...own,
    paused: false,
    timed: [webhooks.retention, legacy.retention],
    leased: [webhooks.deliveries, legacy.alertsDue],
  });
  late.wake = scheduler.wake;
  stops.defer(() => scheduler.stop(0));
  await scheduler.start();
  return { store, legacy, webhooks, scheduler, secrets };
};

/** Answers what signs for each endpoint. */
const fill = async (
  store: Store,
  { legacy, webhooks, client }: { legacy: Legacy; webhooks: Webhooks } & Pick<Options, 'client'>,
  { rules, endpoints, alertAuthHeader }: MirroredSetup,
): Promise<string[]> => {
  await legacy.profile.replace({
    name: client.name,
    redirectUrl: '',
    ...(alertAuthHeader !== undefined && { alertAuthHeader }),
  });
  const made = await store.write(async (tx) => {
    await insertRules(tx, rules);
    legacy.forget(tx);
    return webhooks.cutover.make(tx, endpoints);
  });
  const secrets = [];
  for (const { id } of made) secrets.push((await webhooks.management.secret(id)).secret);
  return secrets;
};
