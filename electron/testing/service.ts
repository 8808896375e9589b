import type { ClockView } from '#contract/clock.ts';
import type { ControlAbout, WaitResult } from '#contract/control.ts';
import type { EndpointDetail, Secret } from '#contract/endpoint.ts';
import { eventTypes } from '#contract/events.ts';
import { createConsumers } from './consumers.ts';
import { type ControlClient, createControlClient } from './control-client.ts';
import { inCallersNames, toFault } from './faults.ts';
import { allPages } from './pages.ts';
import { playScenario } from './scenario/play.ts';
import { statesOf } from './states.ts';
import type {
  ApiRequest,
  DeliveryFilter,
  Message,
  MessageDetail,
  RequestFilter,
  Service,
  ServiceAddress,
  ServiceClock,
  ServiceFaults,
  TokenSet,
} from './types.ts';

/** @param end what ends the service itself, if it is ours to end; also where it can't be connected to */
export const connect = async (
  address: ServiceAddress,
  end: () => Promise<void> = async () => {},
): Promise<Service> => {
  const client = createControlClient(address);
  const consumers = createConsumers(client);
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= (async () => {
      await consumers.stop();
      await client.close();
      await end();
    })();
    return stopped;
  };
  const { seed } = await client.call<ControlAbout>('GET', '').catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const service: Service = {
    ...address,
    url: address.apiUrl,
    headers: { authorization: `Basic ${Buffer.from(address.apiKey).toString('base64')}` },
    seed,
    clock: clockOf(client),
    faults: faultsOf(client),
    ...endpointsOf(client),
    ...logsOf(client),
    ...waitsOf(client),
    async issueTokens(platformKey, options = {}) {
      const body = { platformKey, ...options };
      return (await client.call<{ results: TokenSet[] }>('POST', '/simulator/tokens', body)).results;
    },
    consumer: consumers.open,
    received: consumers.received,
    ...statesOf(client, connect),
    play: (scenario, options) => playScenario(service, client, scenario, options),
    reset: () => client.call('POST', '/reset'),
    stop,
    [Symbol.asyncDispose]: stop,
  };
  return service;
};

const clockOf = ({ call }: ControlClient): ServiceClock => {
  const at = async (view: Promise<ClockView>): Promise<Date> => new Date((await view).now);
  return {
    now: () => at(call('GET', '/clock')),
    advance: (by) =>
      at(call('POST', '/clock/advance', { by: typeof by === 'number' ? `PT${by / 1000}S` : by })),
    to: (instant) => at(call('POST', '/clock/advance', { to: instantOf(instant) })),
    untilNext: () => at(call('POST', '/clock/until', { until: 'next' })),
    untilIdle: () => at(call('POST', '/clock/until', { until: 'idle' })),
    pause: () => call('POST', '/clock/pause'),
    resume: () => call('POST', '/clock/resume'),
  };
};

/** What is no instant is refused by the service, in words. */
const instantOf = (instant: string | Date): string => {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? String(instant) : date.toISOString();
};

const faultsOf = ({ call }: ControlClient): ServiceFaults => {
  const set: ServiceFaults['set'] = async (...faults) => {
    await call('PUT', '/faults', { faults: faults.map(toFault) }).catch((error: unknown) => {
      throw inCallersNames(error);
    });
  };
  return { set, clear: () => set() };
};

const endpointsOf = ({ call }: ControlClient): Pick<Service, 'createEndpoint' | 'deleteEndpoint'> => ({
  async createEndpoint({ eventTypes: wanted = eventTypes, headers, ...request }) {
    const {
      id,
      url,
      eventTypes: taken,
    } = await call<EndpointDetail>('POST', '/endpoints', {
      ...request,
      eventTypes: wanted,
    });
    if (headers !== undefined) {
      const list = Object.entries(headers).map(([name, value]) => ({ name, value }));
      await call('PUT', `/endpoints/${id}/headers`, { headers: list });
    }
    const { secret } = await call<Secret>('GET', `/endpoints/${id}/secret`);
    return { id, url, eventTypes: taken, secret };
  },
  deleteEndpoint: (id) => call('DELETE', `/endpoints/${encodeURIComponent(id)}`),
});

const logsOf = ({ call }: ControlClient): Pick<Service, 'publish' | 'message' | 'messages' | 'requests'> => {
  const message = (id: string): Promise<MessageDetail> => call('GET', `/messages/${encodeURIComponent(id)}`);
  return {
    async publish(eventType, about = {}) {
      const { messageId } = await call<{ messageId: string }>('POST', '/events', { eventType, ...about });
      return message(messageId);
    },
    message,
    messages: (filter: DeliveryFilter = {}) => {
      const { companyId: company, messageId: id, webhookId: endpoint, ...same } = filter;
      return allPages<Message>(call, '/messages', { ...same, company, id, endpoint });
    },
    requests: (filter: RequestFilter = {}) => {
      const { statusCode, ...same } = filter;
      const status = statusCode === 0 ? 'none' : statusCode;
      return allPages<ApiRequest>(call, '/requests', { ...same, status });
    },
  };
};

const waitsOf = ({
  call,
}: ControlClient): Pick<Service, 'waitForDelivery' | 'waitForMessage' | 'waitForRequest'> => {
  const wait = (what: string, filter: object = {}, options: object = {}): Promise<WaitResult> =>
    call('POST', '/wait', { for: what, ...filter, ...options });
  return {
    async waitForDelivery(filter, options) {
      const { deliveries = [] } = await wait('delivery', filter, options);
      const { message, delivery } = newest(deliveries);
      return { ...delivery, message };
    },
    async waitForMessage(filter, options) {
      return newest((await wait('message', filter, options)).messages);
    },
    async waitForRequest(filter, options) {
      return newest((await wait('request', filter, options)).requests);
    },
  };
};

const newest = <T>(found: readonly T[] = []): T => found.at(-1) as T;
