import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { onTestFinished } from 'vitest';
import type { VirtualClock } from '#base/clock.ts';
import type { Announcement } from '#contract/stream.ts';
import { createPublicApi, type PublicApi, type PublicApiOptions } from '#service/api/index.ts';
import type { Client } from '#service/core/context.ts';
import { createDomainEvents, type DomainEvent } from '#service/core/domain-events.ts';
import { createLegacy } from '#service/legacy/index.ts';
import type { Legacy } from '#service/legacy/legacy.ts';
import type { Outbound } from '#service/outbound/outbound.ts';
import { createPlatform } from '#service/platform/index.ts';
import type { Platform } from '#service/platform/platform.ts';
import { createExampleEvents } from '#service/sandbox/example-event.ts';
import type { ServiceContext } from '#service/store/context.ts';
import type { Tx } from '#service/store/store.ts';
import { createWebhooks } from '#service/webhooks/index.ts';
import type { Webhooks } from '#service/webhooks/webhooks.ts';
import { createAnswerChecker, type Documented } from './answer-checker.ts';
import { scriptedOutbound } from './scripted-outbound.ts';
import { testContext } from './service-context.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { resourcesDir } from './test-platform.ts';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
  readonly body: any;
  readonly text: string;
  readonly headers: Record<string, string | undefined>;
}

export interface TestApi {
  readonly api: PublicApi;
  readonly context: ServiceContext & { clock: VirtualClock };
  readonly published: DomainEvent[];
  readonly announced: Announcement[];
  readonly client: Client;
  readonly platform: Platform;
  readonly legacy: Legacy;
  readonly webhooks: Webhooks;
  readonly apiKey: string;
  /** One request with the API key; other headers replace the usual ones. */
  call(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** As it is. Every answer is held to the OpenAPI document. */
  inject(options: InjectOptions): Promise<Answer>;
  announce(announcement: Announcement): void;
}

export interface TestApiOptions
  extends Partial<Pick<PublicApiOptions, 'bind' | 'allowHosts' | 'apiKey' | 'arrival'>> {
  readonly now?: number;
  /** A folder to go on with. */
  readonly folder?: string;
  readonly context?: ServiceContext & { clock: VirtualClock };
}

let checker: ReturnType<typeof createAnswerChecker> | undefined;

const sendsNothing: Outbound = { ...scriptedOutbound(), post: () => {} };

/** The public API over the real modules and a real store, on a virtual clock; nothing is delivered. */
export const testApi = async (options: TestApiOptions = {}): Promise<TestApi> => {
  const folder = options.folder ?? temporaryFolder();
  const base = options.context ?? (await testContext({ folder, ...(options.now && { now: options.now }) }));
  const published: DomainEvent[] = [];
  const announced: Announcement[] = [];
  const listeners: ((announcement: Announcement) => void)[] = [];
  const announce = (announcement: Announcement): void => {
    announced.push(announcement);
    for (const listener of listeners) listener(announcement);
  };
  const events = createDomainEvents<Tx>();
  const publish = async (tx: Tx, event: DomainEvent): Promise<void> => {
    published.push(event);
    await events.publish(tx, event);
  };
  const context = { ...base, announce, publish };

  const client = { id: 'c11e0000-0000-4000-8000-000000000000', name: 'Acme Platform' };
  const platform = await createPlatform(context, { resourcesDir });
  const outbound = sendsNothing;
  const keptDays = async () => 30;
  const legacy = await createLegacy(context, {
    client,
    outbound,
    outboxDir: join(folder, 'outbox'),
    keptDays,
  });
  const exampleEvent = createExampleEvents(context, platform);
  const webhooks = await createWebhooks(context, {
    outbound,
    exampleEvent,
    keptDays,
    otherSecrets: legacy.secrets,
  });
  events.subscribe(legacy.publish);
  events.subscribe(webhooks.publish);
  const api = await createPublicApi({
    context,
    client,
    platform,
    legacy,
    webhooks,
    apiPort: 0,
    bind: options.bind ?? '127.0.0.1',
    allowHosts: options.allowHosts ?? [],
    arrival: options.arrival,
    ...(options.apiKey !== undefined && { apiKey: options.apiKey }),
    subscribe: (listener) => {
      listeners.push(listener);
      return () => listeners.splice(listeners.indexOf(listener), 1);
    },
  });
  onTestFinished(() => api.stop(0));

  const apiKey = (await api.apiKeys())[0]?.apiKey ?? '';
  // It follows from the code alone. Making it took two fifths of the time of these tests.
  checker ??= createAnswerChecker(api.app.swagger() as unknown as Documented);
  const check = checker;
  const inject = async (request: InjectOptions): Promise<Answer> => {
    const { statusCode: status, payload: text, headers } = await api.app.inject(request);
    const isJson = headers['content-type']?.toString().startsWith('application/json');
    const body = isJson && text !== '' ? JSON.parse(text) : undefined;
    check({ method: request.method ?? 'GET', url: String(request.url), status, body, text });
    return { status, body, text, headers: headers as Record<string, string | undefined> };
  };
  return {
    api,
    context,
    published,
    announced,
    client,
    platform,
    legacy,
    webhooks,
    apiKey,
    announce,
    inject,
    call: (method, url, body, headers) =>
      inject({
        method: method as 'GET',
        url,
        headers: {
          authorization: basic(apiKey),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      }),
  };
};

export const basic = (key: string): string => `Basic ${Buffer.from(key).toString('base64')}`;
