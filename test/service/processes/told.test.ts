import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { createControlLine } from '#base/store/postgres/control-line.ts';
import type { Announcement } from '#contract/stream.ts';
import { createTold } from '#service/store/told.ts';
import { makeEndpoints } from '#test/bench/delivering.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { startSharing } from './sharing.ts';

test('the listeners of each process are told what another one does', async () => {
  const consumer = await startConsumer();
  const [first, second] = await startSharing();
  await makeEndpoints(first.service, [consumer.url]);
  const heard: Announcement[][] = [first, second].map(({ service }) => {
    const announcements: Announcement[] = [];
    service.control.subscribe((one) => announcements.push(one));
    return announcements;
  });
  const response = await fetch(`${first.apiUrl}/companies`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(first.apiKey)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bright Bakery' }),
  });
  const { id } = (await response.json()) as { id: string };
  await first.service.control.messages.publishExample({ eventType: 'connection.connected' });
  const wanted = [
    { type: 'company', companyId: id, change: 'created' },
    { type: 'request', method: 'POST', path: '/companies', statusCode: 200 },
    { type: 'message', eventType: 'connection.connected' },
    { type: 'delivery', status: 'Success' },
  ];
  for (const announcements of heard) {
    for (const one of wanted)
      await expect.poll(() => announcements).toContainEqual(expect.objectContaining(one));
    const companies = announcements.filter(({ type }) => type === 'company');
    expect(companies).toHaveLength(1);
  }
});

test('without notifications, a change elsewhere is found all the same', async () => {
  const [{ service }, , place] = await startSharing();
  const line = createControlLine({ ...place, dataKey: Buffer.alloc(32, 7), log: silentLog() });
  onTestFinished(() => line.close());
  const announcements: Announcement[] = [];
  const told = createTold(
    { ...line, listen: () => {}, listenToOwn: () => {} },
    `${place.address.prefix}_service`,
    silentLog(),
  );
  onTestFinished(told.stop);
  told.listen((one) => announcements.push(one));
  await expect
    .poll(
      async () => {
        await service.control.messages.publishExample({ eventType: 'connection.connected' });
        return announcements[0];
      },
      { timeout: 15_000, interval: 500 },
    )
    .toEqual({ type: 'sandbox', change: 'elsewhere' });
});
