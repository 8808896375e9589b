import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate } from './common.ts';

/**
 * A recording of read-only calls to a target, and how the local copy compares with it. It holds no value that a target
 * answered, only what each value is.
 */

export const recordingFormat = 'carryover-recording';
export const recordingVersion = 1;

/** What is asked of each operation. */
export const probes = [
  'found',
  'unknownId',
  'unknownPart',
  'noKey',
  'onePerPage',
  'secondPage',
  'pageZero',
  'pageTooLarge',
  'ordered',
  'unknownOrder',
  'query',
  'brokenQuery',
] as const;
export type Probe = (typeof probes)[number];

/** Why there is no answer to a call. */
export const unreadReasons = [
  'noId',
  'unreachable',
  'timeout',
  'tooLarge',
  'rateLimited',
  'serverError',
  'gaveUp',
] as const;
export type UnreadReason = (typeof unreadReasons)[number];

const name = '[A-Za-z_][A-Za-z0-9_-]{0,59}';
/** Where in a body: `$.results[].id`. A name that may be somebody's data is `{name}`. */
const valuePath = `^\\$(\\.(${name}|\\{name\\})|\\[\\]){0,24}$`;
/** `=` begins a word of the description, braces a placeholder of an id. */
const kind = `^([a-z][a-z /]{1,30}|=[A-Za-z][A-Za-z0-9 _.-]{0,59}|\\{${name}(:[1-9]\\d{0,5})?\\})$`;

export const ValueShape = Closed({
  is: Type.Array(Type.String({ pattern: kind }), { minItems: 1, maxItems: 200 }),
  /** Some of the objects that could have it have not. */
  optional: Type.Optional(Type.Literal(true)),
});
export type ValueShape = Static<typeof ValueShape>;

export const BodyShape = Type.Record(Type.String({ pattern: valuePath }), ValueShape, {
  maxProperties: 2000,
  additionalProperties: false,
});
export type BodyShape = Static<typeof BodyShape>;

export const HeaderShapes = Type.Record(
  Type.String({ pattern: '^[a-z][a-z-]{1,40}$' }),
  Type.String({ pattern: '^[a-z][a-z0-9/+;= -]{0,60}$' }),
  { maxProperties: 60, additionalProperties: false },
);
export type HeaderShapes = Static<typeof HeaderShapes>;

export const RecordedCall = Closed({
  operation: Type.String({ pattern: '^GET (/[A-Za-z]+|/\\{[A-Za-z]+\\}){1,12}$', maxLength: 200 }),
  probe: OneOf(probes),
  /** As it was called, with placeholders of ids; absent if it was not. */
  path: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9/{}:?&=_.-]{1,400}$' })),
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
  headers: Type.Optional(HeaderShapes),
  body: Type.Optional(BodyShape),
  unread: Type.Optional(OneOf(unreadReasons)),
  /** Of what there is none, or the status that came instead of an answer. */
  detail: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]{1,40}$' })),
});
export type RecordedCall = Static<typeof RecordedCall>;

/** What the job of a recording ends with. */
export interface RecordedCalls {
  readonly calls: readonly RecordedCall[];
}

export const RecordRequest = Closed({
  customData: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$',
      description: 'A custom data type to read too; no list tells their names.',
    }),
  ),
});
export type RecordRequest = Static<typeof RecordRequest>;

export const FidelityRecording = Closed(
  {
    format: Type.Literal(recordingFormat),
    version: Type.Literal(recordingVersion),
    /** The version of Carryover that recorded it. */
    carryover: Type.String({ pattern: '^[0-9A-Za-z.+-]{1,40}$' }),
    recordedAt: UtcDate,
    /** Host name and port. */
    host: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9.:\\[\\]-]{1,260}$' })),
    calls: Type.Array(RecordedCall, { minItems: 1, maxItems: 2000 }),
  },
  { title: 'FidelityRecording' },
);
export type FidelityRecording = Static<typeof FidelityRecording>;

export type DifferenceIn = 'status' | 'header' | 'field';

export interface Difference {
  readonly in: DifferenceIn;
  /** The header, or where in the body; of a status: empty. */
  readonly at: string;
  readonly target: string;
  readonly local: string;
}

export interface ToldDifference extends Difference {
  /** Whether the fidelity page says that the operation differs, and this can be meant. */
  readonly declared: boolean;
}

/** One operation, asked in one way. */
export interface ProbeComparison {
  readonly probe: Probe;
  readonly result: 'same' | 'differs' | 'notCompared';
  readonly differences: readonly ToldDifference[];
  /** Whether each difference is. */
  readonly declared: boolean;
  /** Why it was not compared. */
  readonly reason?: string;
  /** Fields of the local copy's description that the recording shows, of how many. */
  readonly fields?: { readonly seen: number; readonly of: number };
}

export interface OperationComparison {
  readonly operation: string;
  /** What the fidelity page says of it; empty: that it is the same. */
  readonly note: string;
  readonly probes: readonly ProbeComparison[];
}

export interface Comparison {
  readonly recording: Pick<FidelityRecording, 'recordedAt' | 'carryover' | 'host'>;
  readonly counts: {
    readonly same: number;
    readonly declared: number;
    readonly undeclared: number;
    readonly notCompared: number;
  };
  readonly operations: readonly OperationComparison[];
  /** Never called, and why. */
  readonly leftOut: readonly { readonly operation: string; readonly reason: string }[];
}
