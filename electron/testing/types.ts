/**
 * The shapes of `carryover/testing`. They name no other file, so that what an integrator installs reads as it is
 * written here. Instants are UTC, ISO 8601; durations are ISO 8601, such as `PT28H`, or milliseconds where a name says so.
 */

export type ClockMode = 'system' | 'virtual' | 'skipping';
export type DeliveryStatus = 'Sending' | 'Attempting' | 'Success' | 'Failed' | 'Cancelled';
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'HEAD';
export type TokenBehaviour =
  | 'good'
  | 'expired-refreshable'
  | 'refresh-token-used'
  | 'revoked'
  | 'scope-missing'
  | 'rate-limited'
  | 'slow'
  | 'one-data-type-fails'
  | 'used-by-old-application';

export interface StateOptions {
  /**
   * Opens the secrets of a state that another process saved, and closes those of one that is saved for another;
   * `CARRYOVER_STATE_PASSPHRASE`, if left out. A state that stays with its service needs none.
   */
  readonly passphrase?: string;
}

export interface RestoreOptions extends StateOptions {
  /** Go on without the secrets that do not open: signing secrets are made anew, credentials and headers are gone. */
  readonly withoutSecrets?: boolean;
}

/** Everything in a service at one moment. */
export interface Snapshot {
  /** Among the states of the service that saved it. */
  readonly name: string;
  readonly bytes: number;
  /** The time of the sandbox. */
  readonly now: string;
  /** Writes the file, for `startService({ snapshot })` or `carryover exec --snapshot`. */
  writeTo(path: string): Promise<void>;
}

export interface StartOptions extends RestoreOptions {
  /** A state to begin with: the path of a file, or the name of one in `data`. */
  readonly snapshot?: string;
  /** The folder of `carryover serve --data` that has the state and the key to its secrets. Nothing in it is changed. */
  readonly data?: string;
  /**
   * `virtual` (the default): time stands still until it is advanced. `skipping`: it also goes to the next due work
   * while a test waits. `system`: the machine's.
   */
  readonly clock?: ClockMode;
  /** Everything generated follows from it: ids, secrets, data. Chosen at random, if left out. */
  readonly seed?: number;
  /** An API key that is accepted besides the one that is made. */
  readonly apiKey?: string;
  /** Deliver to private address ranges too, not to loopback alone. */
  readonly allowPrivate?: boolean;
  /**
   * `this` (the default): the service runs in the test's own process. `own`: in a process beside it, which fake timers
   * and intercepted requests of the test don't reach.
   */
  readonly process?: 'this' | 'own';
}

/** Where a service is. `carryover exec` tells a command by environment variables. */
export interface ServiceAddress {
  readonly apiUrl: string;
  readonly apiKey: string;
  /** With its prefix, `/control/v1`. */
  readonly controlUrl: string;
  readonly controlToken: string;
}

export interface Attempt {
  readonly id: string;
  readonly webhookId: string;
  readonly number: number;
  readonly trigger: 'scheduled' | 'resend' | 'recover' | 'replay' | 'test';
  readonly at: string;
  readonly durationMs: number;
  readonly statusCode?: number;
  /** The name of the failure, if no whole response came, such as `Timeout`. */
  readonly error?: string;
  /** Secrets masked. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** The first 16 KiB. */
  readonly responseBody?: string;
}

/** One message for one endpoint. */
export interface Delivery {
  readonly webhookId: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly nextAttemptAt?: string;
  readonly lastAttemptAt?: string;
  readonly lastStatusCode?: number;
  readonly lastError?: string;
}

/** One event addressed to endpoints. */
export interface Message {
  readonly id: string;
  readonly eventType: string;
  /** Company ids; empty: company-agnostic. */
  readonly channels: readonly string[];
  readonly created: string;
  readonly deliveries: readonly Delivery[];
}

export interface MessageDetail extends Message {
  /** The exact text that is signed and sent. */
  readonly body: string;
  readonly attempts: readonly Attempt[];
}

/** A delivery with the message that it delivers. */
export interface DeliveredMessage extends Delivery {
  readonly message: MessageDetail;
}

/** A request to the public API. */
export interface ApiRequest {
  readonly id: string;
  readonly at: string;
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  /** Its template, such as `/companies/{companyId}`; omitted where none matched. */
  readonly route?: string;
  /** 0: no response, because of a fault. */
  readonly statusCode: number;
  readonly durationMs: number;
  readonly userAgent?: string;
  /** A call of an alerts endpoint, which blocks a migration. */
  readonly deprecated: boolean;
}

export interface MessageFilter {
  readonly eventType?: string;
  readonly companyId?: string;
  readonly messageId?: string;
}

export interface DeliveryFilter extends MessageFilter {
  /** Of the endpoint. */
  readonly webhookId?: string;
  readonly status?: DeliveryStatus;
}

export interface RequestFilter {
  readonly method?: HttpMethod;
  /** The whole path, or the template of its route, such as `/companies/{companyId}`. */
  readonly path?: string;
  readonly statusCode?: number;
  /** true: only calls of the alerts endpoints. */
  readonly deprecated?: boolean;
}

export interface WaitOptions {
  /** System time after which the wait fails, 5,000 if left out. The error tells what came closest. */
  readonly timeoutMs?: number;
  /** How many there have to be, 1 if left out. */
  readonly count?: number;
}

export interface EndpointRequest {
  readonly url: string;
  /** Every event type, if left out. */
  readonly eventTypes?: readonly string[];
  readonly companyId?: string;
  /** `key:value`, at most 10. */
  readonly companyTags?: readonly string[];
  /** Custom headers of every delivery. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Endpoint {
  /** The `webhookId`. */
  readonly id: string;
  readonly url: string;
  readonly eventTypes: readonly string[];
  /** The signing secret, `whsec_…`. */
  readonly secret: string;
}

export interface Fault {
  /** Answers this status instead of the API, by the API's own rules for 402, 403, 429, 500 and 503. */
  readonly status?: number;
  /** Answers so late. Alone: the API answers by itself then. */
  readonly delayMs?: number;
  /** Never answers. */
  readonly silent?: boolean;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** A path, or the template of a route, such as `/companies/{companyId}`; every path, if left out. */
  readonly path?: string;
  /** So many requests; all, if left out. */
  readonly times?: number;
  /** Between 0 and 1: only this share of the requests. */
  readonly share?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of the response; an object is sent as JSON. */
  readonly body?: string | object;
}

/** `credentials` is a body that `PUT …/authorization` takes as it is. */
export interface TokenSet {
  readonly id: string;
  readonly platformKey: string;
  readonly behaviour: TokenBehaviour;
  readonly issued: string;
  readonly credentials: Readonly<Record<string, string>>;
}

/** What a consumer received. */
export interface ConsumerRequest {
  /** Over all consumers of a service, from 1. */
  readonly number: number;
  readonly at: string;
  readonly method: string;
  /** With the query string. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Of the response; 0: none. */
  readonly statusCode: number;
  /** Whether an endpoint's signing secret signed it. Omitted: it carries no signature, as legacy alerts do. */
  readonly verified?: boolean;
  readonly signature: 'valid' | 'wrong' | 'stale' | 'unsigned';
  /** Of `signature`, in words. */
  readonly reason: string;
}

export interface ConsumerResponse {
  /** So many requests, then the default response; left out: this becomes the default response. */
  readonly times?: number;
  /** System time, ms. */
  readonly delayMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: string | object;
}

/** A receiver of webhooks on loopback that registers nothing. */
export interface Consumer extends AsyncDisposable {
  readonly id: string;
  /** For `createEndpoint`, or a legacy rule. Every path below it receives. */
  readonly url: string;
  /**
   * Every request, repeats included, oldest first. It grows by itself; after any awaited call of the service it holds
   * all that was received by then.
   */
  readonly requests: readonly ConsumerRequest[];
  /** How the next requests are responded to. At first: 200. */
  respond(statusCode: number, options?: ConsumerResponse): Promise<void>;
  /** `reset`: closes connections without a response; `silent`: never responds. */
  break(connection: 'reset' | 'silent', options?: Pick<ConsumerResponse, 'times'>): Promise<void>;
  /** Until a webhook came; the last one of `count`. @throws ControlError */
  waitForRequest(
    filter?: { readonly eventType?: string; readonly verified?: boolean },
    options?: WaitOptions,
  ): Promise<ConsumerRequest>;
  /** Forgets what it received. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** The service's clock. Moving it needs virtual time. */
export interface ServiceClock {
  now(): Promise<Date>;
  /** By an ISO 8601 duration such as `PT28H`, or ms. Resolves when everything that fell due is done. */
  advance(by: string | number): Promise<Date>;
  to(instant: string | Date): Promise<Date>;
  /** To the next due work, which it runs. */
  untilNext(): Promise<Date>;
  /** Until nothing but recurring work is due any more. */
  untilIdle(): Promise<Date>;
  /** Nothing becomes due until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

export interface ServiceFaults {
  /** Replaces all faults. @param faults none: the API answers as it should */
  set(...faults: readonly Fault[]): Promise<void>;
  clear(): Promise<void>;
}

/** A step of a scenario that was done. */
export interface ScenarioStepDone {
  /** `setup 1`, `step 1`: by their numbers in the file. */
  readonly step: string;
  /** Its action. */
  readonly do: string;
  /** From the start, such as `PT5M`. */
  readonly after: string;
  /** Of virtual time. */
  readonly at: string;
  /** What it did or found, in words. */
  readonly text: string;
}

export interface ScenarioRun {
  readonly name: string;
  readonly start: string;
  readonly steps: readonly ScenarioStepDone[];
  /** By the names that steps gave. */
  readonly ids: Readonly<Record<string, string>>;
}

export interface ScenarioProblem {
  /** Omitted: of the whole scenario. */
  readonly step?: string;
  readonly field?: string;
  readonly message: string;
}

export interface PlayOptions {
  /** After each step. */
  readonly onStep?: (step: ScenarioStepDone) => void;
}

/** A local copy of the service, for one test or many. */
export interface Service extends AsyncDisposable, ServiceAddress {
  /** The base URL of the public API. */
  readonly url: string;
  /** `Authorization` for requests to the public API. */
  readonly headers: { readonly authorization: string };
  readonly seed: number;
  readonly clock: ServiceClock;
  readonly faults: ServiceFaults;
  createEndpoint(request: EndpointRequest): Promise<Endpoint>;
  deleteEndpoint(id: string): Promise<void>;
  /** Publishes a plausible event of a type, about the company given or a made-up one. */
  publish(eventType: string, about?: { readonly companyId?: string }): Promise<MessageDetail>;
  message(id: string): Promise<MessageDetail>;
  /** Oldest first. */
  messages(filter?: DeliveryFilter): Promise<Message[]>;
  /** Requests to the public API, oldest first. */
  requests(filter?: RequestFilter): Promise<ApiRequest[]>;
  /** Until a delivery is so; the newest. It may be so already. @throws ControlError */
  waitForDelivery(filter?: DeliveryFilter, options?: WaitOptions): Promise<DeliveredMessage>;
  waitForMessage(filter?: MessageFilter, options?: WaitOptions): Promise<MessageDetail>;
  waitForRequest(filter?: RequestFilter, options?: WaitOptions): Promise<ApiRequest>;
  /** Token sets of a simulated platform, such as `gbol`. */
  issueTokens(
    platformKey: string,
    options?: { readonly behaviour?: TokenBehaviour; readonly count?: number },
  ): Promise<TokenSet[]>;
  consumer(): Promise<Consumer>;
  /** What all consumers received, oldest first; of those that are closed, nothing. */
  received(): Promise<ConsumerRequest[]>;
  /** Saves everything in it, while it runs. Without a passphrase its secrets open in this service and its forks alone. */
  snapshot(options?: StateOptions & { readonly name?: string }): Promise<Snapshot>;
  /**
   * Back to a state: a snapshot of this service, the name of one, or the path of a file. URL, API keys and consumers
   * stay. What is missing of its secrets is told, where that was allowed.
   */
  restore(state: Snapshot | string, options?: RestoreOptions): Promise<{ readonly text: string }>;
  /** Another service that begins as this one is now, with a seed of its own. It ends with this one, or before. */
  fork(): Promise<Service>;
  /**
   * Plays timed steps on virtual time, which goes to the instant of each: a scenario, the path of its file, or one that
   * comes with the package: `consumer-outage`, `rotation-race`, `failed-cutover`. @throws ScenarioError
   */
  play(scenario: string | object, options?: PlayOptions): Promise<ScenarioRun>;
  /** Empties it. URL, API keys, clock, settings and consumers stay. */
  reset(): Promise<void>;
  /** Stops it and removes everything that it wrote. Once is enough; a service of `carryover exec` goes on. */
  stop(): Promise<void>;
}
