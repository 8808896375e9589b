import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serveIn, startCli, startCliIn } from '#test/support/cli.ts';
import { runHere } from '#test/support/cli-here.ts';
import { freePorts } from '#test/support/free-ports.ts';
import { hasOpenssl } from '#test/support/private-ca.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { startTlsProxy } from '#test/support/tls-proxy.ts';

/** A port that is taken: whoever tries to listen there is told so. */
const takenPort = async (): Promise<string> => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port);
};

test('beyond loopback without HTTPS in front of it, serve says why not, binds nothing, and ends with 1', async () => {
  const data = temporaryFolder();
  const ports = ['--api-port', await takenPort(), '--desk-port', await takenPort()];
  const env = { CARRYOVER_HTTPS_URL: '' };
  const { code, stdout, stderr } = await startCliIn(
    env,
    'serve',
    '--bind',
    '0.0.0.0',
    ...ports,
    '--data',
    data,
  ).ended;
  expect([code, stdout]).toEqual([1, '']);
  // Not that a port is in use: neither was asked for.
  expect(stderr).toContain('Other machines reach --bind 0.0.0.0, and no HTTPS in front of it is stated');
  expect(stderr).not.toContain('    at ');
  expect(existsSync(join(data, 'host.json'))).toBe(false);
});

test.each([
  ['--bind', '::'],
  ['--bind', ''],
  ['--https-url', 'http://desk.example'],
])('%s %j is refused as well', async (...options) => {
  const { code, stdout } = await runHere('serve', ...freePorts, '--data', temporaryFolder(), ...options);
  expect([code, stdout]).toEqual([1, '']);
});

test.runIf(hasOpenssl)(
  'with HTTPS in front of it stated, serve listens beyond loopback, and says for whom',
  async () => {
    const proxy = await startTlsProxy('desk.example');
    const url = `https://desk.example:${proxy.port}`;
    const data = temporaryFolder();
    const { ready, saw } = await serveIn({ CARRYOVER_HTTPS_URL: url }, '--bind', '0.0.0.0', '--data', data);
    await saw(`Open to the network: listening on 0.0.0.0 by plain HTTP, for the proxy of ${url}.`);
    // This machine's own programs stay on loopback.
    expect(ready.deskUrl).toMatch(/^http:\/\/127\.0\.0\.1:/);
    proxy.to(ready.deskUrl);
    const about = await proxy.ask('/api/about', { headers: { authorization: `Bearer ${ready.deskToken}` } });
    expect(about.status).toBe(200);
    expect((await proxy.ask('/metrics')).status).toBe(401);
    expect((await proxy.ask('/')).headers['content-type']).toContain('text/html');

    const { stdout, stderr } = await runHere('open', '--print', '--data', data);
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#ticket=/);
    expect(stderr).toContain(`From other machines: ${url}/#ticket=`);
  },
);

test('what is served for others logs no address that signs in', async () => {
  const run = startCli(
    'serve',
    ...freePorts,
    '--data',
    temporaryFolder(),
    '--https-url',
    'https://desk.example',
  );
  await run.saw('Ctrl+C stops it');
  expect(run.out.stdout).toMatch(
    /Page +https:\/\/desk\.example\n +by a proxy that ends TLS; to sign in: .* open .*--print/,
  );
  expect(run.out.stdout).not.toContain('ticket');
  expect(run.out.stderr).not.toContain('Open to the network');
});
