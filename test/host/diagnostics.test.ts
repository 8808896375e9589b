import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Log, silentLog } from '#base/log.ts';
import { csv, line } from '#test/desk/tokens/import/fixture.ts';
import { until } from '#test/support/host-process.ts';
import { startDesk } from '#test/support/start-desk.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';
import { unzip } from '#test/support/unzip.ts';

/** None of it may be found in a bundle. */
const planted = {
  integrator: 'Zephyr Integrations GmbH',
  company: 'Quillfeather Bakery',
  person: 'Marguerite Plonk',
  address: 'hooks.zephyr.example',
  target: 'zephyr-production',
  header: 'Bearer planted-header-value-8831',
  targetKey: 'plantedkey8831AAAAbbbbCCCC',
  row: 'planted-ref-77',
};

test('a bundle tells versions, figures and the log, and nothing of whose data it is', async () => {
  const lines = [
    JSON.stringify({
      level: 50,
      msg: 'desk: failed',
      route: '/api/cases',
      integrator: planted.integrator,
      err: {
        type: 'Error',
        message: planted.company,
        stack: `Error: ${planted.company}\n    at x (/a/b/c/d.js:1:1)`,
      },
    }),
    JSON.stringify({
      level: 30,
      msg: 'target: call',
      url: `https://${planted.address}`,
      status: planted.person,
    }),
  ];
  const log: Log = Object.assign(silentLog(), { recentLines: () => lines });
  const { api, desk, ready } = await testHost({ log });
  const { body: company } = await api('POST', '/companies', { name: planted.company });
  const { body: webhook } = await api('POST', '/webhooks', {
    url: `https://${planted.address}/in`,
    eventTypes: ['company.created'],
  });
  const headers = [{ name: 'Authorization', value: planted.header }];
  await desk('PUT', `/api/endpoints/${webhook.id}/headers`, { headers });
  const secret = (await desk('GET', `/api/endpoints/${webhook.id}/secret`)).body.secret;
  const added = await desk('POST', '/api/targets', {
    name: planted.target,
    baseUrl: `https://${planted.address}`,
    apiKey: planted.targetKey,
  });
  expect(added.status).toBe(200);
  const { body: opened } = await desk('POST', '/api/cases', {
    name: 'zephyr',
    integrator: planted.integrator,
    parts: ['tokens'],
  });
  await desk('POST', `/api/cases/${opened.id}/contacts`, { name: planted.person, party: 'integrator' });
  const imported = await desk('POST', `/api/cases/${opened.id}/tokens/imports`, {
    content: csv(line(1, { ref: planted.row })),
    name: planted.row,
  });
  await until(async () => (await desk('GET', `/api/jobs/${imported.body.id}`)).body.state === 'done');
  const { body: ticket } = await desk('POST', '/api/session/tickets');
  mkdirSync(join(ready.dataDir, 'logs'));
  writeFileSync(
    join(ready.dataDir, 'logs', 'host.log'),
    `${lines.join('\n')}\n${planted.company} broke\n    at y (/a/b/c/e.js:2:2)\n`,
  );

  const response = await fetch(`${ready.deskUrl}/api/diagnostics`, {
    headers: { authorization: `Bearer ${ready.deskToken}` },
  });
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename=carryover-diagnostics-[\dT-]+Z\.zip$/,
  );
  const files = await unzip(new Uint8Array(await response.arrayBuffer()));
  expect(Object.keys(files)).toEqual([
    'read-me.txt',
    'about.json',
    'health.json',
    'machine.json',
    'settings.json',
    'targets.json',
    'tables.json',
    'files.json',
    'log.txt',
    'host-log.txt',
  ]);
  const json = (name: string) => JSON.parse(files[name] as string);
  expect(json('tables.json')).toMatchObject({ targets: 1, case_heads: 1, token_rows: 1 });
  expect(json('targets.json')).toMatchObject([
    { id: 'local' },
    { id: added.body.id, scheme: 'https', hasCa: false },
  ]);
  expect(json('files.json')).toMatchObject({
    'desk.db': { bytes: expect.any(Number) },
    backups: { files: 1 },
  });
  expect(files['log.txt']).toContain('"stack":["at x (…/d.js:1:1)"]');
  expect(files['host-log.txt']).toContain('at y (…/e.js:2:2)');

  const all = Object.values(files).join('\n').toLowerCase();
  const { apiKey, deskToken, dataDir } = ready;
  const secrets = [...Object.values(planted), secret, ticket.ticket, apiKey, deskToken, dataDir, line(1)];
  const found = [...secrets, 'zephyr', 'quillfeather', 'plonk', company.name].filter((text) =>
    all.includes(String(text).toLowerCase()),
  );
  expect(found).toEqual([]);
});

test('licences are those that the build listed', async () => {
  const out = temporaryFolder();
  const { call } = await startDesk({ rendererDir: join(out, 'renderer') });
  const missing = await call('GET', '/api/licences');
  expect([missing.status, missing.body.error]).toEqual([404, expect.stringContaining('npm run build')]);
  const results = [
    { name: 'react', version: '19.3.1', licence: 'MIT', text: 'Permission is hereby granted' },
  ];
  writeFileSync(join(out, 'licences.json'), JSON.stringify({ results }));
  expect((await call('GET', '/api/licences')).body).toEqual({ results });
});
