import { expect, test } from 'vitest';
import { until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

test('a dual run ends with the host, and is shown as ended after a restart', async () => {
  const dataDir = temporaryFolder();
  const first = await testHost({ dataDir });
  const { api, desk } = first;
  const rule = { type: 'Data sync completed', notifiers: { webhook: 'http://127.0.0.1:9/hook' } };
  expect((await api('POST', '/rules', rule)).status).toBe(200);
  const { body: opened } = await desk('POST', '/api/cases', { name: 'acme', integrator: 'Acme' });
  const path = `/api/cases/${opened.id}/cutover`;
  expect((await desk('GET', `${path}/dual-run`)).body).toEqual({ running: false, pairs: [] });
  expect((await desk('POST', `${path}/plan`, { freeze: true, by: 'Jo' })).status).toBe(200);
  expect((await desk('POST', `${path}/dual-run`)).body).toMatchObject({ running: true, pairs: [] });
  await desk('POST', '/api/events', { eventType: 'read.completed' });
  const seen = await until(async () => {
    const { body } = await desk('GET', `${path}/dual-run`);
    return body.pairs.length > 0 && body.pairs[0].outcome === 'both' && body;
  });
  expect(seen.report.verdict).toBe('holds');
  await first.stop(5000);

  const again = await testHost({ dataDir });
  const { body: last } = await again.desk('GET', `${path}/dual-run`);
  expect(last).toMatchObject({ running: false, report: { verdict: 'holds' }, pairs: [] });
  expect(last.ended >= seen.started).toBe(true);
  const { body: view } = await again.desk('GET', path);
  expect(view.comparisons).toMatchObject([{ source: 'dual-run', current: true }]);
});
