import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { describedEvents } from '#contract/event-schemas.ts';
import { eventTypes } from '#contract/events.ts';
import { documentedEvent } from '#service/sandbox/documented-event.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { startTestService, type TestService } from '#test/support/test-service.ts';

const schemas = new Map(describedEvents().map(({ eventType, schema }) => [eventType, schema]));

/** Why a body is not what its event type promises; undefined if it is. */
const fault = (event: unknown): unknown => {
  const { eventType } = event as { eventType: string };
  const schema = schemas.get(eventType);
  if (schema === undefined) return `${eventType} is unknown`;
  const [first] = Value.Errors(schema, event);
  return first && { eventType, ...first };
};

const bodiesOf = async ({ control }: TestService, act: () => Promise<void>): Promise<unknown[]> => {
  const consumer = await startConsumer();
  await control.endpoints.create({ url: consumer.url, eventTypes: [...eventTypes] });
  await act();
  await control.clock.advance({ by: 'PT1H' });
  return consumer.received.map(({ body }) => JSON.parse(body));
};

const typesOf = (bodies: readonly unknown[]): Set<string> =>
  new Set(bodies.map((body) => (body as { eventType: string }).eventType));

test('every event type is described once, in the order of the list, under a name of its own', () => {
  expect(describedEvents().map(({ eventType }) => eventType)).toEqual(eventTypes);
  const titles = describedEvents().map(({ schema }) => (schema as { title?: string }).title);
  expect(new Set(titles).size).toBe(eventTypes.length);
  expect(titles).toContain('CommerceOrdersWriteSuccessfulEvent');
});

test('the documented example of every event type is valid, and the same each time', () => {
  for (const eventType of eventTypes) {
    const example = documentedEvent(eventType);
    expect(fault(example), eventType).toBeUndefined();
    expect(documentedEvent(eventType)).toEqual(example);
  }
  expect(new Set(eventTypes.map((eventType) => documentedEvent(eventType).id)).size).toBe(eventTypes.length);
});

test('what a consumer receives of every event type is what its schema says, to the last property', async () => {
  const service = await startTestService();
  const { id: companyId } = await service.api('POST', '/companies', { name: 'Café Zürich' });
  const bodies = await bodiesOf(service, async () => {
    for (const eventType of eventTypes) {
      await service.control.messages.publishExample({ eventType });
      await service.control.messages.publishExample({ eventType, companyId });
    }
  });
  expect(bodies.map(fault).filter((one) => one !== undefined)).toEqual([]);
  expect(typesOf(bodies)).toEqual(new Set(eventTypes));
});

test('what happens to companies, connections and reads is published as the schemas say', async () => {
  const service = await startTestService();
  const { api, control } = service;
  const bodies = await bodiesOf(service, async () => {
    const company = await api('POST', '/companies', { name: 'Bright Bakery', tags: { region: 'uk' } });
    const path = `/companies/${company.id}/connections`;
    for (const behaviour of ['good', 'revoked', 'one-data-type-fails'] as const) {
      const [tokens] = await control.sandbox.issueTokens({ platformKey: 'gbol', behaviour });
      const connection = await api('POST', path, { platformKey: 'gbol' });
      const authorize = () => api('PUT', `${path}/${connection.id}/authorization`, tokens?.credentials);
      await authorize();
      await api('POST', `/companies/${company.id}/data/all`);
      await control.clock.advance({ by: 'PT1H' });
      await service.call('PATCH', `${path}/${connection.id}`, { status: 'Unlinked' });
      await authorize();
      await api('DELETE', `${path}/${connection.id}`);
    }
    await api('DELETE', `/companies/${company.id}`);
  });
  expect(bodies.map(fault).filter((one) => one !== undefined)).toEqual([]);
  expect([...typesOf(bodies)].sort()).toEqual([
    'company.created',
    'company.deleted',
    'connection.connected',
    'connection.created',
    'connection.deleted',
    'connection.disconnected',
    'connection.reconnected',
    'read.completed',
    'read.completed.initial',
  ]);
});
