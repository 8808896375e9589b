import fc from 'fast-check';
import { expect, expectTypeOf, test } from 'vitest';
import { eventTypes as known } from '#contract/events.ts';
import {
  type ConnectionPayload,
  type Event,
  EventError,
  type EventOf,
  type EventType,
  eventTypes,
  isEvent,
  isEventType,
  parseEvent,
  type ReadPayload,
  type WriteUnsuccessfulPayload,
} from '#events/index.ts';
import { documentedEvent } from '#service/sandbox/documented-event.ts';

const problemOf = (body: string | Uint8Array): [string, string] => {
  try {
    parseEvent(body);
  } catch (error) {
    if (error instanceof EventError) return [error.path, error.reason];
    throw error;
  }
  throw new Error('It was taken.');
};
const changed = (change: (event: ReturnType<typeof JSON.parse>) => void): string => {
  const event = documentedEvent('read.completed');
  change(event);
  return JSON.stringify(event);
};

test('every event type of the service is parsed, from text and from bytes', () => {
  expect(eventTypes).toEqual(known);
  for (const eventType of eventTypes) {
    const event = documentedEvent(eventType);
    const body = JSON.stringify(event);
    expect(parseEvent(body)).toEqual(event);
    expect(parseEvent(Buffer.from(body))).toEqual(event);
    expect(isEvent(event)).toBe(true);
  }
});

test('what is wrong is said with its place and why', () => {
  expect(problemOf('{')).toEqual(['', 'is not JSON']);
  expect(problemOf('')).toEqual(['', 'is not JSON']);
  expect(problemOf('[]')).toEqual(['', 'must be a JSON object']);
  expect(problemOf(Buffer.from([0x7b, 0xff, 0x7d]))).toEqual(['', 'is not UTF-8']);
  expect(problemOf('{}')).toEqual(['/eventType', 'must be a string']);
  expect(problemOf('{"eventType":"read.never"}')).toEqual([
    '/eventType',
    'is not an event type of this version',
  ]);
  expect(problemOf(changed((event) => delete event.payload.dataTypes))).toEqual([
    '/payload',
    'must have required properties dataTypes',
  ]);
  const [path, reason] = problemOf(changed((event) => (event.payload.dataTypes[1].status = 'Great')));
  expect([path, reason.slice(0, 33)]).toEqual([
    '/payload/dataTypes/1/status',
    'must be one of Complete, FetchErr',
  ]);
  expect(problemOf(changed((event) => (event.id = 7)))).toEqual(['/id', 'must be string']);
  expect(() => parseEvent('{}')).toThrow('Not a valid event: /eventType must be a string.');
});

test('properties that are added later are kept', () => {
  const body = changed((event) => {
    event.later = 1;
    event.payload.referenceCompany.later = { deep: true };
  });
  expect(parseEvent(body)).toEqual(JSON.parse(body));
});

test('nothing but an event is one, and parsing fails in no other way', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.constantFrom(...eventTypes).map(documentedEvent)), (value) => {
      const isOne = isEvent(value);
      expect(isOne).toBe(isEventType((value as { eventType?: unknown } | null)?.eventType));
      if (!isOne) problemOf(JSON.stringify(value));
    }),
  );
  for (const value of [undefined, null, 1, 'x', [], {}, new Date()]) expect(isEvent(value)).toBe(false);
});

test('names from the prototype are no event types', () => {
  for (const name of ['constructor', '__proto__', 'toString']) expect(isEventType(name)).toBe(false);
});

test('the event type decides the payload', () => {
  expectTypeOf<EventOf<'read.completed'>['payload']>().toEqualTypeOf<ReadPayload>();
  expectTypeOf<EventOf<'connection.failed'>['payload']>().toEqualTypeOf<ConnectionPayload>();
  const said = (event: Event): string => {
    if (event.eventType === 'read.completed') {
      expectTypeOf(event.payload).toEqualTypeOf<ReadPayload>();
      return event.payload.dataTypes.map(({ status }) => status).join();
    }
    if (event.eventType === 'commerce-orders.write.unsuccessful') {
      expectTypeOf(event.payload).toEqualTypeOf<WriteUnsuccessfulPayload>();
      return event.payload.status;
    }
    expectTypeOf(event.eventType).toExtend<EventType>();
    return 'other';
  };
  expect(said(parseEvent(JSON.stringify(documentedEvent('read.completed'))))).toBe(
    'Complete,Complete,FetchError',
  );
  expect(said(parseEvent(JSON.stringify(documentedEvent('company.created'))))).toBe('other');
  // @ts-expect-error There is no such event type.
  expectTypeOf<EventOf<'read.never'>>();
});
