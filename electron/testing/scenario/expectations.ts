import type { EndpointDetail } from '#contract/endpoint.ts';
import { formatCount } from '#contract/format.ts';
import type { ScenarioAction, StepOf } from '#contract/scenario.ts';
import { allReceived } from '#testing/pages.ts';
import type { Consumer, ConsumerRequest } from '#testing/types.ts';
import type { Act } from './actions.ts';
import { scenarioAgent } from './public-api.ts';

/** What a scenario says is not so. */
export class Unexpected extends Error {
  override readonly name = 'Unexpected';
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

type Expecting = Extract<ScenarioAction, `expect${string}`>;
interface Counted {
  readonly count?: number;
  readonly atLeast?: number;
}

/** In the singular, in the plural, and which of them. */
type Counting = readonly [string, string, ...(string | number | undefined)[]];

/** @param others what there is besides, which tells why there are too few */
const holds = (
  { count, atLeast = 1 }: Counted,
  found: number,
  [noun, plural, ...which]: Counting,
  others: readonly string[],
): string => {
  const isSo = count === undefined ? found >= atLeast : found === count;
  const text = words(formatCount(found, noun, plural), ...which);
  if (isSo) return text;
  const wanted = count === undefined ? `at least ${atLeast}` : `exactly ${count}`;
  const what = words((count ?? atLeast) === 1 ? noun : plural, ...which);
  const seen = others.length === 0 ? 'There are none at all.' : `There are: ${tally(others)}.`;
  throw new Unexpected(
    count === undefined ? 'atLeast' : 'count',
    `Expected ${wanted} ${what}, found ${found}. ${seen}`,
  );
};

/** What is there, the most frequent first. */
const tally = (all: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const told = sorted.slice(0, 5).map(([one, count]) => `${count} × ${one}`);
  return sorted.length > 5 ? `${told.join(', ')}, and others` : told.join(', ');
};

const same = (field: string, what: string, expected: string, found: string): string => {
  if (found === expected) return `${what}: ${found}`;
  throw new Unexpected(field, `Expected ${what} to be ${expected}, found ${found}.`);
};

const words = (...parts: readonly (string | number | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' ');

export const expectations: { readonly [A in Expecting]: Act<A> } = {
  async expectDeliveries(step, { service, made }) {
    const messages = await service.messages(messageFilter(step, made));
    const webhookId = step.endpoint === undefined ? undefined : made(step.endpoint).id;
    const deliveries = messages
      .flatMap(({ eventType, deliveries: all }) => all.map((one) => ({ ...one, eventType })))
      .filter((one) => webhookId === undefined || one.webhookId === webhookId);
    const found = deliveries.filter(({ status }) => step.status === undefined || status === step.status);
    const to = step.endpoint === undefined ? undefined : `to ${step.endpoint}`;
    const what: Counting = ['delivery', 'deliveries', step.status, step.eventType, to];
    return holds(
      step,
      found.length,
      what,
      deliveries.map((one) => `${one.eventType} ${one.status}`),
    );
  },
  async expectMessages(step, { service, made }) {
    const messages = await service.messages(messageFilter(step, made));
    // Their bodies too: a message that can't be opened any more is none.
    for (const { id } of messages) await service.message(id);
    const all = messages.length > 0 ? messages : await service.messages();
    return holds(
      step,
      messages.length,
      ['message', 'messages', step.eventType],
      all.map((one) => one.eventType),
    );
  },
  async expectReceived(step, { control, made }) {
    const { id } = made(step.consumer).consumer as Consumer;
    const all: ConsumerRequest[] = await allReceived(control.call, `/consumers/${id}/requests`);
    const fitting = all.filter((request) => isWanted(step, request));
    const found = step.distinct === true ? new Set(fitting.map(idOf)).size : fitting.length;
    const code = step.statusCode === undefined ? undefined : `with the response ${step.statusCode}`;
    const noun = words(step.distinct === true ? 'different' : undefined, step.kind ?? 'request');
    const what: Counting = [noun, `${noun}s`, step.eventType, code, `at ${step.consumer}`];
    return holds(
      step,
      found,
      what,
      all.map((one) => `${eventTypeOf(one)} ${one.statusCode}`),
    );
  },
  async expectRequests({ do: _, at: _at, count, atLeast, ...filter }, { service }) {
    const isOfApplication = ({ userAgent }: { readonly userAgent?: string }): boolean =>
      userAgent !== scenarioAgent;
    const found = (await service.requests(filter)).filter(isOfApplication);
    const all = (await service.requests()).filter(isOfApplication);
    const counted = {
      ...(count === undefined ? {} : { count }),
      ...(atLeast === undefined ? {} : { atLeast }),
    };
    const what: Counting = ['request', 'requests', filter.method, filter.path, filter.statusCode];
    return holds(
      counted,
      found.length,
      what,
      all.map((one) => words(one.method, one.path, one.statusCode)),
    );
  },
  async expectEndpoint({ endpoint, disabled }, { control, made }) {
    const detail = await control.call<EndpointDetail>('GET', `/endpoints/${made(endpoint).id}`);
    const state = (is: boolean): string => (is ? 'disabled' : 'enabled');
    return same('disabled', endpoint, state(disabled), state(detail.disabled));
  },
  async expectConnection({ connection, status }, { api, made }) {
    const { id, companyId } = made(connection);
    const found = await api.call<{ status: string }>('GET', `/companies/${companyId}/connections/${id}`);
    return same('status', connection, status, found.status);
  },
  async expectData({ company, dataType, status }, { api, made }) {
    const all = await api.call<Record<string, { currentStatus: string }>>(
      'GET',
      `/companies/${made(company).id}/dataStatus`,
    );
    return same('status', `${dataType} of ${company}`, status, all[dataType]?.currentStatus ?? 'not there');
  },
};

const messageFilter = (
  { eventType, company }: { readonly eventType?: string; readonly company?: string },
  made: (name: string) => { readonly id: string },
) => ({
  ...(eventType === undefined ? {} : { eventType }),
  ...(company === undefined ? {} : { companyId: made(company).id }),
});

const isWanted = (step: StepOf<'expectReceived'>, request: ConsumerRequest): boolean => {
  const isMessage = request.headers['webhook-id'] !== undefined;
  return (
    (step.statusCode === undefined || request.statusCode === step.statusCode) &&
    (step.kind === undefined || isMessage === (step.kind === 'message')) &&
    (step.eventType === undefined || eventTypeOf(request) === step.eventType)
  );
};

/** What repeats of the same message or alert have in common. */
const idOf = ({ headers, body, number }: ConsumerRequest): string => {
  const id = headers['webhook-id'] ?? fieldOf(body, 'AlertId');
  return id ?? String(number);
};

const eventTypeOf = ({ body }: ConsumerRequest): string =>
  fieldOf(body, 'eventType') ?? fieldOf(body, 'RuleType') ?? 'a body that is no event';

const fieldOf = (body: string, field: string): string | undefined => {
  try {
    const value: unknown = JSON.parse(body)?.[field];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
};
