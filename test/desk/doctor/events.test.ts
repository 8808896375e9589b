import { expect, test } from 'vitest';
import { isEventType } from '#contract/events.ts';
import { createDoctorEvents, largeBody, lifetime, unknownType } from '#desk/doctor/events.ts';
import { testHost } from '#test/support/test-host.ts';

/** The kinds of a value's parts, by path; of lists the first, texts by their form. */
const shapeOf = (value: unknown, path = ''): string[] => {
  if (Array.isArray(value)) return value.length === 0 ? [`${path}[]`] : shapeOf(value[0], `${path}[]`);
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, part]) =>
      path.endsWith('.tags') ? [`${path}.*`] : shapeOf(part, `${path}.${key}`),
    );
  }
  return [`${path}: ${typeof value === 'string' ? formOf(value) : typeof value}`];
};

const formOf = (text: string): string => {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) return 'uuid';
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? 'date' : 'text';
};

test('20 event types, each known, and an unknown one that is not', () => {
  expect(new Set(lifetime).size).toBe(20);
  expect(lifetime.filter((type) => !isEventType(type))).toEqual([]);
  expect(isEventType(unknownType)).toBe(false);
});

test("each event has the service's own form", { timeout: 60_000 }, async () => {
  const { desk } = await testHost();
  const events = createDoctorEvents();
  for (const eventType of lifetime) {
    const { body } = await desk('POST', '/api/events', { eventType });
    const { body: message } = await desk('GET', `/api/messages/${body.messageId}`);
    const ofService = shapeOf(JSON.parse(message.body));
    const ofDoctor = shapeOf(JSON.parse(JSON.stringify(events.next(eventType))));
    expect([...ofDoctor].sort()).toEqual([...ofService].sort());
  }
});

test('webhook ids have the form of the service, and are never the same', () => {
  const events = createDoctorEvents();
  const ids = Array.from({ length: 1000 }, () => events.messageId());
  expect(ids.filter((id) => !/^msg_[0-9a-hjkmnp-tv-z]{26}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(1000);
});

test('events are generated one after another', () => {
  const events = createDoctorEvents();
  const dates = lifetime.map((type) => events.next(type).generatedDate);
  expect(dates).toEqual([...new Set(dates)].sort());
});

test.each(lifetime)('a large event of type %s is valid JSON of exactly the wanted size', (type) => {
  const event = createDoctorEvents().next(type);
  const body = largeBody(event, 256 * 1024);
  expect(Buffer.byteLength(body)).toBe(256 * 1024);
  expect(JSON.parse(body)).toMatchObject({ id: event.id, eventType: type });
});

test('a company and a connection are made once, and never deleted while events about them follow', () => {
  const events = createDoctorEvents();
  const companyOf = (type: string): string => {
    const payload = events.next(type).payload as { id: string; referenceCompany?: { id: string } };
    return payload.referenceCompany?.id ?? payload.id;
  };
  const first = companyOf('company.created');
  expect(companyOf('read.completed')).toBe(first);
  expect([companyOf('company.created'), companyOf('company.deleted')]).not.toContain(first);
  expect([companyOf('connection.deleted'), companyOf('read.completed')]).toEqual([
    expect.not.stringMatching(first),
    first,
  ]);
  const connections = ['connection.created', 'connection.created', 'connection.connected'].map(
    (type) => (events.next(type).payload as { connection: { id: string } }).connection.id,
  );
  expect(connections[1]).not.toBe(connections[0]);
  expect(connections[2]).toBe(connections[0]);
});
