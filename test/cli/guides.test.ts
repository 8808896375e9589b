import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { startCli, startCliIn } from '#test/support/cli.ts';
import { runHere, runHereIn } from '#test/support/cli-here.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { freePorts } from '#test/support/free-ports.ts';
import { until } from '#test/support/host-process.ts';
import { temporaryStore } from '#test/support/postgres/shared.ts';
import { hasOpenssl } from '#test/support/private-ca.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { type Call, testHost } from '#test/support/test-host.ts';

const page = (path: string): string => readFileSync(join(packageRoot(), path), 'utf8');
const readme = page('README.md');
/** That of the test kit has commands of its own: test/kit-cli/guide.test.ts. */
const guides = readdirSync(join(packageRoot(), 'docs/guides')).filter(
  (name) => name.endsWith('.md') && name !== 'test-kit.md',
);
/** Everything that names commands in passing. */
const prose = [
  readme,
  ...guides.map((name) => page(`docs/guides/${name}`)),
  page('docs/reference/data-folder.md'),
  page('CONTRIBUTING.md'),
  page('SECURITY.md'),
].join('\n');

const isSession = (block: string): boolean => block.startsWith('carryover() {');
/** Blocks of shell commands of a page. */
const shellBlocks = (markdown: string): string[] =>
  [...markdown.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block]) => block as string);

const executed = new Set<string>();
/** The session of a guide, as it is pasted, on a data folder of the test and the ports of its host. */
const sessionOf = (guide: string, dataDir: string, apiUrl: string): string => {
  executed.add(`${guide}.md`);
  const [session = '', ...others] = shellBlocks(page(`docs/guides/${guide}.md`)).filter(isSession);
  expect([session, others]).toEqual([expect.stringContaining('carryover -- "$@"'), []]);
  return (
    session
      .replaceAll('http://127.0.0.1:4410', apiUrl)
      // The test's folder instead of the person's own.
      .replace(/carryover -- "\$@"(?: --data \.\/rehearsal)?/, `carryover -- "$@" --data ${dataDir}`)
  );
};
const { scripts } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

const ranAsProcess = new Set<string>();
/** The first command of each group is a process of its own, which must end by itself. */
const isFirst = ([first = '']: readonly string[]): boolean =>
  ranAsProcess.size !== ranAsProcess.add(first).size;

/**
 * An `npm` that runs the script without npm's own second, and refuses whatever else it is asked for. A command whose
 * group had a process before is run by this one, which has it loaded.
 */
const quickNpm = async (): Promise<string> => {
  const folder = temporaryFolder();
  const here = createServer(async ({ url }, response) => {
    const call = join(folder, url as string);
    const args = readFileSync(join(call, 'args'), 'utf8').split('\0').slice(0, -1);
    if (isFirst(args)) return response.writeHead(404).end();
    for (const [name, content] of Object.entries(await runHere(...args)))
      writeFileSync(join(call, name), String(content));
    return response.end();
  });
  await once(here.listen(join(folder, 'socket')), 'listening');
  onTestFinished(() => void here.close());
  const script = `[ "$1 $2 $3 $4" = 'run -s carryover --' ] || exit 64
shift 4
call=$(mktemp -d ${folder}/XXXXXX)
printf '%s\\0' "$@" > $call/args
curl -sf --unix-socket ${folder}/socket http://here/\${call##*/} ||
  npm_lifecycle_event=carryover exec ${scripts.carryover} "$@"
cat $call/stdout
cat $call/stderr >&2
exit $(cat $call/code)`;
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return folder;
};

/** Runs text as if it was pasted into a shell in the checkout. `commands`: a folder whose programs go first. */
const paste = async (
  script: string,
  commands = dirname(process.execPath),
): Promise<{ code: number; stdout: string; stderr: string }> => {
  const path = [commands, dirname(process.execPath), process.env.PATH].join(delimiter);
  const shell = spawn('bash', ['-e', '-c', script], {
    cwd: packageRoot(),
    env: { ...process.env, PATH: path, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    once(shell, 'close') as Promise<[number]>,
  ]);
  return { code, stdout, stderr };
};

/** Syncs take ten seconds, which are not waited for here. */
const pasteInVirtualTime = async (script: string, desk: Call): ReturnType<typeof paste> => {
  let over = false;
  const commands = await quickNpm();
  const pasted = paste(script, commands).finally(() => {
    over = true;
  });
  await until(async () => {
    await desk('POST', '/api/clock/advance', { by: 'PT1S' });
    return over;
  }, 100);
  return pasted;
};

test('the first session works as it is pasted', async () => {
  const dataDir = temporaryFolder();
  const { ready } = await testHost({ dataDir });
  const listening = startCli('listen', '--json', '--data', dataDir);
  await listening.saw('Ctrl+C stops');

  const here = sessionOf('first-session', dataDir, ready.apiUrl);
  const { code, stdout, stderr } = await paste(here);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('failed')]);
  expect(stdout).toContain('"status":"Linked"');
  expect(stdout).toContain('"currentStatus"');
  expect(stdout).toMatch(/Published connection\.disconnected as msg_\w+\.\n {2}✓ 200/);

  for (const eventType of ['connection.connected', 'read.completed.initial', 'connection.disconnected']) {
    await listening.saw(new RegExp(`"verified":true.*"eventType":"${eventType}"`));
  }
});

test('the migration of webhooks works as it is pasted', async () => {
  const dataDir = temporaryFolder();
  const { ready } = await testHost({ dataDir });
  const consumer = await startConsumer();
  const here = sessionOf('webhook-migration', dataDir, ready.apiUrl)
    // The test's folder and consumer instead of those of the person.
    .replace('$(mktemp -d)', temporaryFolder())
    .replace(/^node -e .*\n/m, '')
    .replace('kill $CONSUMER\n', '')
    .replaceAll('127.0.0.1:4420', new URL(consumer.url).host);
  const { code, stdout, stderr } = await paste(here, await quickNpm());
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('failed')]);
  expect(stdout).toContain('Eligible: the migration can be requested.');
  expect(stdout).toMatch(/staging.*1 other call/);
  expect(stderr).toContain('Complete: all endpoints and headers are as expected.');
  expect(consumer.received.at(-1)).toMatchObject({
    path: '/hooks',
    headers: { authorization: 'Bearer a-token-of-theirs', 'x-service-clientid': expect.any(String) },
  });
}, 120_000);

test('the migration of tokens works as it is pasted', async () => {
  const dataDir = temporaryFolder();
  const { desk, ready } = await testHost({ dataDir, clock: 'virtual' });
  const folder = temporaryFolder();
  const here = sessionOf('token-migration', dataDir, ready.apiUrl).replace('$(mktemp -d)', folder);
  const { code, stdout, stderr } = await pasteInVirtualTime(here, desk);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('rror')]);
  expect(stdout).toMatch(/B-6.*done/);
  const report = readFileSync(join(folder, 'acme-tokens.html'), 'utf8');
  for (const ref of ['B-1', 'B-6']) expect(report).toContain(ref);
}, 120_000);

test('a sealed list is imported as it is pasted', async () => {
  const dataDir = temporaryFolder();
  const { desk, ready } = await testHost({ dataDir });
  const here = sessionOf('sealed-files', dataDir, ready.apiUrl)
    .replace('$(mktemp -d)', temporaryFolder())
    // The integrator has no data folder.
    .replace('\ncarryover seal', '\nnpm run -s carryover -- seal');
  const { code, stdout, stderr } = await paste(here, await quickNpm());
  const { recipient } = (await desk('GET', '/api/identity')).body.sealing;
  expect([code, stderr]).toEqual([0, expect.stringContaining(`Sealed to ${recipient}`)]);
  expect(stdout).toContain('fingerprint');
}, 120_000);

test('the managed migration works as it is pasted', async () => {
  const dataDir = temporaryFolder();
  const { desk, ready } = await testHost({ dataDir, clock: 'virtual' });
  const { code, stdout, stderr } = await pasteInVirtualTime(
    sessionOf('managed-migration', dataDir, ready.apiUrl),
    desk,
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining('All steps are done')]);
  expect(stdout.match(/^● \d\./gm)).toHaveLength(6);
}, 120_000);

test('the consumer of the guide sees the whole retry window', async () => {
  const dataDir = temporaryFolder();
  const { ready } = await testHost({ dataDir, clock: 'virtual' });
  const listening = startCli('listen', '--fail', '7', '--brief', '--data', dataDir);
  await listening.saw('Ctrl+C stops');
  const { code } = await paste(sessionOf('testing-a-consumer', dataDir, ready.apiUrl), await quickNpm());
  expect(code).toBe(0);
  await listening.saw(/✓ signature {2}read\.completed.*×8$/m);
}, 120_000);

test('a remote target works as it is pasted', async () => {
  const dataDir = temporaryFolder();
  const { ready } = await testHost({ dataDir });
  const { code, stdout } = await paste(sessionOf('remote-targets', dataDir, ready.apiUrl), await quickNpm());
  expect(code).toBe(0);
  expect(stdout).toMatch(/allowed +read rules[\s\S]*staging +remote[\s\S]*Undetermined/);
}, 120_000);

test('reports are written as it is pasted', async () => {
  const dataDir = temporaryFolder();
  const { ready } = await testHost({ dataDir });
  const { code, stdout } = await paste(sessionOf('reports', dataDir, ready.apiUrl), await quickNpm());
  expect([code, stdout]).toEqual([0, expect.stringContaining('alerts-endpoints')]);
}, 120_000);

test('what the guide says about a damaged case works as it is pasted', async () => {
  const dataDir = temporaryFolder();
  const { desk } = await testHost({ dataDir });
  const { id } = (await desk('POST', '/api/cases', { name: 'acme' })).body;
  await desk('POST', `/api/cases/${id}/notes`, { text: 'lost' });
  const sqlite = new Database(join(dataDir, 'desk.db'));
  sqlite.prepare('delete from case_entries where seq = 2').run();
  sqlite.close();
  const [block = ''] = shellBlocks(page('docs/guides/operate.md')).filter(aboutDamage);
  const [verify, exportIt] = block.split('\n').map((line) => line.replace(/ +#.*/, '').split(' ').slice(1));
  const file = join(temporaryFolder(), 'acme.carryover');
  const run = (words: string[] = []) =>
    runHere(...words.map((word) => (word === 'acme.carryover' ? file : word)), '--data', dataDir);
  const verified = await run(verify);
  expect([verified.code, verified.stdout]).toEqual([3, expect.stringContaining('Entry 2 is missing')]);
  const exported = await run(exportIt);
  expect([exported.code, exported.stderr]).toEqual([0, expect.stringContaining('Cut after entry 1 of 2')]);
  expect(existsSync(file)).toBe(true);
});

const aboutDamage = (block: string): boolean => block.includes('--as-far-as-sound');

test.runIf(hasOpenssl)(
  'what the guide says about a shared store works as it is pasted',
  async () => {
    const folder = temporaryFolder();
    const [makeKey = '', serve = '', ...others] = shellBlocks(page('docs/guides/share.md'));
    const copy = others.find((block) => block.includes('store copy')) ?? '';
    execFileSync('sh', ['-c', makeKey], { cwd: folder });
    const argsOf = (line: string, address: string): string[] => {
      const words = line.trim().split(' ').slice(1);
      return words.map((word) => {
        if (word.startsWith('postgres:')) return address;
        return /^\.\/|\.key$/.test(word) ? join(folder, word) : word;
      });
    };
    const dataDir = join(folder, 'data');
    const { address, env } = await temporaryStore();
    const served = startCliIn(
      env,
      ...[...argsOf(serve, address), '--json', ...freePorts],
      ...['--data', dataDir],
    );
    await served.saw(/^\{"event":"ready".*\}\n/m);
    served.process.kill('SIGTERM');
    await served.ended;
    // The folder has a store of its own as well.
    await (await testHost({ dataDir, store: false })).stop(0);
    const store = await temporaryStore();
    for (const line of copy.trim().split('\n')) {
      const { code, stdout, stderr } = await runHereIn(store.env, ...argsOf(line, store.address));
      expect([code, stdout, stderr]).toEqual([0, expect.stringContaining('Copied and verified'), '']);
    }
  },
  60_000,
);

const aboutStore = (block: string): boolean => block.includes('team.key');
/** Executed in test/host/roles.test.ts, in test/docs/key-command.test.ts, and as far as it can be in test/packaging/team. */
const triedElsewhere = (block: string): boolean =>
  /--roles|--key-command|^#!\/bin\/sh|packaging\/team/.test(block);

/** A block that only asks the desk, as a monitoring system does. */
const asked = /^curl http:\/\/127\.0\.0\.1:4411(\/\S+)\n$/;

test('what a guide asks with curl is told by a running host', async () => {
  const { ready } = await testHost({ dataDir: temporaryFolder() });
  const paths = guides.flatMap((name) =>
    shellBlocks(page(`docs/guides/${name}`)).flatMap((block) => asked.exec(block)?.[1] ?? []),
  );
  expect(paths).toEqual(['/ready']);
  for (const path of paths) {
    const response = await fetch(new URL(path, ready.deskUrl));
    expect([response.status, await response.json()]).toEqual([200, { ready: true, reasons: [] }]);
  }
});

test('every session of a guide is executed, and every other block only starts or asks something', () => {
  const withSession = guides.filter((name) => shellBlocks(page(`docs/guides/${name}`)).some(isSession));
  expect([...executed].sort()).toEqual(withSession);
  const others = guides.flatMap((name) =>
    shellBlocks(page(`docs/guides/${name}`)).filter((block) => !isSession(block)),
  );
  for (const block of others.filter(
    (block) => !asked.test(block) && !aboutDamage(block) && !aboutStore(block) && !triedElsewhere(block),
  ))
    expect(block).toMatch(/^npm (?:start|run -s carryover -- listen)(?: [\w.:/-]+)*\n$/);
});

/** Commands in the running text, without the name of the program: `clock advance 28h`. */
const inPassing = async (): Promise<string[][]> => {
  const { stdout } = await runHere('--help');
  const names = new Set([...stdout.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name));
  const spans = prose.replace(/```[\s\S]*?```/g, '').matchAll(/`(?:carryover )?([^`\n]+)`/g);
  return [...new Set([...spans].map(([, text]) => text as string))]
    .map((text) => text.split(' '))
    .filter(([first]) => names.has(first as string));
};

test('every command that README and guides name is one, with the options that it names', async () => {
  const commands = await inPassing();
  expect(commands.length).toBeGreaterThan(30);
  for (const words of commands) {
    const { code, stdout } = await runHere(
      ...words.slice(0, 2).filter((word) => /^[a-z]+[a-z-]*$/.test(word)),
      '--help',
    );
    expect([words, code, stdout]).toEqual([
      words,
      0,
      // Some options come before the command.
      expect.stringContaining(`Usage: carryover ${words[0]?.startsWith('-') ? '[options]' : words[0]}`),
    ]);
    for (const option of words.filter((word) => word.startsWith('--'))) expect(stdout).toContain(option);
  }
});

test('what the guides say to try does what it says', async () => {
  const data = ['--data', temporaryFolder()];
  await testHost({ dataDir: data[1] as string, clock: 'virtual' });
  const listening = startCli('listen', '--fail', '7', '--brief', ...data);
  await listening.saw('Ctrl+C stops');
  const folder = join(temporaryFolder(), 'acme-app');
  mkdirSync(folder);
  writeFileSync(join(folder, 'hooks.js'), "app.post('/hooks', ({ body }) => body.RuleId);\n");
  writeFileSync(join(folder, 'key.txt'), 'a-key');
  const ended = async (...args: string[]) => (await runHere(...args, ...data)).code;

  expect(await ended('send', 'read.completed')).toBe(0);
  expect(await ended('clock', 'advance', '28h')).toBe(0);
  await listening.saw(/✓ signature {2}read\.completed.*×8$/m);
  expect(await ended('tokens', 'issue', 'gbol', '--behaviour', 'revoked')).toBe(0);
  expect(await ended('check', '--source', folder)).toBe(3);
  const key = join(folder, 'key.txt');
  expect(
    await ended('targets', 'add', 'production', '--url', 'https://api.example.com', '--key-file', key),
  ).toBe(0);
  expect(await ended('case', 'new', 'acme-tokens', '--integrator', 'Acme Ltd', '--moves', 'tokens')).toBe(0);
  expect(await ended('runbook', 'open', 'acme-tokens', 'qhyg')).toBe(0);
  expect((await runHere('runbook', 'show', 'acme-tokens', ...data)).stdout).toContain('QuickBooks Online');
  expect((await runHere('case', 'list', ...data)).stdout).toContain('acme-tokens');
  expect(await ended('verify', 'acme-tokens')).toBe(0);
  expect(await ended('reset', '--yes')).toBe(0);
});

test('what README and guides name is there', () => {
  for (const [, script] of prose.matchAll(/npm run (?:-s )?(\w+)/g))
    expect(Object.keys(scripts)).toContain(script);
  for (const [, path] of prose.matchAll(/`(electron\/[\w./-]+)`/g)) {
    expect(existsSync(join(packageRoot(), path as string)), path).toBe(true);
  }
});
