import type { ServiceHealth } from './about.ts';
import type { ApiKeyCreated, ApiKeyRequest } from './api-key.ts';
import type {
  AttemptRequest,
  AttemptRequestOptions,
  AttemptSignature,
  ReceivedSignature,
  SignatureVerdict,
} from './attempt-check.ts';
import type { BackupProblem } from './backups.ts';
import type {
  BulkItemsQuery,
  BulkResend,
  BulkResendCount,
  BulkResendItem,
  BulkResendRequest,
  BulkResendsQuery,
  DeliverySelection,
} from './bulk-resend.ts';
import type { AdvanceRequest, ClockView, NextDue, Upcoming, UpcomingQuery } from './clock.ts';
import type { KeyedPage } from './common.ts';
import type { Compaction } from './compaction.ts';
import type {
  DeliveryCounts,
  DeliveryCountsQuery,
  DeliveryLadder,
  Undelivered,
  UndeliveredQuery,
} from './delivery-counts.ts';
import type { EndpointDetail, EndpointPatch, HeadersRequest, HeaderView, Secret } from './endpoint.ts';
import type { EndpointStatistics, StatisticsQuery } from './endpoint-statistics.ts';
import type { ServiceFigures } from './figures.ts';
import type { CatalogueIntegration } from './integration.ts';
import type {
  EditedResendRequest,
  ExampleEventRequest,
  MessageDetail,
  MessageIndex,
  MessagePage,
  SinceRequest,
} from './message.ts';
import type { ActivityQuery, MessageActivity, MessageQuery } from './message-query.ts';
import type { MirrorEnded, MirrorRequest, MirrorStarted, MirrorState } from './mirror.ts';
import type { Recording, RequestDetail, RequestEntry, RequestQuery } from './request-log.ts';
import type { RequestProblems, SendRequest, SentResponse } from './request-runner.ts';
import type { Resources } from './resources.ts';
import type {
  CutoverRequest,
  CutoverResult,
  CutoverState,
  CutoverUndone,
  Fault,
  SeedResult,
  Settings,
  Snapshot,
  TokenRequest,
  TokenSet,
} from './sandbox.ts';
import type { Announcement } from './stream.ts';
import type { WebhookRequest } from './webhook.ts';

/**
 * What only the local service has, as the desk reaches it: the management surface and the sandbox's controls.
 * Injected by the host, so that the desk never imports the service. Every method throws `CatalogueError`.
 */
export interface ServiceControl {
  /** Why its database has no daily backup. */
  backupProblem(): BackupProblem | undefined;
  readonly clock: {
    show(): Promise<ClockView>;
    advance(request: AdvanceRequest): Promise<ClockView>;
    /** Answers once the clock stands, between two due instants. @throws CatalogueError `clock.notAdvancing` */
    cancelAdvance(): Promise<ClockView>;
    pause(): Promise<ClockView>;
    resume(): Promise<ClockView>;
    upcoming(query: UpcomingQuery): Promise<Upcoming>;
    /** The first of each kind of work after the present time, and the next expiry of access tokens. */
    next(): Promise<NextDue[]>;
  };
  readonly endpoints: {
    list(): Promise<EndpointDetail[]>;
    show(webhookId: string): Promise<EndpointDetail>;
    /** By the same rules as `POST /webhooks`. */
    create(request: WebhookRequest): Promise<EndpointDetail>;
    /** What it still waits for is cancelled. */
    remove(webhookId: string): Promise<void>;
    change(webhookId: string, patch: EndpointPatch): Promise<EndpointDetail>;
    headers(webhookId: string, reveal: boolean): Promise<HeaderView[]>;
    setHeaders(webhookId: string, request: HeadersRequest): Promise<HeaderView[]>;
    secret(webhookId: string): Promise<Secret>;
    rotateSecret(webhookId: string): Promise<Secret>;
    test(webhookId: string, eventType?: string): Promise<{ messageId: string }>;
    recover(webhookId: string, request: SinceRequest): Promise<{ count: number }>;
    replay(webhookId: string, request: SinceRequest): Promise<{ count: number }>;
    statistics(webhookId: string, query: StatisticsQuery): Promise<EndpointStatistics>;
    /** In the order asked for; an endpoint that is not known has none. */
    deliveryCounts(query: DeliveryCountsQuery): Promise<DeliveryCounts[]>;
    /** The same. It reads each delivery, and is not for what asks often. */
    deliveryLadder(query: DeliveryCountsQuery): Promise<DeliveryLadder[]>;
    /** Whether what a consumer received is signed with a secret of one of the live endpoints. */
    verify(received: ReceivedSignature): Promise<SignatureVerdict>;
  };
  readonly messages: {
    list(query: MessageQuery): Promise<MessagePage>;
    /** Deliveries of the filter over time. */
    activity(query: ActivityQuery): Promise<MessageActivity>;
    /** How far the index of words is. */
    index(): Promise<MessageIndex>;
    show(messageId: string): Promise<MessageDetail>;
    resend(messageId: string, webhookId?: string): Promise<{ count: number }>;
    /**
     * A new message with an edited payload, marked as such, attempted once at each endpoint; the original stays as it is.
     * @throws CatalogueError `message.notJsonObject`, `message.notFound`, `delivery.notFound`; `webhook.disabled` if one
     * of the endpoints named is disabled
     */
    resendEdited(messageId: string, request: EditedResendRequest): Promise<{ messageId: string }>;
    /** Whether what an attempt sent is signed with a live secret of its endpoint. */
    signature(messageId: string, attemptId: string): Promise<AttemptSignature>;
    /** The request that an attempt sent. */
    request(messageId: string, attemptId: string, options: AttemptRequestOptions): Promise<AttemptRequest>;
    /** @param occurrence the ids of what the event is about follow from it; made anew if left out */
    publishExample(request: ExampleEventRequest, occurrence?: string): Promise<{ messageId: string }>;
    undelivered(query: UndeliveredQuery): Promise<Undelivered>;
  };
  /** Resends of many deliveries; they survive the process. Source: `docs/reference/rules/delivery.md#bulk-resend`. */
  readonly resends: {
    /** What `start` would do. */
    count(request: DeliverySelection): Promise<BulkResendCount>;
    /** @throws CatalogueError `bulkResend.tooMany`, `bulkResend.nothing`, `bulkResend.otherRequest` */
    start(request: BulkResendRequest): Promise<BulkResend>;
    /** The newest ones, or all that are running; newest first. */
    list(query?: BulkResendsQuery): Promise<{ results: BulkResend[] }>;
    show(id: string): Promise<BulkResend>;
    items(id: string, query: BulkItemsQuery): Promise<KeyedPage<BulkResendItem>>;
    /** What is queued already is sent; the rest is not. */
    cancel(id: string): Promise<BulkResend>;
  };
  readonly sandbox: {
    requests(query: RequestQuery): Promise<KeyedPage<RequestEntry>>;
    /** With headers and bodies, secrets masked. */
    showRequest(id: string): Promise<RequestDetail>;
    recording(): Promise<Recording>;
    /** Sends it to the service's own port. The API key and secrets of the response are never given out. */
    sendRequest(request: SendRequest): Promise<SentResponse>;
    /** What the schema of its operation says against it; nothing is sent. */
    checkRequest(request: SendRequest): Promise<RequestProblems>;
    /** The OpenAPI document of the public API. */
    openApi(): Promise<object>;
    /** Deletes the recorded headers and bodies of all requests. */
    forgetBodies(): Promise<void>;
    issueTokens(request: TokenRequest): Promise<TokenSet[]>;
    faults(): Promise<Fault[]>;
    setFaults(faults: Fault[]): Promise<Fault[]>;
    settings(): Promise<Settings>;
    setSettings(settings: Settings): Promise<Settings>;
    seed(snapshot: Snapshot): Promise<SeedResult>;
    cutover(request: CutoverRequest): Promise<CutoverResult>;
    /** A rollback: the endpoints of the cutover are disabled, the rules fire again, the profile's header may change. */
    undoCutover(): Promise<CutoverUndone>;
    cutoverState(): Promise<CutoverState>;
    /**
     * Starts a dual run: what the rules fire, cut over or not, and what the planned endpoints would get, is sent to a
     * recorder as well. Rules, endpoints, alerts and messages of the sandbox stay as they are, in every list and count.
     * It ends with `stopMirror`, with a reset, and with the service.
     * @throws CatalogueError `mirror.running`, `cutover.moved`, `request.invalid`
     */
    startMirror(request: MirrorRequest): Promise<MirrorStarted>;
    /** Waits a few seconds for what is under way, and leaves nothing. Says what did not get through. */
    stopMirror(): Promise<MirrorEnded>;
    mirrorState(): Promise<MirrorState>;
    reset(): Promise<void>;
    /** Answers to legacy attempts that carried `Retry-After`: how many, when, and from which URLs (at most 100). */
    legacyRetryAfter(): Promise<{ count: number; first?: string; last?: string; urls: string[] }>;
    /** The integrator's instance of the service: the client id, and its name. */
    client(): Promise<{ id: string; name: string }>;
    /** The clear text of every live API key, for the person at the machine. */
    apiKeys(): Promise<{ id: string; name: string; apiKey: string }[]>;
    createKey(request: ApiKeyRequest): Promise<ApiKeyCreated>;
    /** It stops working at once. */
    removeKey(apiKeyId: string): Promise<void>;
  };
  /** Undefined where one process answers all calls, and announces each. */
  readonly callLog?: CallLog | undefined;
  /** The integration catalogue, the user's own entries included. */
  integrations(): Promise<readonly CatalogueIntegration[]>;
  /** What compacting `service.db` would free and take, and whether it runs. */
  compaction(): Promise<Compaction>;
  /**
   * Begins to compact it. Reads work meanwhile; what writes waits.
   * @throws CatalogueError `store.compacting`, `store.noSpace`
   */
  compact(): Promise<Compaction>;
  /** Cheap: the page asks often. */
  health(): Promise<ServiceHealth>;
  /** Disk, backlog and descriptors as they were last looked at: no wait, no I/O. */
  resources(): Resources;
  /** For a monitoring system: a snapshot, about as cheap as `health`. */
  figures(): Promise<ServiceFigures>;
  /** Calls `listener` on every announcement until the returned function is called. */
  subscribe(listener: (announcement: Announcement) => void): () => void;
}

/** Calls of the public API of a store that several processes have, whichever answered them. Times are the store's, ms UTC. */
export interface CallLog {
  /** Where the log ends now. Cheap. */
  position(): Promise<CallLogEnd>;
  /** The same, once every process has written what it answered until now, or a few seconds later. */
  settled(): Promise<CallLogEnd>;
  after(query: CallLogQuery): Promise<LoggedCalls>;
}

export interface CallLogEnd {
  readonly now: number;
  /** The ids of the newest entries, 0: there are none. */
  readonly newest: string;
  readonly newestDeprecated: string;
}

export interface CallLogQuery {
  /** The id of an entry. */
  readonly after: string;
  /** Until then, calls were counted and time was judged before. */
  readonly since: number;
  readonly caller?: string | undefined;
  /** How user agents begin that do not count, in lower case. */
  readonly own: string;
  /** Until now, after a few seconds at most; not until all processes have written what they answered. */
  readonly isFinal: boolean;
}

export interface LoggedCalls {
  /** Those that may be of an alerts endpoint, of any caller, oldest first. */
  readonly entries: readonly RequestEntry[];
  /** All others, without own ones, of the caller. */
  readonly otherCalls: number;
  /** The last entry that was read. */
  readonly newest: string;
  readonly now: number;
  readonly until: number;
  /** Of the time since then, that in which no process answered, or one that is gone may not have written what it did. */
  readonly unwatchedMs: number;
  /** Calls of alerts endpoints were removed from the log before they were read. */
  readonly removed: boolean;
}

/** A temporary instance of the service, to rehearse on: empty, on a virtual clock of its own, in a folder that goes with it. */
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
