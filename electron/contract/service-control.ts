import type { AdvanceRequest, ClockView, Upcoming } from './clock.ts';
import type { KeyedPage } from './common.ts';
import type { EndpointDetail, EndpointPatch, HeadersRequest, HeaderView, Secret } from './endpoint.ts';
import type { CatalogueIntegration } from './integration.ts';
import type { ExampleEventRequest, Message, MessageDetail, MessageQuery, SinceRequest } from './message.ts';
import type { RequestEntry, RequestQuery } from './request-log.ts';
import type {
  CutoverRequest,
  CutoverResult,
  Fault,
  SeedResult,
  Settings,
  Snapshot,
  TokenRequest,
  TokenSet,
} from './sandbox.ts';
import type { Announcement } from './stream.ts';

/**
 * What only the local service has, as the desk reaches it: the management surface and the sandbox's controls.
 * Injected by the host, so that the desk never imports the service. Every method throws `CatalogueError`.
 */
export interface ServiceControl {
  readonly clock: {
    show(): Promise<ClockView>;
    advance(request: AdvanceRequest): Promise<ClockView>;
    pause(): Promise<ClockView>;
    resume(): Promise<ClockView>;
    upcoming(limit: number): Promise<Upcoming>;
  };
  readonly endpoints: {
    list(): Promise<EndpointDetail[]>;
    show(webhookId: string): Promise<EndpointDetail>;
    change(webhookId: string, patch: EndpointPatch): Promise<EndpointDetail>;
    headers(webhookId: string, reveal: boolean): Promise<HeaderView[]>;
    setHeaders(webhookId: string, request: HeadersRequest): Promise<HeaderView[]>;
    secret(webhookId: string): Promise<Secret>;
    rotateSecret(webhookId: string): Promise<Secret>;
    test(webhookId: string, eventType?: string): Promise<{ messageId: string }>;
    recover(webhookId: string, request: SinceRequest): Promise<{ count: number }>;
    replay(webhookId: string, request: SinceRequest): Promise<{ count: number }>;
  };
  readonly messages: {
    list(query: MessageQuery): Promise<KeyedPage<Message>>;
    show(messageId: string): Promise<MessageDetail>;
    resend(messageId: string, webhookId?: string): Promise<{ count: number }>;
    publishExample(request: ExampleEventRequest): Promise<{ messageId: string }>;
  };
  readonly sandbox: {
    requests(query: RequestQuery): Promise<KeyedPage<RequestEntry>>;
    issueTokens(request: TokenRequest): Promise<TokenSet[]>;
    faults(): Promise<Fault[]>;
    setFaults(faults: Fault[]): Promise<Fault[]>;
    settings(): Promise<Settings>;
    setSettings(settings: Settings): Promise<Settings>;
    seed(snapshot: Snapshot): Promise<SeedResult>;
    cutover(request: CutoverRequest): Promise<CutoverResult>;
    undoCutover(): Promise<void>;
    reset(): Promise<void>;
    /** Answers to legacy attempts that carried `Retry-After`: how many, when, and from which URLs (at most 100). */
    legacyRetryAfter(): Promise<{ count: number; first?: string; last?: string; urls: string[] }>;
    /** The integrator's instance of the service: the client id, and its name. */
    client(): Promise<{ id: string; name: string }>;
    /** The clear text of every live API key, for the person at the machine. */
    apiKeys(): Promise<{ id: string; name: string; apiKey: string }[]>;
  };
  /** The integration catalogue, the user's own entries included. */
  integrations(): Promise<readonly CatalogueIntegration[]>;
  /** Calls `listener` on every announcement until the returned function is called. */
  subscribe(listener: (announcement: Announcement) => void): () => void;
}

/** A throwaway instance of the service, to rehearse on: empty, on a virtual clock of its own, in a folder that goes with it. */
export interface ServiceInstance {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly control: ServiceControl;
  /** Stops it and removes everything that it wrote. */
  close(): Promise<void>;
}

/** Injected by the host, like `ServiceControl`. */
export interface ServiceInstances {
  /** @param options `seed`: everything generated follows from it */
  create(options: { readonly seed?: number }): Promise<ServiceInstance>;
}
