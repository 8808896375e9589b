import { type Static, Type } from 'typebox';
import { Closed, OneOf } from './common.ts';

/** How a host is doing, in figures for a monitoring system and in reasons for a person. Source: `docs/guides/operate.md`. */

/** Upper bounds of the buckets by which latencies are counted, ms. */
export const latencyBoundsMs = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000] as const;

/** Latencies by bucket, as `latencyBoundsMs` has them; the last place is beyond all bounds. */
export interface LatencyCounts {
  readonly counts: readonly number[];
  readonly sumMs: number;
}

/** Whether a database takes writes, and why not. */
export const storeStates = ['ok', 'full', 'damaged', 'read-only', 'gone', 'failing'] as const;
export type StoreState = (typeof storeStates)[number];

export interface StoreFigures {
  readonly file: string;
  readonly state: StoreState;
  /** What the last refused write said; absent while the store takes writes. */
  readonly problem?: string;
  readonly reads: LatencyCounts;
  readonly writes: LatencyCounts;
  /** Of the database and its write-ahead log, bytes; absent where they can't be read. */
  readonly sizes: { readonly database?: number; readonly log?: number };
}

/** What became of an attempt: the class of its status, or why there was no whole response. */
export const attemptOutcomes = [
  'success',
  'redirect',
  'client_error',
  'server_error',
  'other_status',
  'address_refused',
  'connection_refused',
  'connection_reset',
  'connection_error',
  'dns_error',
  'tls_error',
  'timeout',
  'response_invalid',
  // A fault of this machine: no attempt, and tried again.
  'not_sent',
] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** The queue of an endpoint. There are at most 50 endpoints. */
export interface EndpointFigures {
  readonly id: string;
  readonly disabled: boolean;
  readonly failing: boolean;
  /** Requests on their way. */
  readonly inFlight: number;
  /** Deliveries that wait for an attempt, tests left out; absent while the store can't be read. */
  readonly waiting?: number;
}

export interface SchedulerFigures {
  /** `on hold`: the last turn failed, and the next one waits. */
  readonly state: 'starting' | 'running' | 'paused' | 'on hold' | 'stopping' | 'stopped';
  /** How long the present turn takes already, ms; absent between turns. */
  readonly turnMs?: number;
  /** Why the last turn failed; absent after one that did not. */
  readonly problem?: string;
  readonly inFlight: number;
  /** Results that wait to be written. */
  readonly results: number;
}

/** The local service's own figures: a snapshot. What could not be read is absent. */
export interface ServiceFigures {
  /** Since the start of the service. */
  readonly attempts: Readonly<Record<AttemptOutcome, number>>;
  /** Requests to the public API since the start, by the first digit of their status. */
  readonly requests: Readonly<Record<string, number>>;
  /** By how much the oldest due attempt is late, ms on the service's clock; 0 if none is. */
  readonly lagMs?: number;
  readonly endpoints: readonly EndpointFigures[];
  readonly scheduler: SchedulerFigures;
  readonly store: StoreFigures;
}

/** `GET /health` */
export const Alive = Closed(
  {
    alive: Type.Literal(true),
    version: Type.String(),
    /** s */
    uptime: Type.Number({ description: 'Since the start of the process, s.' }),
  },
  { title: 'Alive' },
);
export type Alive = Static<typeof Alive>;

/** What keeps a host from being ready. */
export const readinessProblems = [
  'store',
  'desk-store',
  'scheduler',
  'disk',
  'descriptors',
  'backlog',
  'desk',
  'stopping',
] as const;

/** `GET /ready`, with 200 and with 503 */
export const Readiness = Closed(
  {
    ready: Type.Boolean(),
    reasons: Type.Array(
      Closed({
        what: OneOf(readinessProblems),
        text: Type.String({ description: 'What is wrong, and what to do.' }),
      }),
      { description: 'Empty if it is ready.' },
    ),
  },
  { title: 'Readiness' },
);
export type Readiness = Static<typeof Readiness>;
