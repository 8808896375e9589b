import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Json, type RunningHost, serveFolder } from './host.ts';

/** Fills an empty data folder, by the front door, with something of everything that a person can keep there. */

/** Planted values that must still open: what is sealed with the folder's key, and under the passphrase of a case file. */
export const planted = {
  apiKey: 'fixtureTargetKey-4rT8wQz1Lm6PxV',
  password: 'fixturePassword-8eR3tYu6Io1Pa',
  bearer: 'fixtureBearer-5gH9jKl2Zx4Cv',
  custom: 'fixtureCustom-7bN1mQw3Er5Ty',
  attachment: 'token fixtureAttached-4oPa7Sd0FgH3',
} as const;
export const passphrase = 'correct horse battery staple';
export const remoteTarget = 'production';

/** Case files that are exported on the way, by the name of their file. */
export type CaseFiles = Record<'plain' | 'sealed', string>;

export const fillFolder = async (
  dataDir: string,
  read: (host: RunningHost) => Promise<Json>,
): Promise<{ files: CaseFiles; contents: Json }> => {
  const consumer = await startConsumer();
  const host = await serveFolder(dataDir);
  try {
    await sampleCase(host);
    const webhooks = await webhookCase(host, consumer.url);
    await deliveries(host, consumer.url);
    await tokenCase(host);
    await managedCase(host);
    await endedCases(host);
    const remote = await remoteCase(host);
    const files = await exported(host, webhooks, remote);
    return { files, contents: await read(host) };
  } finally {
    await host.stop();
    consumer.close();
  }
};

/** Answers 500 below `/failing`, and 200 everywhere else. */
const startConsumer = async (): Promise<{ url: string; close(): void }> => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(request.url?.startsWith('/failing') ? 500 : 200).end('read');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
};

const until = async <T>(ask: () => Promise<T | undefined | false>): Promise<T> => {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

const endOfJob = ({ desk }: RunningHost, { id }: Json): Promise<Json> =>
  until(async () => {
    const job = await desk('GET', `/api/jobs/${id}`);
    if (job.state === 'failed') throw new Error(job.error);
    return job.state !== 'running' && job.result;
  });

/** Moves the virtual clock for as long as syncs wait for it. */
export const endOfRun = ({ desk }: RunningHost, caseId: string, { id }: Json): Promise<Json> =>
  until(async () => {
    const run = await desk('GET', `/api/cases/${caseId}/tokens/runs/${id}`);
    if (run.state !== 'running') return run;
    if (run.counts.syncing > 0) await desk('POST', '/api/clock/advance', { by: 'PT10S' });
    return undefined;
  });

const sampleCase = async (host: RunningHost): Promise<void> => {
  const { caseId, folder } = await host.desk('POST', '/api/sample');
  const source = [{ path: join(folder, 'app-fixed'), scope: 'bakery-books' }];
  await endOfJob(host, await host.desk('POST', '/api/checks', { caseId, configuration: {}, source }));
};

const webhookCase = async ({ desk, api, ...rest }: RunningHost, consumer: string): Promise<string> => {
  const host = { desk, api, ...rest };
  await api('PUT', '/profile', {
    name: 'Acme',
    redirectUrl: 'https://acme.example',
    alertAuthHeader: `Basic ${btoa(`hooks:${planted.password}`)}`,
  });
  await api('POST', '/rules', {
    type: 'Data sync completed',
    notifiers: { webhook: `${consumer}/hooks` },
  });
  await api('POST', '/rules', { type: 'Sync Failed', notifiers: { emails: ['ops@acme.example'] } });

  const { id } = await desk('POST', '/api/cases', {
    name: 'acme webhooks',
    integrator: 'Acme Ltd',
    parts: ['webhooks'],
  });
  const path = `/api/cases/${id}`;
  await desk('POST', `${path}/notes`, { text: 'They call back on Tuesdays.' });
  await desk('POST', `${path}/contacts`, { name: 'Jo', party: 'integrator', email: 'jo@acme.example' });
  const attach = (name: string, text: string, secret: boolean): Promise<Json> =>
    desk('POST', `${path}/attachments`, { name, content: Buffer.from(text).toString('base64'), secret });
  await attach('mail.txt', 'From: jo@acme.example\n\nWe are ready.\n', false);
  await attach('token.txt', planted.attachment, true);
  const observed = await desk('POST', `${path}/observations`, { name: 'staging' });
  await api('GET', '/companies');
  await desk('POST', `${path}/observations/${observed.id}/close`);
  await endOfJob(host, await desk('POST', '/api/checks', { caseId: id, configuration: {} }));
  const answer = { state: 'absent', by: 'Jo', note: 'Looked it up in the portal.' };
  await desk('PUT', `${path}/rows/auth-header-portal/answer`, answer);
  for (const row of ['alerts-endpoints', 'rule-id']) {
    await desk('PUT', `${path}/rows/${row}/overrule`, {
      state: 'absent',
      by: 'Jo',
      reason: 'Asked by mail.',
    });
  }
  await desk('POST', `${path}/request`);
  await desk('POST', `${path}/request/sent`, { by: 'Sam' });
  await desk('POST', `${path}/cutover`, { by: 'Sam' });
  await desk('POST', `${path}/cutover/check`);
  for (const { webhook } of (await desk('GET', `${path}/endpoints`)).results) {
    const headers = `${path}/endpoints/${webhook.id}/headers`;
    await desk('PUT', headers, {
      authorization: { scheme: 'bearer', token: planted.bearer },
      headers: [{ name: 'X-Team', value: planted.custom }],
    });
    await desk('POST', `${headers}/check`);
  }
  return id;
};

/** A delivery that succeeded, one that failed for good, one that still waits, and one of an endpoint that is off. */
const deliveries = async ({ desk }: RunningHost, consumer: string): Promise<void> => {
  const endpoint = async (path: string, eventType: string): Promise<string> => {
    const { id } = await desk('POST', '/api/endpoints', { url: consumer + path, eventTypes: [eventType] });
    await desk('PUT', `/api/endpoints/${id}/headers`, {
      headers: [{ name: 'X-Endpoint', value: `${planted.custom}${path}` }],
    });
    return id;
  };
  const send = async (eventType: string, status: string): Promise<void> => {
    const { messageId } = await desk('POST', '/api/events', { eventType });
    await until(async () => {
      const { deliveries } = await desk('GET', `/api/messages/${messageId}`);
      return deliveries.length > 0 && deliveries.every((one: Json) => one.status === status);
    });
  };
  await endpoint('/taken', 'company.created');
  await endpoint('/failing', 'invoices.write.successful');
  const off = await endpoint('/off', 'bills.write.successful');
  await desk('PATCH', `/api/endpoints/${off}`, { disabled: true });
  await send('company.created', 'Success');
  await send('invoices.write.successful', 'Attempting');
  await desk('POST', '/api/clock/advance', { by: 'PT29H' });
  const old = (await desk('GET', '/api/messages?eventType=invoices.write.successful')).results[0].id;
  await until(async () => (await desk('GET', `/api/messages/${old}`)).deliveries[0].status === 'Failed');
  await send('invoices.write.successful', 'Attempting');
  await desk('POST', '/api/keys', { name: 'second key' });
};

/** Rows of a platform, as an integrator hands them in. */
const importRows = async (
  host: RunningHost,
  caseId: string,
  platformKey: string,
  kinds: readonly (readonly [string, number])[],
  prefix = 'C',
): Promise<void> => {
  const rows: Json[] = [];
  for (const [behaviour, count] of kinds) {
    const { results } = await host.desk('POST', '/api/simulator/tokens', { platformKey, count, behaviour });
    for (const { credentials } of results) {
      const n = rows.length + 1;
      rows.push({ ref: `${prefix}-${n}`, name: `Bakery ${prefix}-${n}`, ...credentials });
    }
  }
  const body = { content: JSON.stringify(rows), name: `${prefix}.json`, platformKey };
  await endOfJob(host, await host.desk('POST', `/api/cases/${caseId}/tokens/imports`, body));
};

/** A rehearsal, a pilot and a run that ended, one that is paused with rows in it, and rows that wait for a later one. */
const tokenCase = async (host: RunningHost): Promise<void> => {
  const { desk } = host;
  const { id } = await desk('POST', '/api/cases', { name: 'acme tokens', parts: ['tokens'] });
  const tokens = `/api/cases/${id}/tokens`;
  await importRows(host, id, 'gbol', [
    ['good', 8],
    ['revoked', 1],
  ]);
  const rehearsal = await desk('POST', `${tokens}/rehearsals`, { seed: 1 });
  await until(async () => {
    const { results } = await desk('GET', `${tokens}/runs`);
    return results.some((run: Json) => run.kind === 'rehearsal' && run.state === 'done') && rehearsal;
  });
  const start = (body: Json): Promise<Json> => desk('POST', `${tokens}/runs`, body);
  await endOfRun(host, id, await start({ kind: 'pilot', refs: ['C-1'] }));
  await endOfRun(host, id, await start({ refs: ['C-2', 'C-3', 'C-9'] }));
  const paused = await start({ refs: ['C-4', 'C-5'], concurrency: 1 });
  await until(async () => (await desk('GET', `${tokens}/runs/${paused.id}`)).counts.syncing === 2);
  await desk('POST', `${tokens}/runs/pause`, { why: 'Lunch.' });
};

const managedCase = async (host: RunningHost): Promise<void> => {
  const { desk } = host;
  const { id } = await desk('POST', '/api/cases', { name: 'acme managed', parts: ['tokens'] });
  const path = `/api/cases/${id}`;
  const book = await desk('POST', `${path}/runbook`, { platformKey: 'qhyg' });
  await importRows(host, id, 'qhyg', [['good', 3]], 'Q');
  const fields = Object.fromEntries(book.details.map(({ name, example }: Json) => [name, example]));
  await desk('PUT', `${path}/runbook/details`, { fields });
  await desk('POST', `${path}/runbook/estimate`, {});
  await desk('PUT', `${path}/runbook/steps/disable-syncing/overrule`, { reason: 'It is shut down.' });
};

/** One closed, one archived, one deleted, and one that came in by a file. */
const endedCases = async ({ desk }: RunningHost): Promise<void> => {
  const open = async (name: string): Promise<Json> =>
    desk('POST', '/api/cases', { name, parts: ['webhooks'] });
  const remove = async ({ id }: Json): Promise<void> => {
    const { digest } = await desk('GET', `/api/cases/${id}/removal`);
    await desk('DELETE', `/api/cases/${id}?confirm=${digest}`);
  };
  const closed = await open('closed');
  await desk('POST', `/api/cases/${closed.id}/close`, { revision: closed.revision, reason: 'Done by hand.' });
  const archived = await open('archived');
  await desk('POST', `/api/cases/${archived.id}/archive`, { revision: archived.revision });
  await remove(await open('deleted'));
  const elsewhere = await open('imported');
  await desk('POST', `/api/cases/${elsewhere.id}/notes`, { text: 'Began on another machine.' });
  const file = await desk('POST', `/api/cases/${elsewhere.id}/export`, {});
  await remove(elsewhere);
  await desk('POST', '/api/cases/import', { file: typeof file === 'string' ? file : JSON.stringify(file) });
};

/** Never called: its host is one of documentation. */
const remoteCase = async (host: RunningHost): Promise<string> => {
  const target = await host.desk('POST', '/api/targets', {
    name: remoteTarget,
    baseUrl: 'https://api.example.com',
    apiKey: planted.apiKey,
  });
  const { id } = await host.desk('POST', '/api/cases', {
    name: 'acme production',
    parts: ['tokens'],
    targetId: target.id,
  });
  await importRows(host, id, 'gbol', [['good', 2]], 'P');
  return id;
};

const exported = async ({ desk }: RunningHost, webhooks: string, remote: string): Promise<CaseFiles> => {
  const text = async (id: string, body: Json): Promise<string> => {
    const file = await desk('POST', `/api/cases/${id}/export`, body);
    return `${JSON.stringify(file, undefined, 1)}\n`;
  };
  const plain = await text(webhooks, {});
  return {
    plain,
    sealed: await text(remote, { passphrase }),
  };
};
