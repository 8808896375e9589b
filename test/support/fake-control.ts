import type { BulkResend } from '#contract/bulk-resend.ts';
import type { Compaction } from '#contract/compaction.ts';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { CatalogueError } from '#contract/errors.ts';
import { attemptOutcomes, latencyBoundsMs, type ServiceFigures } from '#contract/figures.ts';
import type { Message, MessageDetail } from '#contract/message.ts';
import type { Settings } from '#contract/sandbox.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Announcement } from '#contract/stream.ts';
import { enoughOfAll } from './enough-of-all.ts';

export const endpointId = '6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11';
export const companyId = '1b4e28ba-2fa1-4d2b-883f-0016d3cca427';
export const clientId = 'a3c1f7de-5d0a-4b1e-9a37-51a8c2f60d11';
const at = '2026-01-15T09:00:00.000Z';

const endpoint: EndpointDetail = {
  id: endpointId,
  url: 'http://127.0.0.1:9/hook',
  eventTypes: ['company.created'],
  disabled: false,
  channels: [companyId],
  companyTags: [],
  headers: [{ name: 'Authorization', value: 'Bearer ••••7B2' }],
  secret: '••••xyz',
  created: at,
  health: { waiting: 1, succeeded: 2, failed: 0, cancelled: 0 },
};
const message: Message = {
  id: 'msg_00000000000000000000000000',
  eventType: 'company.created',
  channels: [companyId],
  created: at,
  deliveries: [{ webhookId: endpointId, status: 'Attempting', attempts: 1, nextAttemptAt: at }],
};
const detail: MessageDetail = { ...message, body: '{}', attempts: [], editedCopies: [] };
const bulk: BulkResend = {
  id: clientId,
  created: at,
  state: 'done',
  total: 1,
  refusals: [],
  counts: { waiting: 0, sending: 0, delivered: 1, failed: 0, refused: 0, cancelled: 0 },
};
const requestEntry = {
  id: '1',
  at,
  method: 'GET',
  path: '/companies',
  statusCode: 200,
  durationMs: 1,
  correlationId: 'c0ffee00c0ffee00c0ffee00c0ffee00',
  deprecated: false,
};
const settings: Settings = { rateLimit: false, retention: { messageDays: 30, requests: 1000 } };

const latencies = { counts: latencyBoundsMs.map(() => 1).concat(0), sumMs: 12 };
const figures: ServiceFigures = {
  attempts: Object.fromEntries(attemptOutcomes.map((outcome, n) => [outcome, n])) as never,
  requests: { '2xx': 5, '3xx': 0, '4xx': 1, '5xx': 0 },
  lagMs: 1500,
  endpoints: [{ id: endpointId, disabled: false, failing: true, inFlight: 2, waiting: 1 }],
  scheduler: { state: 'running', inFlight: 2, results: 0 },
  store: {
    file: 'service.db',
    state: 'ok',
    reads: latencies,
    writes: latencies,
    sizes: { database: 4096, log: 0 },
  },
};

/** A control whose answers are fixed, and which keeps what it was asked. What a test needs otherwise, it gives. */
export const fakeControl = (other: Partial<ServiceControl> = {}) => {
  const calls: unknown[][] = [];
  const listeners = new Set<(announcement: Announcement) => void>();
  const answer =
    <T>(name: string, value: T) =>
    async (...args: unknown[]): Promise<T> => {
      calls.push([name, ...args]);
      return value;
    };
  const compaction: Compaction = {
    running: false,
    fileBytes: 4096,
    freedBytes: 0,
    shrinksByItself: true,
    neededBytes: 4096,
    expectedSeconds: 1,
  };
  const clock = { mode: 'virtual', now: at, paused: false, advancing: false } as const;
  const control: ServiceControl = {
    backupProblem: () => undefined,
    clock: {
      show: answer('show', clock),
      advance: answer('advance', clock),
      cancelAdvance: answer('cancelAdvance', clock),
      next: answer('next', []),
      pause: answer('pause', { ...clock, paused: true }),
      resume: answer('resume', clock),
      upcoming: answer('upcoming', { results: [{ what: 'delivery', at, count: 3, subject: endpointId }] }),
    },
    endpoints: {
      list: answer('list', [endpoint]),
      show: async (id) => {
        if (id !== endpointId) throw new CatalogueError('webhook.notFound', { webhookId: id });
        return endpoint;
      },
      create: answer('create', endpoint),
      remove: answer('remove', undefined),
      statistics: answer('statistics', {
        from: at,
        until: at,
        complete: true,
        attempts: 0,
        succeeded: 0,
        failed: 0,
        buckets: [],
      }),
      verify: answer('verify', { state: 'unsigned', reason: 'It is not signed.' }),
      change: answer('change', endpoint),
      headers: answer('headers', endpoint.headers),
      setHeaders: answer('setHeaders', endpoint.headers),
      secret: answer('secret', { secret: 'whsec_c2VjcmV0' }),
      rotateSecret: answer('rotateSecret', { secret: 'whsec_bmV3' }),
      test: answer('test', { messageId: message.id }),
      recover: answer('recover', { count: 2 }),
      replay: answer('replay', { count: 3 }),
      deliveryCounts: answer('deliveryCounts', []),
      deliveryLadder: answer('deliveryLadder', []),
    },
    messages: {
      list: answer('messages', { results: [message], cursor: 'next' }),
      show: answer('message', detail),
      activity: answer('activity', {
        from: at,
        until: at,
        stepMs: 60_000,
        complete: true,
        succeeded: 0,
        failed: 0,
        waiting: 1,
        cancelled: 0,
        buckets: [],
      }),
      index: answer('index', { stored: 1, behind: 0 }),
      signature: answer('signature', {
        valid: true,
        reason: 'It holds.',
        toleranceSeconds: 300,
        secretsTried: 1,
      }),
      request: answer('request', { url: 'http://127.0.0.1:9/hook', headers: [], body: '{}', remarks: [] }),
      resend: answer('resend', { count: 1 }),
      resendEdited: answer('resendEdited', { messageId: message.id }),
      publishExample: answer('publishExample', { messageId: message.id }),
      undelivered: answer('undelivered', { complete: true, results: [] }),
    },
    resends: {
      count: answer('bulkCount', {
        messages: 1,
        deliveries: 1,
        endpoints: 1,
        refused: [],
        isTooMany: false,
      }),
      start: answer('bulkStart', bulk),
      list: async (query) => {
        calls.push(['bulkList', query]);
        return { results: query?.state === 'running' ? [] : [bulk] };
      },
      show: answer('bulkShow', bulk),
      items: answer('bulkItems', { results: [] }),
      cancel: answer('bulkCancel', bulk),
    },
    sandbox: {
      requests: answer('requests', { results: [] }),
      showRequest: answer('showRequest', { entry: requestEntry, missing: 'off' }),
      recording: answer('recording', { on: false, count: 0, bytes: 0 }),
      sendRequest: answer('sendRequest', {
        at,
        statusCode: 200,
        durationMs: 1,
        headers: [],
        body: { state: 'empty' },
      }),
      checkRequest: answer('checkRequest', { problems: [] }),
      openApi: answer('openApi', { openapi: '3.1.0' }),
      forgetBodies: answer('forgetBodies', undefined),
      issueTokens: answer('issueTokens', []),
      faults: answer('faults', []),
      setFaults: async (faults) => faults,
      settings: answer('settings', settings),
      setSettings: async (wanted) => wanted,
      seed: answer('seed', { companies: {}, connections: {}, rules: {}, webhooks: {} }),
      cutover: answer('cutover', { at, endpoints: [], notCarried: [], carriedHeaders: [] }),
      cutoverState: answer('cutoverState', { cutOver: false }),
      startMirror: answer('startMirror', { started: at, secrets: [] }),
      stopMirror: answer('stopMirror', { lost: 0, elsewhere: false, drained: true }),
      mirrorState: answer('mirrorState', { running: false }),
      undoCutover: answer('undoCutover', { endpoints: [] }),
      reset: answer('reset', undefined),
      legacyRetryAfter: answer('legacyRetryAfter', { count: 0, urls: [] }),
      client: answer('client', { id: clientId, name: 'Local sandbox' }),
      apiKeys: answer('apiKeys', [{ id: companyId, name: 'first', apiKey: 'the-key' }]),
      createKey: answer('createKey', { id: companyId, name: 'second', created: at, apiKey: 'another' }),
      removeKey: answer('removeKey', undefined),
    },
    compaction: answer('compaction', compaction),
    compact: answer('compact', compaction),
    integrations: answer('integrations', []),
    health: answer('health', {
      deliveriesPerMinute: 12,
      waiting: 1,
      endpoints: { total: 1, disabled: 0, disabledByService: 0, failing: 1 },
      store: 'ok' as const,
      resources: enoughOfAll,
      clock,
    }),
    resources: () => enoughOfAll,
    figures: answer('figures', figures),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...other,
  };
  return {
    control,
    calls,
    listeners,
    announce: (announcement: Announcement): void => {
      for (const listener of listeners) listener(announcement);
    },
  };
};
