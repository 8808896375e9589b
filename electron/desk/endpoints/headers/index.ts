import type { HeaderSetup } from '#contract/header-setup.ts';
import type { Webhook } from '#contract/webhook.ts';
import { profileMark, profileObserved } from '#desk/cases/profile-header.ts';
import { writtenHere } from '#desk/cases/written-here.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readWebhooks } from '#desk/targets/read-webhooks.ts';
import { checkLocal } from './check-local.ts';
import { checkReceived, checkRemote } from './check-remote.ts';
import { expectedHeaders } from './expected.ts';
import { guideFor } from './guide.ts';
import type { EndpointHeadersModule } from './headers.ts';
import { type LegacySetup, legacyHeaders, readLegacySetup } from './legacy.ts';
import { endpointMark } from './mark.ts';
import { endpointsOfCase } from './of-case.ts';
import { findWebhook, type Modules, openPlace, type Place, refuseUnlessOpen } from './place.ts';
import { setHeaders } from './setting.ts';
import { type KnownHeader, knownHeaders } from './values.ts';

/** Header set-up of endpoints. Changes are made one after the other, as each takes over what is there. */
export const createEndpointHeaders = (
  context: DeskContext,
  others: Omit<Modules, 'context'>,
): EndpointHeadersModule => {
  const modules: Modules = { context, ...others };
  const { cases, control } = modules;
  const inTurn = createTurns();

  const setupOf = async (place: Place, webhook: Webhook, legacy: LegacySetup): Promise<HeaderSetup> =>
    view(place, webhook, await knownHeaders(modules, place, webhook.id), legacy, false);

  const show: EndpointHeadersModule['show'] = async (caseId, webhookId, reveal, actor) => {
    const place = await openPlace(modules, caseId);
    const webhook = await findWebhook(place, webhookId);
    const headers = await knownHeaders(modules, place, webhook.id);
    const legacy = await readLegacySetup(place);
    if (reveal && headers.length > 0) {
      const content = {
        targetId: place.target.id,
        webhookId: webhook.id,
        names: headers.map(({ name }) => name),
      };
      await cases.act(caseId, actor, { kind: 'headers.revealed', content });
    }
    return view(place, webhook, headers, legacy, reveal);
  };

  return {
    async list(caseId) {
      const place = await openPlace(modules, caseId);
      const webhooks = await readWebhooks(place.client);
      if (webhooks.length === 0) return [];
      const legacy = await readLegacySetup(place);
      return Promise.all(webhooks.map((webhook) => setupOf(place, webhook, legacy)));
    },
    show,
    async set(caseId, webhookId, request, actor) {
      await inTurn(async () => {
        const place = await openPlace(modules, caseId);
        const { id } = await findWebhook(place, webhookId);
        await setHeaders(modules, place, id, request, actor);
      });
      return show(caseId, webhookId, false, actor);
    },
    async check(caseId, webhookId, request, actor) {
      const place = await openPlace(modules, caseId);
      refuseUnlessOpen(place);
      const { target } = place;
      const webhook = await findWebhook(place, webhookId);
      const legacy = await readLegacySetup(place);
      const headers = expectedHeaders(await knownHeaders(modules, place, webhook.id), legacy);
      const { received, eventType } = request;
      const result =
        target.kind === 'remote'
          ? await checkRemote(modules, place, webhook, headers, request)
          : received === undefined
            ? await checkLocal(control, webhook.id, headers, eventType)
            : checkReceived(webhook.id, headers, received);
      const endpoint = await endpointMark(
        context.fingerprint,
        webhook,
        target.kind === 'local' ? control : undefined,
      );
      const isHere = await context.store.read((reader) => writtenHere(reader, caseId));
      const { profile } = legacy;
      await cases.act(caseId, actor, (state) => [
        ...(profile.state === 'unknown'
          ? []
          : profileObserved(state, isHere, target.id, profileMark(context, profile.value))),
        { kind: 'headers.checked', content: { targetId: target.id, result, endpoint } },
      ]);
      return result;
    },
  };
};

const view = (
  place: Place,
  webhook: Webhook,
  headers: readonly KnownHeader[],
  legacy: LegacySetup,
  reveal: boolean,
): HeaderSetup => {
  const local = place.target.kind === 'local';
  const last = place.state.headers.get(webhook.id)?.checks.at(-1);
  const missing = last?.headers
    .filter(({ result }) => result === 'missing')
    .map(({ name }) => name.toLowerCase());
  return {
    webhook,
    ofCase: endpointsOfCase(place.state).has(webhook.id),
    way: local ? 'api' : 'guided',
    headers: headers.map(({ name, value, masked, state }) => ({
      name,
      value: reveal ? (value ?? masked) : masked,
      state,
    })),
    legacy: legacyHeaders(legacy, headers, local, new Set(local ? [] : missing)),
    guide: guideFor(place, webhook, headers, reveal),
    ...(last === undefined ? {} : { lastCheck: withoutRecord(last) }),
  };
};

/** A check as it was answered, without what its entry adds. */
const withoutRecord = ({
  seq: _seq,
  actor: _actor,
  endpoint: _endpoint,
  ...result
}: NonNullable<ReturnType<Place['state']['headers']['get']>>['checks'][number]) => result;

/** Runs one piece of work after the other; one that fails does not hold up the next. */
const createTurns = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
};
