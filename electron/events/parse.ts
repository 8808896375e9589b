import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describedEvents } from '#contract/event-schemas.ts';
import { isEventType as isKnown, eventTypes as names } from '#contract/events.ts';
import { once } from '#contract/once.ts';
import { openSchema } from '#contract/open-schema.ts';
import type { Event, EventType } from './event-types.ts';

/** What is not as the event type promises. */
export class EventError extends Error {
  override readonly name = 'EventError';
  /** JSON pointer into the body, such as `/payload/dataTypes/0/status`; empty for the body as a whole. */
  readonly path: string;
  /** In words, such as `must be string`. */
  readonly reason: string;

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`Not a valid event: ${path === '' ? 'the body' : path} ${reason}.`, options);
    this.path = path;
    this.reason = reason;
  }
}

const described = once(
  () => new Map(describedEvents().map((event) => [event.eventType, event.schema] as const)),
);
const opened = new Map<string, TSchema>();

/** Made when the first event of the type comes: most consumers see few. */
const schemaOf = (eventType: string): TSchema | undefined => {
  const closed = described().get(eventType);
  if (closed === undefined) return undefined;
  const schema = opened.get(eventType) ?? openSchema(closed);
  opened.set(eventType, schema);
  return schema;
};

/** Every event type that this version knows. */
export const eventTypes: readonly EventType[] = names as readonly EventType[];

export const isEventType = (value: unknown): value is EventType =>
  typeof value === 'string' && isKnown(value);

/**
 * Reads a message. Verify its signature first, over the same bytes. Properties that are not known are kept.
 * @param body as it was received; bytes are read as UTF-8
 * @throws EventError with the first place that is not as its event type promises, and why
 */
export const parseEvent = (body: string | Uint8Array): Event => {
  const value = jsonOf(typeof body === 'string' ? body : textOf(body));
  const problem = problemOf(value);
  if (problem !== undefined) throw problem;
  return value as Event;
};

/** Whether a value, such as a body that a framework has parsed, is an event as its type promises. */
export const isEvent = (value: unknown): value is Event => problemOf(value) === undefined;

const textOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new EventError('', 'is not UTF-8', { cause });
  }
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new EventError('', 'is not JSON', { cause });
  }
};

const problemOf = (value: unknown): EventError | undefined => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return new EventError('', 'must be a JSON object');
  }
  const { eventType } = value as { eventType?: unknown };
  if (typeof eventType !== 'string') return new EventError('/eventType', 'must be a string');
  const schema = schemaOf(eventType);
  if (schema === undefined) return new EventError('/eventType', 'is not an event type of this version');
  if (Value.Check(schema, value)) return undefined;
  const [first] = Value.Errors(schema, value);
  return new EventError(first?.instancePath ?? '', reasonOf(first));
};

const reasonOf = (error: ReturnType<typeof Value.Errors>[number] | undefined): string => {
  if (error?.keyword !== 'enum') return error?.message ?? 'is not as its event type promises';
  return `must be one of ${error.params.allowedValues.map(String).join(', ')}`;
};
