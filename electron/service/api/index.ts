import fastify, { type FastifyRequest } from 'fastify';
import { allowedHostNames } from '#base/host-guard.ts';
import { type ArrivalLimits, arrivalLimits, guardArrivals, serverOptions } from '#base/http/arrivals.ts';
import { answerBrokenRequest } from '#base/http/broken-requests.ts';
import { bodyLimit, serviceName } from '#base/http/error-answer.ts';
import { readJsonBodies } from '#base/http/json-body.ts';
import { createLastingServer, type LastingServer } from '#base/http/lasting-server.ts';
import { lowerUuids } from '#base/http/lower-uuids.ts';
import { serializerCompiler } from '#base/http/serializer.ts';
import { validatorCompiler } from '#base/http/validator.ts';
import { urlOf } from '#base/url-of.ts';
import type { KeyedPage } from '#contract/common.ts';
import type { Recording, RequestEntry, RequestQuery } from '#contract/request-log.ts';
import type { Fault, Settings } from '#contract/sandbox.ts';
import type { Announcement } from '#contract/stream.ts';
import type { TimedSource } from '#service/scheduler/source.ts';
import type { Follower } from '#service/store/store.ts';
import { access } from './access.ts';
import { type Backpressure, createAdmission } from './admission.ts';
import { alerts } from './alerts.ts';
import { type AnswersOptions, answerBrokenPath, noteRequest, setUpAnswers } from './answers.ts';
import type { Api, Modules, Resource } from './api.ts';
import { apiKeys } from './api-keys.ts';
import { companies } from './companies.ts';
import { connections } from './connections.ts';
import { correlationIds } from './correlation.ts';
import { customData } from './custom-data.ts';
import { data } from './data.ts';
import { createRecorder } from './exchanges/recorder.ts';
import { secretFields } from './exchanges/secret-fields.ts';
import { createSentMarks } from './exchanges/sent-marks.ts';
import { withKnownPlaces } from './faults.ts';
import { integrations } from './integrations.ts';
import type { KeyRing } from './key-ring.ts';
import { linkPages } from './link-pages.ts';
import { setUpOpenApi } from './openapi.ts';
import { createPaths } from './paths.ts';
import { products } from './products.ts';
import { profile } from './profile.ts';
import { pushes } from './pushes.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import { withKnownTemplate } from './request-search.ts';
import { rules } from './rules.ts';
import { createOperations } from './runner/operations.ts';
import { createRunner, type Runner } from './runner/runner.ts';
import type { Address } from './runner/send.ts';
import { createSandboxState } from './sandbox-state.ts';
import { syncSettings } from './sync-settings.ts';
import { webhooks } from './webhooks.ts';

export interface PublicApiOptions extends Modules {
  /** 0 picks a free one. */
  readonly apiPort: number;
  /** Address to listen on. */
  readonly bind: string;
  /** Host names to answer for beside the loopback ones and the bound address. */
  readonly allowHosts: readonly string[];
  /** A key that must work, beside those there are. */
  readonly apiKey?: string;
  readonly arrival?: ArrivalLimits | undefined;
  /** What listens, and outlasts this; left out: a server of its own. */
  readonly server?: LastingServer;
  /** Nothing is refused for lack of space if left out. */
  readonly backpressure?: Backpressure;
  /** Calls the listener on every announcement until the returned function is called. */
  readonly subscribe: (listener: (announcement: Announcement) => void) => () => void;
}

export interface PublicApi {
  /** For `inject()`. */
  readonly app: Api;
  /** Listens, and answers where to. @throws the system's error, such as EADDRINUSE. */
  start(): Promise<{ url: string }>;
  /** Takes no more requests, waits for those under way for at most `drainMs`, and writes the rest of the log. */
  stop(drainMs: number): Promise<void>;
  requests(query: RequestQuery): Promise<KeyedPage<RequestEntry>>;
  readonly showRequest: RequestLog['show'];
  readonly sendRequest: Runner['send'];
  readonly checkRequest: Runner['check'];
  /** The document that `/openapi.json` gives. */
  openApi(): object;
  recording(): Promise<Recording>;
  readonly forgetBodies: RequestLog['forgetBodies'];
  settings(): Settings;
  setSettings(settings: Settings): Promise<Settings>;
  /** Writes what waits for the request log. @throws CatalogueError `store.full`, `store.damaged` */
  flushRequests(): Promise<void>;
  readonly lostRequests: RequestLog['lost'];
  faults(): Promise<Fault[]>;
  setFaults(faults: readonly Fault[]): Promise<Fault[]>;
  /** Every key in the clear, oldest first. */
  apiKeys(): Promise<{ id: string; name: string; apiKey: string }[]>;
  readonly createKey: KeyRing['create'];
  readonly removeKey: KeyRing['remove'];
  /** For the scheduler: announces the reset of a used-up quota. */
  readonly rateLimitResets: TimedSource;
  /** What it keeps in memory, for a store that others change, too. */
  readonly follower: Follower;
  /** Reads again what others changed of it until now. */
  refresh(): Promise<void>;
}

const resources: readonly Resource[] = [
  companies,
  products,
  access,
  connections,
  data,
  pushes,
  webhooks,
  rules,
  alerts,
  profile,
  syncSettings,
  integrations,
  customData,
  apiKeys,
];

/** The public HTTP API. Source: `docs/reference/rules/README.md`. */
export const createPublicApi = async (options: PublicApiOptions): Promise<PublicApi> => {
  const { context, platform } = options;
  const state = createSandboxState(context, platform, options.apiKey);
  const { keys, faults, rateLimit, cors } = state;
  await state.refresh();
  const unsubscribe = options.subscribe(state.heard);
  const secretNames = secretFields(platform.integrations.catalogue);
  const requests = createRequestLog(context, {
    keep: () => state.settings().retention.requests,
    alsoWrite: async (tx) => {
      await rateLimit.save(tx);
      await faults.save(tx);
    },
    secretFields: secretNames,
  });
  const recorder = createRecorder(() => state.settings().recordBodies ?? true);
  const marks = createSentMarks();
  const { backpressure } = options;
  const noted = { context, requests, recorder, marks };
  const noteUnanswered = (request: FastifyRequest) => void noteRequest(noted, request, 0);
  const admission = createAdmission(state, noteUnanswered, backpressure);

  const operations = createOperations();
  let port: number | undefined;
  const runner = createRunner({
    keys,
    marks,
    requests,
    operations,
    secretFields: secretNames,
    address: () => (port === undefined ? undefined : ownAddress(options.bind, port)),
  });
  const hosts = allowedHostNames(options.bind, options.allowHosts);
  const answers: AnswersOptions = { ...noted, rateLimit, cors, paths: createPaths(), hosts, backpressure };
  const app = createApp(correlationIds(context.seed, context.generation), answers, options.arrival);
  app.addHook('onRoute', ({ method, url, schema }) => operations.add(String(method), url, schema));
  setUpAnswers(app, answers);
  await setUpOpenApi(app);
  await app.register(async (api: Api) => {
    admission.guard(api);
    for (const resource of resources) resource(api, { ...options, keys, cors });
  });
  await app.register((api: Api) => linkPages(api, platform.linking));
  await app.ready();
  const server = options.server ?? createLastingServer(options.arrival);

  return {
    app,
    async start() {
      port = await server.open(options.apiPort, options.bind);
      server.serve(app.server);
      return { url: urlOf(options.bind, port) };
    },
    async stop(drainMs) {
      admission.stop();
      await (options.server === undefined ? server.close(drainMs) : server.hold(drainMs));
      await app.close();
      unsubscribe();
      await requests.stop();
    },
    requests: async (query) => requests.list(withKnownTemplate(query, answers.paths)),
    showRequest: requests.show,
    sendRequest: runner.send,
    checkRequest: runner.check,
    openApi: () => app.swagger(),
    recording: async () => ({ on: state.settings().recordBodies ?? true, ...(await requests.space()) }),
    async forgetBodies() {
      await requests.forgetBodies();
      await context.store.overwriteDeleted().catch((err: unknown) => {
        context.log.warn({ err }, 'deleted bodies are overwritten later');
      });
      context.announce({ type: 'sandbox', change: 'settings' });
    },
    flushRequests: requests.flush,
    lostRequests: requests.lost,
    settings: state.settings,
    setSettings: state.setSettings,
    faults: faults.list,
    async setFaults(wanted) {
      const set = await faults.set(withKnownPlaces(wanted, answers.paths));
      context.announce({ type: 'sandbox', change: 'faults' });
      return set;
    },
    apiKeys: keys.reveal,
    createKey: keys.create,
    removeKey: keys.remove,
    rateLimitResets: rateLimit.resets,
    follower: state.follower,
    refresh: async () => state.refresh(),
  };
};

/** Where this machine reaches the service: every address includes the loopback one. */
const ownAddress = (bind: string, port: number): Address => {
  if (bind === '0.0.0.0') return { host: '127.0.0.1', port };
  return { host: bind === '::' ? '::1' : bind, port };
};

const createApp = (
  nextCorrelationId: () => string,
  answers: AnswersOptions,
  limits: ArrivalLimits = arrivalLimits,
): Api => {
  const answerBroken = answerBrokenRequest({
    service: serviceName,
    nextCorrelationId,
    headers: answers.rateLimit.headers,
  });
  const app = fastify({
    bodyLimit,
    genReqId: nextCorrelationId,
    frameworkErrors: answerBrokenPath(answers),
    clientErrorHandler: answerBroken,
    http: serverOptions(limits),
    requestTimeout: 0,
    // Requests during a shutdown are turned away in this API's own words.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
  }) as unknown as Api;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  readJsonBodies(app, answers.recorder.noteBody);
  lowerUuids(app);
  const stopGuard = guardArrivals(app.server, limits, answerBroken);
  app.addHook('onClose', async () => stopGuard());
  return app;
};
