import { chmodSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Person, PersonList } from '#contract/people.ts';
import { runHere, runHereIn } from '#test/support/cli-here.ts';
import { startDesk } from '#test/support/start-desk.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { startTlsProxy } from '#test/support/tls-proxy.ts';

/** A desk with an admin and an engineer, and a machine of somebody who works at it. */
const teamDesk = async () => {
  const desk = await startDesk();
  const made = async <T>(path: string, body: unknown): Promise<T> => {
    const answer = await desk.call('POST', path, body);
    expect([path, answer.status, answer.body?.error]).toEqual([path, 200, undefined]);
    return answer.body as T;
  };
  const person = async (login: string, name: string, role: string): Promise<string> => {
    const grants = [{ role, scope: 'desk' }];
    const { id } = await made<{ id: string }>('/api/people', { login, name, grants });
    return (await made<{ token: string }>(`/api/people/${id}/tokens`, { name: 'cli' })).token;
  };
  const ada = await person('ada@desk.example', 'Ada', 'admin');
  const eve = await person('eve@desk.example', 'Eve', 'engineer');
  const home = temporaryFolder();
  const env = { XDG_CONFIG_HOME: home, CARRYOVER_DESK: undefined, CARRYOVER_TOKEN: undefined };
  const tokenFile = join(home, 'token.txt');
  writeFileSync(tokenFile, `${eve}\n`);
  return {
    ...desk,
    made,
    ada,
    eve,
    home,
    env,
    tokenFile,
    run: (...args: string[]) => runHereIn(env, ...args),
    asAda: (...args: string[]) =>
      runHereIn({ ...env, CARRYOVER_DESK: desk.deskUrl, CARRYOVER_TOKEN: ada }, ...args),
  };
};

test('whoever signed in works at the desk of a team under the own name', async () => {
  const { deskUrl, run, home, env, tokenFile, eve } = await teamDesk();
  const none = await run('--desk', deskUrl, 'case', 'list');
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining(`sign-in --desk ${deskUrl}`)]);
  const signedIn = await run('sign-in', '--desk', deskUrl, '--token-file', tokenFile);
  expect([signedIn.code, signedIn.stdout]).toEqual([0, 'Eve <eve@desk.example>\n']);
  const [saved = ''] = globSync(join(home, 'carryover/desks/*.json'));
  expect([statSync(saved).mode & 0o777, readFileSync(saved, 'utf8')]).toEqual([
    0o600,
    expect.stringContaining(eve),
  ]);
  const opened = await run('--desk', deskUrl, 'case', 'new', 'acme', '--json');
  const { id } = JSON.parse(opened.stdout);
  const byVariable = await runHereIn({ ...env, CARRYOVER_DESK: deskUrl }, 'case', 'list', '--json');
  expect(JSON.parse(byVariable.stdout).results).toMatchObject([{ id }]);
  const shown = await run('--desk', deskUrl, 'case', 'show', 'acme', '--entries');
  expect(shown.stdout).toContain('Eve <eve@desk.example>');
  const refused = await run('--desk', deskUrl, 'people', 'list');
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('does not have the role admin'),
  ]);
  expect((await run('sign-out', '--desk', deskUrl)).code).toBe(0);
  expect(globSync(join(home, 'carryover/desks/*'))).toEqual([]);
  expect((await run('--desk', deskUrl, 'case', 'list')).code).toBe(1);
});

test('a token that is no good is not kept, and a file that others can read is not used', async () => {
  const { deskUrl, run, home, env, tokenFile } = await teamDesk();
  const wrong = await runHereIn(
    { ...env, GIVEN: `carryover_pat_${'x'.repeat(43)}` },
    ...['sign-in', '--desk', deskUrl, '--token-env', 'GIVEN'],
  );
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('unknown, revoked or expired')]);
  expect(globSync(join(home, 'carryover/**/*.json'))).toEqual([]);
  await run('sign-in', '--desk', deskUrl, '--token-file', tokenFile);
  const [saved = ''] = globSync(join(home, 'carryover/desks/*.json'));
  chmodSync(saved, 0o644);
  const open = await run('--desk', deskUrl, 'case', 'list');
  expect([open.code, open.stderr]).toEqual([1, expect.stringContaining('Others can read')]);
  // The sign-in of one desk is none of another, whatever its file is called.
  chmodSync(saved, 0o600);
  writeFileSync(saved, readFileSync(saved, 'utf8').replace(deskUrl, 'https://elsewhere.example'));
  const other = await run('--desk', deskUrl, 'case', 'list');
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('is no sign-in for')]);
});

test('a certificate that is not right ends everything before anything is sent', async () => {
  const { env, eve, deskUrl } = await teamDesk();
  const proxy = await startTlsProxy('desk.example');
  proxy.to(deskUrl);
  const desk = `https://127.0.0.1:${proxy.port}`;
  const careless = { ...env, CARRYOVER_TOKEN: eve, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const { code, stderr } = await runHereIn(careless, '--desk', desk, 'case', 'new', 'acme');
  expect([code, stderr]).toEqual([1, expect.stringContaining('could not be verified')]);
  const listed = await runHereIn(
    { ...env, CARRYOVER_TOKEN: eve },
    '--desk',
    deskUrl,
    'case',
    'list',
    '--json',
  );
  expect(JSON.parse(listed.stdout).results).toEqual([]);
});

test.each([
  ['http://desk.example', 'must begin with https://'],
  ['https://ada:secret@desk.example', 'user or password'],
  ['https://desk.example/cases', 'must end with the host'],
  ['desk.example', 'is no URL'],
])('the address %s is refused', async (desk, why) => {
  for (const given of [
    await runHere('--desk', desk, 'case', 'list'),
    await runHere('sign-in', '--desk', desk),
    await runHereIn({ CARRYOVER_DESK: desk }, 'case', 'list'),
  ]) {
    expect([given.code, given.stderr]).toEqual([2, expect.stringContaining(why)]);
    expect(given.stderr).not.toContain('ada:secret');
  }
});

test('what is about this machine, or a data folder, takes no desk of a team', async () => {
  const desk = 'https://desk.example';
  const serve = await runHere('--desk', desk, 'serve');
  expect([serve.code, serve.stderr]).toEqual([2, expect.stringContaining('does not take --desk')]);
  const both = await runHere('--desk', desk, 'case', 'list', '--data', temporaryFolder());
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('exclude each other')]);
  // A folder that is named wins over the variable.
  const folder = await runHereIn(
    { CARRYOVER_DESK: desk },
    'case',
    'list',
    '--json',
    '--data',
    temporaryFolder(),
  );
  expect([folder.code, JSON.parse(folder.stdout).results]).toEqual([0, []]);
  const nowhere = await runHereIn({ CARRYOVER_DESK: undefined }, 'sign-out');
  expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('Which desk?')]);
});

test('who decides is who is signed in', async () => {
  const { asAda } = await teamDesk();
  const { code, stderr } = await asAda('cutover', 'complete', 'acme', '--by', 'Somebody');
  expect([code, stderr]).toEqual([2, expect.stringContaining('Leave out --by')]);
});

test('an admin manages people from the command line', async () => {
  const { asAda, eve, env, deskUrl, made } = await teamDesk();
  const added = await asAda(
    'people',
    'add',
    'kim@desk.example',
    '--name',
    'Kim',
    '--role',
    'viewer@target:local',
  );
  expect([added.code, added.stderr]).toEqual([0, 'Added Kim <kim@desk.example>.\n']);
  const roles = await asAda('people', 'roles', 'kim@desk.example', 'engineer', 'approver');
  expect(roles.stderr).toBe('Roles of Kim: engineer, approver.\n');
  const wrong = await asAda('people', 'roles', 'kim@desk.example', 'owner');
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('"owner" is no role')]);
  // A token makes no tokens: whoever is signed in with one asks for them elsewhere.
  const refused = await asAda('people', 'token', 'kim@desk.example', '--name', 'laptop', '--days', '1');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('not by a token')]);
  const { results } = JSON.parse((await asAda('people', 'list', '--json')).stdout) as PersonList;
  const { id } = results.find(({ login }) => login === 'kim@desk.example') as Person;
  const { token } = await made<{ token: string }>(`/api/people/${id}/tokens`, { name: 'laptop' });
  const kim = { ...env, CARRYOVER_DESK: deskUrl, CARRYOVER_TOKEN: token };
  expect((await runHereIn(kim, 'case', 'list')).code).toBe(0);
  const revoked = await asAda('people', 'revoke', 'kim@desk.example', token.slice(-4));
  expect(revoked.stderr).toContain('"laptop" of Kim');
  expect((await runHereIn(kim, 'case', 'list')).code).toBe(1);
  await asAda('people', 'leave', 'eve@desk.example');
  const left = await runHereIn({ ...kim, CARRYOVER_TOKEN: eve }, 'case', 'list');
  expect([left.code, left.stderr]).toEqual([1, expect.stringContaining('its person has left')]);
  const listed = await asAda('people', 'list');
  expect(listed.stdout).toMatch(/eve@desk\.example +Eve +left +engineer/);
  expect((await asAda('people', 'return', 'eve@desk.example')).stderr).toBe(
    'Eve <eve@desk.example>: active.\n',
  );
  expect((await asAda('people', 'unlink', 'eve@desk.example')).code).toBe(0);
  expect((await asAda('people', 'leave', 'nobody@desk.example')).code).toBe(1);
});

test('the machine of a desk adds its first person, and hands out tokens', async () => {
  const folder = ['--data', temporaryFolder()];
  const empty = await runHere('people', 'list', ...folder);
  expect([empty.code, empty.stderr]).toEqual([0, expect.stringContaining('No people')]);
  const add = (role: string) =>
    runHere('people', 'add', 'ada@desk.example', '--name', 'Ada', '--role', role, ...folder);
  expect((await add('engineer')).stderr).toContain('must have the role admin');
  expect((await add('admin')).stderr).toBe('Added Ada <ada@desk.example>.\n');
  const token = await runHere('people', 'token', 'ada@desk.example', '--name', 'first', ...folder);
  expect([token.code, token.stdout]).toEqual([0, expect.stringMatching(/^carryover_pat_[\w-]{43}\n$/)]);
});

test('files that a command names are sent to the desk; a folder is refused', async () => {
  const { deskUrl, run, home, tokenFile, dataDir } = await teamDesk();
  expect((await run('sign-in', '--desk', deskUrl, '--token-file', tokenFile)).code).toBe(0);
  expect((await run('--desk', deskUrl, 'case', 'new', 'acme')).code).toBe(0);
  const proof = join(home, 'proof of Jo.txt');
  writeFileSync(proof, 'seen on the screen of Jo');
  const attached = await run('--desk', deskUrl, 'case', 'attach', 'acme', proof);
  expect([attached.code, attached.stderr]).toEqual([0, expect.anything()]);
  const shown = await run('--desk', deskUrl, 'case', 'show', 'acme');
  expect(shown.stdout).toContain('proof of Jo.txt');
  const folder = await run('--desk', deskUrl, 'check', 'acme', '--source', home);
  expect([folder.code, folder.stderr]).toEqual([1, expect.stringContaining('Pack it into a zip')]);
  // Nothing that the machine of the desk has can be named instead.
  const secret = join(dataDir, 'key');
  const stolen = await run('--desk', deskUrl, 'case', 'attach', 'acme', `${secret}-of-nobody`);
  expect([stolen.code, stolen.stderr]).toEqual([1, expect.stringContaining('does not exist')]);
});
