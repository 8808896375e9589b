import { networkInterfaces } from 'node:os';
import { expect, test, vi } from 'vitest';
import { type AskedReach, chooseReach } from '#host/reach.ts';
import { type Role, roles } from '#host/roles.ts';

const everything: ReadonlySet<Role> = new Set(roles);
const reachOf = (asked: Partial<AskedReach>, does = everything) =>
  chooseReach({ bind: '127.0.0.1', allowHosts: [], ...asked }, does);
const refusalOf = (asked: Partial<AskedReach>, does = everything): Promise<string> =>
  reachOf(asked, does).then(
    (reach) => `not refused: ${JSON.stringify(reach)}`,
    (error: Error) => error.message,
  );

const httpsUrl = 'https://desk.example';

test.each([
  ['127.0.0.1', '127.0.0.1', []],
  ['127.8.9.10', '127.8.9.10', []],
  ['::1', '::1', []],
  ['0:0:0:0:0:0:0:1', '::1', []],
  ['::ffff:127.0.0.1', '::ffff:127.0.0.1', []],
  ['localhost', expect.stringMatching(/^(127\.0\.0\.1|::1)$/), ['localhost']],
  // As the system reads numbers.
  ['127.1', '127.0.0.1', ['127.1']],
])('%s is loopback: nothing needs to be stated', async (bind, address, allowHosts) => {
  expect(await reachOf({ bind })).toEqual({ bind: address, allowHosts, httpsUrl: undefined, isOpen: false });
});

const outer = Object.values(networkInterfaces())
  .flat()
  .filter((one) => one?.internal === false)
  .map((one) => one?.address as string);

test.each([
  ...['0.0.0.0', '::', '0:0::0', '::ffff:0.0.0.0', '::ffff:10.0.0.5', '10.0.0.5', '198.51.100.7', 'fd00::5'],
  // Not loopback, although it looks like it: IPv4 translated (RFC 6052), and compatible (RFC 4291, 2.5.5.1).
  ...['64:ff9b::127.0.0.1', '::127.0.0.1', 'fe80::1%eth0', '0', '0x0', ...outer],
])('%s is reached from other machines: refused until HTTPS in front of it is stated', async (bind) => {
  const refusal = await refusalOf({ bind });
  expect(refusal).toContain(`Other machines reach --bind ${bind}`);
  expect(refusal).toMatch(
    /in the clear\. Nothing was started\. .*--https-url.*CARRYOVER_HTTPS_URL.*127\.0\.0\.1\.$/,
  );
  for (const role of ['api', 'desk'] as const)
    expect(await refusalOf({ bind }, new Set([role]))).toBe(refusal);

  expect(await reachOf({ bind, httpsUrl })).toMatchObject({ httpsUrl, isOpen: true });
  // Nothing listens.
  expect(await reachOf({ bind }, new Set(['deliver']))).toMatchObject({ isOpen: false });
});

test('a name is judged by the address that is bound, whatever it is called', async () => {
  const choose = (bind: string, address: string) =>
    chooseReach({ bind, allowHosts: ['other'] }, everything, async () => ({ address }));
  await expect(choose('somehost', '10.0.0.5')).rejects.toThrow('--bind somehost (10.0.0.5)');
  await expect(choose('localhost', '10.0.0.5')).rejects.toThrow('--bind localhost (10.0.0.5)');
  expect(await choose('somehost', '127.0.0.1')).toEqual({
    bind: '127.0.0.1',
    allowHosts: ['other', 'somehost'],
    httpsUrl: undefined,
    isOpen: false,
  });
});

test('an empty address, which the system takes for all of them, is refused with a statement, too', async () => {
  expect(await refusalOf({ bind: '' })).toMatch(/^--bind names no address\. Nothing was started\./);
  expect(await refusalOf({ bind: '', httpsUrl })).toMatch(/^--bind names no address/);
});

test.each([
  ['https://desk.example', 'https://desk.example'],
  ['https://Desk.Example:443/', 'https://desk.example'],
  ['https://desk.example.:8443', 'https://desk.example:8443'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://[fd00::5]:8443', 'https://[fd00::5]:8443'],
  ['https://localhost:8443', 'https://localhost:8443'],
])('%s states the origin %s', async (text, origin) => {
  expect((await reachOf({ httpsUrl: text })).httpsUrl).toBe(origin);
});

test.each([
  ['', 'no URL'],
  ['desk.example', 'no URL'],
  ['http://desk.example', 'does not begin with https://'],
  ['ftp://desk.example', 'does not begin with https://'],
  ['https://desk.example/carryover', 'a path, query or fragment'],
  ['https://desk.example?', 'a path, query or fragment'],
  ['https://desk.example#', 'a path, query or fragment'],
  ['https://me:hunter2@desk.example', 'a user or password'],
  ['https://0.0.0.0:4411', 'a wildcard address'],
  ['https://[::]', 'a wildcard address'],
])('%j states nothing: refused, and not repeated', async (text, why) => {
  const refusal = await refusalOf({ bind: '0.0.0.0', httpsUrl: text });
  expect(refusal).toMatch(/^--https-url states no address of a proxy that ends TLS\./);
  expect(refusal).toContain(why);
  expect(refusal).not.toContain('hunter2');
});

test('the environment states it where no option does', async () => {
  vi.stubEnv('CARRYOVER_HTTPS_URL', 'https://from.the.environment');
  expect((await reachOf({ bind: '0.0.0.0' })).httpsUrl).toBe('https://from.the.environment');
  expect((await reachOf({ bind: '0.0.0.0', httpsUrl })).httpsUrl).toBe(httpsUrl);
  vi.stubEnv('CARRYOVER_HTTPS_URL', 'http://plain.example');
  expect(await refusalOf({})).toMatch(/^CARRYOVER_HTTPS_URL states no address/);
  vi.stubEnv('CARRYOVER_HTTPS_URL', '');
  expect((await reachOf({})).httpsUrl).toBeUndefined();
  vi.unstubAllEnvs();
});
