import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { type Run, serveIn } from '#test/support/cli.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { until } from '#test/support/host-process.ts';
import { startPostgres } from '#test/support/postgres/server.ts';
import { hasOpenssl } from '#test/support/private-ca.ts';
import { type ComposeService, ports, readCompose } from '#test/support/team-files.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { startTlsProxy } from '#test/support/tls-proxy.ts';

/** The processes of the compose file without its containers: their variables, secrets and checks, on free ports. */

const { services, secrets } = readCompose();

/** PostgreSQL with the password and the certificate that the script makes. */
const startDatabase = async (folder: string): Promise<number> => {
  execFileSync('sh', [join(packageRoot(), 'packaging', 'team', 'make-secrets.sh'), folder]);
  const secret = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const tls = { cert: secret('database-certificate.pem'), key: secret('database-key.pem') };
  const { port, user, password, stop } = await startPostgres({ tls });
  onTestFinished(stop);
  const client = new pg.Client({ host: '127.0.0.1', port, user, password, database: 'postgres' });
  await client.connect();
  await client.query(`create role carryover login password '${secret('database-password').trim()}'`);
  await client.query('create database team owner carryover');
  await client.end();
  return port;
};

const startTeam = async (host: string) => {
  const folder = temporaryFolder();
  const port = await startDatabase(folder);
  const filled = (text: string): string =>
    text
      .replaceAll(/\/run\/secrets\/([\w-]+)/g, (_path, name) =>
        join(folder, secrets[name]?.file.slice(10) ?? ''),
      )
      .replace('@database/team?', `@localhost:${port}/team?sslmode=verify-full&`)
      .replace('/row-keys/', `${join(folder, 'row-keys')}/`)
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as Compose fills it in
      .replace('${CARRYOVER_HOST}', host)
      .replace(/\$\{\w+:-\}/, '');
  return (service: ComposeService) => {
    const given = Object.entries(service.environment ?? {}).map(([name, text]) => [name, filled(text)]);
    return serveIn(Object.fromEntries(given), '--bind', '0.0.0.0', '--data', temporaryFolder());
  };
};

/** What the health check of a service says of a process: its exit code. */
const health = ({ healthcheck }: ComposeService, usualPort: number, url: string): Promise<unknown> =>
  new Promise((resolve) => {
    const [, command = '', ...args] = healthcheck?.test ?? [];
    const own = args.map((word) => word.replace(`:${usualPort}/`, `:${new URL(url).port}/`));
    execFile(command, own, (error) => resolve(error?.code ?? 0));
  });

const end = async ({ process: child, ended }: Run): Promise<number | null> => {
  child.kill('SIGTERM');
  return (await ended).code;
};

test.runIf(hasOpenssl)(
  'proxy, server, a standby, two workers and a database that is reached by TLS are one desk',
  async () => {
    const proxy = await startTlsProxy('desk.example');
    const start = await startTeam('desk.example');
    const server = await start(services.server);
    const workers = await Promise.all([start(services.worker), start(services.worker)]);
    const { deskUrl, deskToken } = server.ready;
    expect(server.ready.apiUrl).toBe('');
    await until(async () => (await health(services.server, ports.desk, deskUrl)) === 0);
    for (const { ready } of workers) {
      expect(ready.deskUrl).toBe('');
      expect(await health(services.worker, ports.api, ready.apiUrl)).toBe(0);
    }

    // People reach it by the proxy.
    proxy.to(deskUrl);
    expect((await proxy.ask('/')).headers['content-type']).toContain('text/html');
    expect((await proxy.ask('/ready')).status).toBe(401);
    const headers = { authorization: `Bearer ${deskToken}` };
    const made = await proxy.ask('/api/cases', {
      method: 'POST',
      headers,
      body: { name: 'acme', parts: ['webhooks'] },
    });
    expect(made.status).toBe(200);

    // What one worker is told, either delivers.
    const consumer = await startConsumer();
    const [first] = workers;
    const authorization = `Basic ${Buffer.from(first?.ready.apiKey ?? '').toString('base64')}`;
    const post = async (path: string, body: object): Promise<Record<string, string>> => {
      const json = { authorization, 'content-type': 'application/json' };
      const answer = await fetch(`${first?.ready.apiUrl}${path}`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify(body),
      });
      expect(answer.ok).toBe(true);
      return (await answer.json()) as Record<string, string>;
    };
    await post('/webhooks', { url: consumer.url, eventTypes: ['company.created'] });
    const company = await post('/companies', { name: 'Acme' });
    expect(company.redirect).toMatch(/^https:\/\/desk\.example:8443\/link\//);
    await until(async () => consumer.received.length === 1);

    // As in Kubernetes: a standby is not ready, and has the desk at once when the other one is stopped.
    const standby = await start(services.server);
    expect(await health(services.server, ports.desk, standby.ready.deskUrl)).toBe(1);
    expect(await end(server)).toBe(0);
    await until(async () => (await health(services.server, ports.desk, standby.ready.deskUrl)) === 0);
    proxy.to(standby.ready.deskUrl);
    const again = { authorization: `Bearer ${standby.ready.deskToken}` };
    expect(JSON.parse((await proxy.ask('/api/cases', { headers: again })).text).results).toHaveLength(1);
    expect(await Promise.all([standby, ...workers].map(end))).toEqual([0, 0, 0]);
  },
  120_000,
);
