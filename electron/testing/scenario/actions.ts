import { eventTypes } from '#contract/events.ts';
import { formatCount } from '#contract/format.ts';
import type { ScenarioAction, ScenarioKind, StepOf } from '#contract/scenario.ts';
import type { ControlClient } from '#testing/control-client.ts';
import type { Consumer, Service, TokenSet } from '#testing/types.ts';
import type { PublicApi } from './public-api.ts';

/** What a name stands for. */
export interface Made {
  readonly kind: ScenarioKind;
  readonly id: string;
  /** Of a connection. */
  readonly companyId?: string;
  readonly platformKey?: string;
  readonly consumer?: Consumer;
  readonly tokens?: TokenSet;
}

export interface Stage {
  readonly service: Service;
  readonly control: ControlClient;
  readonly api: PublicApi;
  /** What an earlier step made; the order of the steps was checked. */
  made(name: string): Made;
  /** The instant of the start plus a duration, ISO 8601. */
  instant(after: string | undefined): string;
  keep(name: string | undefined, made: Made): void;
}

/** Does a step. @returns what it did, in words */
export type Act<A extends ScenarioAction> = (step: StepOf<A>, stage: Stage) => Promise<string>;

type Doing = Exclude<ScenarioAction, `expect${string}`>;

const connectionPath = ({ id, companyId }: Made): string => `/companies/${companyId}/connections/${id}`;

const authorize = async (connection: Made, { credentials }: TokenSet, { api }: Stage): Promise<void> => {
  await api.call('PUT', `${connectionPath(connection)}/authorization`, credentials);
};

const ofEndpoint = (name: string, { made }: Stage, path: string): string =>
  `/endpoints/${made(name).id}${path}`;

export const actions: { readonly [A in Doing]: Act<A> } = {
  async company({ as, name }, { api, keep }) {
    const { id } = await api.call<{ id: string }>('POST', '/companies', { name });
    keep(as, { kind: 'company', id });
    return `company ${name} made`;
  },
  async connection({ as, company, platformKey }, { api, made, keep }) {
    const companyId = made(company).id;
    const { id } = await api.call<{ id: string }>('POST', `/companies/${companyId}/connections`, {
      platformKey,
    });
    keep(as, { kind: 'connection', id, companyId, platformKey });
    return `connection to ${platformKey} made for ${company}`;
  },
  async issueTokens({ as, platformKey, behaviour = 'good' }, { service, keep }) {
    const [tokens] = (await service.issueTokens(platformKey, { behaviour })) as [TokenSet];
    keep(as, { kind: 'tokens', id: tokens.id, tokens });
    return `tokens of ${platformKey} issued: ${behaviour}`;
  },
  async authorize({ connection, tokens }, stage) {
    await authorize(stage.made(connection), stage.made(tokens).tokens as TokenSet, stage);
    return `${connection} authorized by ${tokens}`;
  },
  async revoke({ connection }, stage) {
    const made = stage.made(connection);
    const [tokens] = await stage.service.issueTokens(made.platformKey as string, { behaviour: 'revoked' });
    await authorize(made, tokens as TokenSet, stage);
    return `token of ${connection} revoked`;
  },
  async disconnect({ connection }, { api, made }) {
    await api.call('PATCH', connectionPath(made(connection)), { status: 'Unlinked' });
    return `${connection} unlinked`;
  },
  async sync({ company, dataType }, { api, made }) {
    const path = dataType === undefined ? 'all' : `queue/${dataType}`;
    await api.call('POST', `/companies/${made(company).id}/data/${path}`);
    return `sync of ${dataType ?? 'everything'} of ${company} queued`;
  },
  async push({ connection, dataType, record }, { api, made }) {
    await api.call('POST', `${connectionPath(made(connection))}/push/${dataType}`, record);
    return `push to ${dataType} of ${connection} queued`;
  },
  async publish({ eventType, company, times = 1 }, { service, made }) {
    const about = company === undefined ? {} : { companyId: made(company).id };
    for (let n = 0; n < times; n += 1) await service.publish(eventType, about);
    return times === 1 ? `${eventType} published` : `${eventType} published ${times} times`;
  },
  async consumer({ as }, { service, keep }) {
    const consumer = await service.consumer();
    keep(as, { kind: 'consumer', id: consumer.id, consumer });
    return 'consumer listens';
  },
  async respond({ consumer: name, statusCode = 200, connection, body, times }, { made }) {
    const consumer = made(name).consumer as Consumer;
    const often = times === undefined ? {} : { times };
    if (connection === undefined) {
      await consumer.respond(statusCode, { ...often, ...(body === undefined ? {} : { body }) });
    } else await consumer.break(connection, often);
    const how = connection === undefined ? `responds ${statusCode}` : brokenBy[connection];
    return `${name} ${how}${times === undefined ? '' : `, ${times} times`}`;
  },
  async endpoint({ as, consumer, eventTypes: wanted = eventTypes, company }, { service, made, keep }) {
    const { id } = await service.createEndpoint({
      url: (made(consumer).consumer as Consumer).url,
      eventTypes: wanted,
      ...(company === undefined ? {} : { companyId: made(company).id }),
    });
    keep(as, { kind: 'endpoint', id });
    return `endpoint made for ${consumer}`;
  },
  async enable({ endpoint }, stage) {
    await stage.control.call('PATCH', ofEndpoint(endpoint, stage, ''), { disabled: false });
    return `${endpoint} enabled`;
  },
  async disable({ endpoint }, stage) {
    await stage.control.call('PATCH', ofEndpoint(endpoint, stage, ''), { disabled: true });
    return `${endpoint} disabled`;
  },
  async rotateSecret({ endpoint }, stage) {
    await stage.control.call('POST', ofEndpoint(endpoint, stage, '/secret/rotate'));
    return `signing secret of ${endpoint} rotated`;
  },
  async recover({ endpoint, since }, stage) {
    const request = { since: stage.instant(since) };
    const { count } = await stage.control.call('POST', ofEndpoint(endpoint, stage, '/recover'), request);
    return `recovery of ${formatCount(count, 'failed delivery', 'failed deliveries')} to ${endpoint} begun`;
  },
  async replay({ endpoint, since }, stage) {
    const request = { since: stage.instant(since) };
    const { count } = await stage.control.call('POST', ofEndpoint(endpoint, stage, '/replay'), request);
    return `replay of ${formatCount(count, 'missed message')} to ${endpoint} begun`;
  },
  async fault({ faults }, { service }) {
    await service.faults.set(...faults);
    return faults.length === 0 ? 'faults cleared' : `${formatCount(faults.length, 'fault')} set`;
  },
  async rule({ as, type, consumer, company }, { api, made, keep }) {
    const notifiers = { emails: [], webhook: (made(consumer).consumer as Consumer).url };
    const about = company === undefined ? {} : { companyId: made(company).id };
    const { id } = await api.call<{ id: string }>('POST', '/rules', { type, notifiers, ...about });
    keep(as, { kind: 'rule', id });
    return `rule ${type} made for ${consumer}`;
  },
  async cutover({ as }, { control, keep }) {
    const { endpoints } = await control.call<{ endpoints: { webhook: { id: string } }[] }>(
      'POST',
      '/cutover',
    );
    const [first] = endpoints;
    if (first !== undefined) keep(as, { kind: 'endpoint', id: first.webhook.id });
    else if (as !== undefined)
      throw new Error(`No rule has a webhook, so that no endpoint gets the name "${as}".`);
    return `rules cut over: ${formatCount(endpoints.length, 'endpoint')} made`;
  },
  async undoCutover(_step, { control }) {
    const { endpoints } = await control.call<{ endpoints: unknown[] }>('POST', '/cutover/undo');
    return `cutover rolled back: ${formatCount(endpoints.length, 'endpoint')} disabled, rules fire again`;
  },
  note: async ({ text }) => text,
};

const brokenBy = { reset: 'breaks connections', silent: 'never responds' } as const;
