import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Desks } from '#contract/bridge.ts';
import { createOwnPages, homeOf, homeUrl, local } from '#main/app-address.ts';
import type { Keychain } from '#main/keychain.ts';
import { RedirectError } from '#main/team/ask.ts';
import { keepDesks } from '#main/team/kept-desks.ts';
import { teamProblem } from '#main/team/net-problem.ts';
import type { SignedIn, TeamSignIn } from '#main/team/sign-in.ts';
import { createTeamDesks } from '#main/team/team-desks.ts';
import { createTeamTokens } from '#main/team/tokens.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const id = '0123456789abcdef';
const address = 'https://desk.example';
const file = (): string => join(temporaryFolder(), 'team-desks.json');

test('the pages of the app are those of the local desk and of desks that it knows', () => {
  const { deskOf, isOwnPage, isOwnBlob } = createOwnPages((known) => known === id);
  expect([homeOf(local), homeOf(id)]).toEqual([homeUrl, `app://${id}.team/`]);
  expect(deskOf(new URL(homeUrl))).toBe(local);
  expect(deskOf(new URL(`app://${id}.team/cases?x#y`))).toBe(id);
  const own = [homeUrl, `app://carryover/api.html`, `app://${id}.team/`, `app://${id}.team/cases`];
  for (const url of own) expect([url, isOwnPage(url), isOwnBlob(`blob:${url}1`)]).toEqual([url, true, true]);
  const others = [
    ...['', 'nonsense', 'https://carryover/', `https://${id}.team/`, 'app://carryover.team/', 'app://team/'],
    ...['app://local.team/', 'app://feedfacefeedface.team/', `app://${id.toUpperCase()}.team/`],
    ...[
      `app://${id}0.team/`,
      `app://x.${id}.team/`,
      `app://${id}.team.evil/`,
      `app://${id}.team:1/`,
      `app://${id}/`,
    ],
    ...[`apps://${id}.team/`, `file:///${id}.team/`, 'app://carryover.evil/', 'app://carryover:1/'],
  ];
  for (const url of others)
    expect([url, isOwnPage(url), isOwnBlob(`blob:${url}`)]).toEqual([url, false, false]);
  expect([isOwnPage('app://carryover/api'), isOwnPage(`app://${id}.team/api/cases`)]).toEqual([false, false]);
  expect(isOwnBlob(homeUrl)).toBe(false);
});

test('the list is written whole, and read as it was', () => {
  const path = file();
  expect([keepDesks(path).read(), keepDesks(path).problem]).toEqual([{ desks: [] }, undefined]);
  const signIn = { name: 'Ada', login: 'ada', tokenId: 't', sealed: 'c2VhbGVk' };
  const list = {
    desks: [
      { id, address, signIn },
      { id: 'f'.repeat(16), address: 'http://127.0.0.1:4411' },
    ],
    last: id,
  };
  keepDesks(path).write(list);
  expect(keepDesks(path).read()).toEqual(list);
  writeFileSync(path, JSON.stringify({ ...list, last: 'feedfacefeedface', more: 1 }));
  expect(keepDesks(path).read()).toEqual({ desks: list.desks });
});

test.each([
  ['', 'it is no JSON'],
  ['{"desks":[{"sealed":"c2Vj', 'it is no JSON'],
  ['[]', 'it is no object'],
  ['{}', 'it has no list of desks'],
  ['{"desks":[1]}', 'desk 1 is no object'],
  [`{"desks":[{"id":"${id}x","address":"${address}"}]}`, 'desk 1 has no usable id'],
  [`{"desks":[{"id":"../../etc","address":"${address}"}]}`, 'desk 1 has no usable id'],
  [`{"desks":[{"id":"${id}","address":"${address}/"}]}`, 'desk 1 has no usable address'],
  [`{"desks":[{"id":"${id}","address":"http://desk.example"}]}`, 'desk 1 has no usable address'],
  [
    `{"desks":[{"id":"${id}","address":"${address}","signIn":{"name":"A"}}]}`,
    'the sign-in of desk 1 is incomplete',
  ],
  [
    `{"desks":[{"id":"${id}","address":"${address}"},{"id":"${id}","address":"https://other.example"}]}`,
    'two desks have the same id',
  ],
  [
    `{"desks":[{"id":"${id}","address":"${address}"},{"id":"${'f'.repeat(16)}","address":"${address}"}]}`,
    'two desks have the same address',
  ],
])('a list that is damaged (%s) is said, and never overwritten', async (text, problem) => {
  const path = file();
  writeFileSync(path, text);
  const kept = keepDesks(path);
  expect(kept.read()).toEqual({ desks: [] });
  expect(kept.problem).toContain(`can't be read: ${problem}. Correct or move the file`);
  expect(kept.problem).not.toContain('c2Vj');
  expect(() => kept.write({ desks: [] })).toThrow(problem);
  const { teams } = app(path);
  await expect(teams.connect(address)).rejects.toThrow(problem);
  await teams.show(undefined);
  expect(await teams.read()).toEqual({ teams: [], problem: kept.problem });
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test('a list that is a folder, or where nothing can be written, is said', () => {
  const path = file();
  mkdirSync(path);
  expect(keepDesks(path).problem).toContain('it is a folder');
  const folder = file();
  const kept = keepDesks(join(folder, 'team-desks.json'));
  writeFileSync(folder, '');
  expect(() => kept.write({ desks: [] })).toThrow('was not saved');
  expect(keepDesks(join(folder, 'team-desks.json')).problem).toContain("can't be read");
});

const keychain = (isThere = true): Keychain => ({
  isAsyncEncryptionAvailable: async () => isThere,
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptStringAsync: async (text) => Buffer.from(`wrapped ${text}`),
  async decryptStringAsync(sealed) {
    const text = sealed.toString();
    if (!text.startsWith('wrapped ')) throw new Error('of another user');
    return { result: text.slice('wrapped '.length), shouldReEncrypt: false };
  },
});

test('a token opens for the desk that it was sealed for, and for no other', async () => {
  const logged: string[] = [];
  const made = () =>
    createTeamTokens({ safeStorage: keychain(), platform: 'linux', log: (text) => void logged.push(text) });
  const sealed = (await made().seal({ id, address }, 'carryover_pat_1')) ?? '';
  const signIn = { name: 'Ada', login: 'ada', tokenId: 't', sealed };
  expect(await made().of({ id, address, signIn })).toBe('carryover_pat_1');
  expect(await made().of({ id, address: 'https://evil.example', signIn })).toBeUndefined();
  expect(await made().of({ id: 'f'.repeat(16), address, signIn })).toBeUndefined();
  const foreign = { ...signIn, sealed: Buffer.from('carryover_pat_1').toString('base64') };
  expect(await made().of({ id, address, signIn: foreign })).toBeUndefined();
  const noJson = { ...signIn, sealed: Buffer.from('wrapped carryover_pat_1').toString('base64') };
  expect(await made().of({ id, address, signIn: noJson })).toBeUndefined();
  expect(logged).toHaveLength(4);
  expect(logged.join()).not.toContain('carryover_pat_');
});

test.each([
  ['net::ERR_CERT_AUTHORITY_INVALID', 'teamDesk.certificate', 'self-signed'],
  ['net::ERR_CERT_COMMON_NAME_INVALID', 'teamDesk.certificate', 'for another host'],
  ['net::ERR_CERT_DATE_INVALID', 'teamDesk.certificate', 'clock of this machine'],
  ['net::ERR_CERT_WEAK_KEY', 'teamDesk.certificate', 'could not be verified (ERR_CERT_WEAK_KEY)'],
  ['net::ERR_NAME_NOT_RESOLVED', 'teamDesk.unreachable', 'no host of that name'],
  ['net::ERR_CONNECTION_RESET', 'teamDesk.interrupted', 'may or may not'],
  ['something else', 'teamDesk.interrupted', 'may or may not'],
])('%s is said in words', (message, code, text) => {
  expect(teamProblem(address, new Error(message))).toMatchObject({
    code,
    message: expect.stringContaining(text),
  });
});

test('of a redirect the host is said, and nothing that may be a secret', () => {
  const { code, message } = teamProblem(
    address,
    new RedirectError('https://jo:pw@login.example/?state=secret'),
  );
  expect([code, message]).toEqual([
    'teamDesk.redirected',
    expect.stringContaining('redirects to login.example,'),
  ]);
  expect(message).not.toMatch(/secret|pw/);
});

/** The app's list over sign-ins and a window that a test steers. */
const app = (path: string, isThere = true) => {
  const told: Desks[] = [];
  const complained: string[] = [];
  const revoked: string[] = [];
  const cleared: string[] = [];
  const state = {
    shown: local,
    next: undefined as SignedIn | undefined,
    whyNotRevoked: undefined as string | undefined,
  };
  const signIn: TeamSignIn = {
    at: async () => state.next,
    cancel: () => {},
    async revoke(_address, { token }) {
      revoked.push(token);
      return state.whyNotRevoked;
    },
  };
  const kept = keepDesks(path);
  const teams = createTeamDesks({
    kept,
    tokens: createTeamTokens({ safeStorage: keychain(isThere), platform: 'linux', log: () => {} }),
    signIn,
    window: {
      shown: () => state.shown,
      async showDesk(desk) {
        state.shown = desk;
      },
      focus: () => {},
    },
    clearStorage: async (origin) => void cleared.push(origin),
    tell: (desks) => void told.push(desks),
    complain: (text) => void complained.push(text),
    log: () => {},
  });
  return { teams, kept, state, told, complained, revoked, cleared };
};

const ada = (token: string): SignedIn => ({ token, tokenId: `of-${token}`, name: 'Ada', login: 'ada' });

test('a desk is in the list once, and a token that is replaced is revoked', async () => {
  const { teams, kept, state, told, revoked } = app(file());
  expect(await teams.connect(address)).toBeUndefined();
  expect(kept.read()).toEqual({ desks: [] });
  state.next = ada('one');
  const first = (await teams.connect(' https://DESK.example/ ')) ?? '';
  expect(first).toMatch(/^[0-9a-f]{16}$/);
  state.next = ada('two');
  expect(await teams.connect(address)).toBe(first);
  expect([await teams.token(first), teams.address(first), revoked]).toEqual(['two', address, ['one']]);
  expect(told.at(-1)).toEqual({
    teams: [{ id: first, address, person: { name: 'Ada', login: 'ada' }, isShown: false, isKept: true }],
  });
  state.next = undefined;
  expect(await teams.signIn(first)).toBe(false);
  expect(await teams.token(first)).toBe('two');
  for (const unknown of ['feedfacefeedface', '../../x', '', 'local'])
    for (const call of [teams.signIn, teams.show, teams.signOut, teams.remove])
      await expect(call(unknown)).rejects.toThrow('not in the list');
});

test('what is said of a token that was not revoked reaches the person, and the list is right all the same', async () => {
  const { teams, kept, state, complained, cleared } = app(file());
  state.next = ada('one');
  const made = (await teams.connect(address)) ?? '';
  await teams.show(made);
  expect([state.shown, kept.read().last]).toEqual([made, made]);
  state.whyNotRevoked = 'The desk is gone.';
  const said = `The access token of ${address} was not revoked: The desk is gone. Revoke it on the page of the desk, under Settings › Account.`;
  expect(await teams.signOut(made)).toBe(said);
  expect([complained, state.shown, kept.read()]).toEqual([[said], local, { desks: [{ id: made, address }] }]);
  expect(await teams.token(made)).toBeUndefined();

  state.next = ada('two');
  await teams.signIn(made);
  // Another desk is shown: its page says it.
  expect(await teams.remove(made)).toBe(said);
  expect([complained, cleared, kept.read()]).toEqual([[said], [`app://${made}.team`], { desks: [] }]);
});

test('where the list cannot be saved, nobody is signed in, and what was issued is revoked', async () => {
  const folder = file();
  const { teams, state, revoked } = app(join(folder, 'team-desks.json'));
  writeFileSync(folder, '');
  state.next = ada('one');
  await expect(teams.connect(address)).rejects.toThrow('was not saved');
  expect([revoked, await teams.read()]).toEqual([['one'], { teams: [] }]);
});
