import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AskedOidc, chooseOidc } from '#host/oidc.ts';
import { hasOpenssl, privateCa } from '#test/support/private-ca.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

const both = { oidcIssuer: 'https://login.example', oidcClientId: 'desk' };
const secret = 'ClientSecret-14142135623';

const refusalOf = (asked: AskedOidc, environment: NodeJS.ProcessEnv = {}): string => {
  try {
    return `not refused: ${JSON.stringify(chooseOidc(asked, environment))}`;
  } catch (error) {
    return (error as Error).message;
  }
};

const fileWith = (text: string, mode = 0o600): string => {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
};

test('without options and variables there is no provider', () => {
  expect(chooseOidc({}, {})).toBeUndefined();
  expect(chooseOidc({}, { CARRYOVER_OIDC_ISSUER: '' })).toBeUndefined();
});

test('options are taken before variables', () => {
  const environment = {
    CARRYOVER_OIDC_ISSUER: 'https://other.example',
    CARRYOVER_OIDC_CLIENT_ID: 'other',
    CARRYOVER_OIDC_CLIENT_SECRET: secret,
  };
  expect(chooseOidc({}, environment)).toEqual({
    issuer: 'https://other.example',
    clientId: 'other',
    clientSecret: secret,
  });
  expect(chooseOidc(both, environment)).toEqual({
    issuer: 'https://login.example',
    clientId: 'desk',
    clientSecret: secret,
  });
});

test('a secret is read from a file of its own, without the end of the line', () => {
  const oidcClientSecretFile = fileWith(`${secret}\n`);
  const environment = { CARRYOVER_OIDC_CLIENT_SECRET_FILE: oidcClientSecretFile };
  for (const settings of [chooseOidc({ ...both, oidcClientSecretFile }, {}), chooseOidc(both, environment)]) {
    expect(settings).toEqual({ issuer: both.oidcIssuer, clientId: 'desk', clientSecret: secret });
  }
});

test.each([
  'https://login.example/tenant/v2.0',
  'https://login.example:8443/',
  'http://127.0.0.1:9000',
  'http://localhost:9000/realm',
  'http://[::1]:9000',
])('an issuer stays as it was written: %s', (oidcIssuer) => {
  expect(chooseOidc({ ...both, oidcIssuer }, {})?.issuer).toBe(oidcIssuer);
});

test.each([
  ['login.example', 'it is no URL'],
  ['http://login.example', 'must begin with https'],
  ['http://10.0.0.5', 'must begin with https'],
  ['ftp://login.example', 'must begin with https'],
  ['https://user:hunter2@login.example', 'holds a user or password'],
  ['https://login.example?tenant=1', 'holds a query or fragment'],
  ['https://login.example#', 'holds a query or fragment'],
  ['https://login.example/.well-known/openid-configuration', 'is the address of the metadata'],
])('an issuer is refused: %s', (oidcIssuer, problem) => {
  const refusal = refusalOf({ ...both, oidcIssuer });
  expect(refusal).toMatch(/^--oidc-issuer is not usable: .*\. Nothing was started\. Give the issuer exactly/);
  expect(refusal).toContain(problem);
  expect(refusal).not.toContain('hunter2');
  expect(refusalOf({}, { CARRYOVER_OIDC_ISSUER: oidcIssuer, CARRYOVER_OIDC_CLIENT_ID: 'x' })).toContain(
    'CARRYOVER_OIDC_ISSUER is not usable',
  );
});

test.each<[AskedOidc, NodeJS.ProcessEnv, RegExp]>([
  [{ oidcIssuer: 'https://a.example' }, {}, /^--oidc-issuer .* client id is missing.*--oidc-client-id/],
  [{ oidcClientId: 'desk' }, {}, /^--oidc-client-id .* the identity provider is missing.*--oidc-issuer/],
  [{ oidcCa: '/nowhere' }, {}, /^--oidc-ca .* the identity provider is missing/],
  [{}, { CARRYOVER_OIDC_CLIENT_SECRET: secret }, /^CARRYOVER_OIDC_CLIENT_SECRET .* provider is missing/],
  [{ ...both, oidcClientId: ' ' }, {}, /^--oidc-client-id is no client id/],
  [
    { ...both, oidcClientSecretFile: '/nowhere/secret' },
    {},
    /^--oidc-client-secret-file names \/nowhere\/secret, which can't be read: there is no such file/,
  ],
  [
    { ...both, oidcClientSecretFile: '/nowhere/secret' },
    { CARRYOVER_OIDC_CLIENT_SECRET: secret },
    /gives a client secret, and so does CARRYOVER_OIDC_CLIENT_SECRET.*Leave one of them out/,
  ],
  [{ ...both, oidcCa: '/nowhere/ca' }, {}, /^--oidc-ca names \/nowhere\/ca, which can't be read/],
])('what is incomplete or unreadable is refused: %j', (asked, environment, problem) => {
  const refusal = refusalOf(asked, environment);
  expect(refusal).toMatch(problem);
  expect(refusal).toContain('Nothing was started.');
  expect(refusal).not.toContain(secret);
});

test.skipIf(process.platform === 'win32')(
  'files with secrets that others can read, or that are empty',
  () => {
    const open = fileWith(secret, 0o644);
    expect(refusalOf({ ...both, oidcClientSecretFile: open })).toBe(
      `--oidc-client-secret-file names ${open}, which others can read. Nothing was started. Make it yours alone: chmod 600.`,
    );
    expect(refusalOf({ ...both, oidcClientSecretFile: fileWith('\n') })).toContain('which is empty');
  },
);

test.runIf(hasOpenssl)('certificates are taken from a file, and nothing else is', () => {
  const { caPem, caKey } = privateCa('IP:127.0.0.1');
  expect(chooseOidc({ ...both, oidcCa: fileWith(caPem, 0o644) }, {})?.caPem).toContain('BEGIN CERTIFICATE');
  expect(refusalOf({ ...both, oidcCa: fileWith(caKey) })).toMatch(
    /which contains a block "(EC )?PRIVATE KEY"/,
  );
  expect(refusalOf({ ...both, oidcCa: fileWith('nothing') })).toMatch(/which contains no certificate/);
});

test('a host starts while its provider is down, and writes the secret nowhere', async () => {
  const dataDir = temporaryFolder();
  const asked = { ...both, oidcIssuer: 'http://127.0.0.1:9' };
  const { desk, stop } = await testHost({ dataDir, ...asked, oidcClientSecretFile: fileWith(secret) });
  expect((await desk('GET', '/api/settings')).status).toBe(200);
  await stop(0);
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter((path) => readFileSync(path).includes(secret))).toEqual([]);
  await expect(testHost({ dataDir, oidcClientId: 'desk' })).rejects.toThrow(
    /^--oidc-client-id .* Nothing was started\./,
  );
});
