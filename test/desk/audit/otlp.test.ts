import { JsonLogsSerializer } from '@opentelemetry/otlp-transformer';
import { expect, test } from 'vitest';
import { createCases } from '#desk/cases/index.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { json, scriptedServer } from '#test/support/scripted-server.ts';
import { handClock, startAudit } from './receiver.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into requests as collectors do
type Json = any;

const plainValue = ({ value }: Json): unknown =>
  'intValue' in value ? Number(value.intValue) : (value.stringValue ?? value.boolValue);
const attributesIn = (of: Json): Record<string, string | number | boolean> =>
  Object.fromEntries(of.attributes.map((one: Json) => [one.key, plainValue(one)]));
const time = (nanoseconds: string): [number, number] => [
  Number(nanoseconds.slice(0, -9)),
  Number(nanoseconds.slice(-9)),
];

/** Numbers of 64 bits may be texts or numbers, and what is 0 may be left out: JSON mapping of Protocol Buffers. */
const plain = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, of]) => !(key === 'droppedAttributesCount' && of === 0))
      .map(([key, of]) => [key, key === 'intValue' ? Number(of) : plain(of)]),
  );
};

/** What OpenTelemetry's own exporter makes of the same records. */
const byOpenTelemetry = (request: Json): Json => {
  const [{ resource, scopeLogs }] = request.resourceLogs;
  const [{ scope: instrumentationScope, logRecords }] = scopeLogs;
  const of = { attributes: attributesIn(resource) };
  const records = logRecords.map((record: Json) => ({
    hrTime: time(record.timeUnixNano),
    hrTimeObserved: time(record.observedTimeUnixNano),
    severityNumber: record.severityNumber,
    severityText: record.severityText,
    eventName: record.eventName,
    body: record.body.stringValue,
    attributes: attributesIn(record),
    resource: of,
    instrumentationScope,
    droppedAttributesCount: 0,
  }));
  const bytes = JsonLogsSerializer.serializeRequest(records);
  return JSON.parse(Buffer.from(bytes ?? []).toString('utf8'));
};

const fixture = async () => {
  const context = await testDeskContext();
  const cases = createCases(context);
  await cases.create({ name: 'Before' }, 'Ada');
  return { context, cases };
};

test("logs have the form of OpenTelemetry's own exporter, and go to its path with the headers of the stream", async () => {
  const { context, cases } = await fixture();
  const collector = await scriptedServer((_request, response) => json(response, {}));
  const audit = await startAudit(context);
  const headers = [{ name: 'Authorization', value: 'Bearer not-for-logs-8eR3tYu6' }];
  const added = await audit.add(
    { name: 'Collector', url: collector.url, format: 'otlp', detail: 'contents', headers },
    'Ada',
  );
  expect(added).toMatchObject({
    stream: {
      url: `${collector.url}/v1/logs`,
      headers: [{ name: 'Authorization', value: 'Bearer ••••Yu6' }],
    },
  });
  expect(added.secret).toBeUndefined();
  const { id } = await cases.create({ name: 'Acme' }, 'Ada');
  await expect.poll(() => collector.seen.map(({ body }) => body).join()).toContain('case.created');
  for (const { url, method, headers: sent, body } of collector.seen) {
    expect([method, url, sent['content-type'], sent.authorization]).toEqual([
      'POST',
      '/v1/logs',
      'application/json',
      'Bearer not-for-logs-8eR3tYu6',
    ]);
    expect(sent['webhook-signature']).toBeUndefined();
    expect(plain(JSON.parse(body))).toEqual(plain(byOpenTelemetry(JSON.parse(body))));
  }
  const records = collector.seen.flatMap(
    ({ body }) => JSON.parse(body).resourceLogs[0].scopeLogs[0].logRecords,
  );
  const opened = records.find(({ eventName }: Json) => eventName === 'case.opened');
  expect(opened).toMatchObject({
    severityText: 'INFO',
    body: { stringValue: 'Created the case "Acme" of Acme.' },
  });
  expect(attributesIn(opened)).toMatchObject({
    'log.record.uid': expect.stringMatching(`^${id}:1:[0-9a-f]{16}$`),
    'user.name': 'Ada',
    'carryover.case.name': 'Acme',
    'carryover.seq': 1,
    'carryover.content': expect.stringContaining('"name":"Acme"'),
  });
});

test('a collector that drops some is not asked again, and it is shown; what it asks to wait for is waited for', async () => {
  const { context } = await fixture();
  const clock = handClock();
  const partialSuccess = { rejectedLogRecords: '1', errorMessage: 'attribute carryover.digest is too long' };
  const collector = await scriptedServer((_request, response, count) => {
    if (count === 1) json(response, {}, 503, { 'retry-after': '600' });
    else json(response, { partialSuccess });
  });
  const audit = await startAudit(context, { time: clock });
  const { stream } = await audit.add({ name: 'Collector', url: collector.url, format: 'otlp' }, 'Ada');
  await expect.poll(() => clock.waiting()).toEqual([600_000]);
  expect(await audit.show(stream.id)).toMatchObject({
    state: 'failing',
    failing: { problem: 'Status 503: {}' },
  });
  clock.advance(600_000);
  await expect
    .poll(() => audit.show(stream.id))
    .toMatchObject({
      state: 'current',
      rejected: { events: 1, problem: 'attribute carryover.digest is too long' },
    });
  expect(collector.seen).toHaveLength(2);
  await expect(audit.rotate(stream.id, 'Ada')).rejects.toMatchObject({ code: 'audit.noSecret' });
});
