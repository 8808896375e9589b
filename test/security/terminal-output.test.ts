import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { startCli } from '#test/support/cli.ts';
import { runRaw } from '#test/support/cli-here.ts';
import { until } from '#test/support/host-process.ts';
import { scriptedServer } from '#test/support/scripted-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const planted =
  '\u001b]0;title\u0007\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u001b[45m\u001bc\u009b31m\u0090q\u009c\u202e\u2066\u200b\u0008\u007f';
const esc = '\u001b';
/** Our colours, and how a list of tasks moves the cursor. */
const own = new RegExp(`${esc}\\[(?:\\d*[A-GK]|\\?25[hl]|(?:0|1|2|22|3[0-9]|90)?m)`, 'g');
/** What a terminal obeys besides, or what hides or turns round what stands there. */
const obeyed = /[^\P{Cc}\n\r\t]|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

const launcher = join(packageRoot(), 'electron/cli/launcher.cjs');
const hasScript = spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0;
/** A command on a pseudo-terminal of its own; without util-linux there is none. */
const onTerminal = test.skipIf(!hasScript);
const startOnTerminal = (...args: string[]) => {
  const command = [process.execPath, launcher, ...args].map((arg) => `'${arg}'`).join(' ');
  const env = { ...process.env, NO_COLOR: undefined, CI: undefined, FORCE_COLOR: '1', TERM: 'xterm' };
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const run = { stdout: '', code: undefined as number | null | undefined };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    run.stdout += text;
  });
  const ended = once(child, 'close').then(([code]) => {
    run.code = code as number | null;
  });
  onTestFinished(async () => {
    // Its terminal goes with it, and the command with that.
    child.kill();
    await ended;
  });
  return { run, ended };
};

const clean = (text: string): void => expect(text.replace(own, '')).not.toMatch(obeyed);

/** Posts what a hostile sender may: a body and headers, whose values may hold what is above ASCII. */
const send = async (url: string): Promise<void> => {
  const headers = {
    'webhook-id': 'msg_\u009b31m\u0090',
    'x-sandbox-time': '\u009b2J',
    'webhook-signature': '\u009d0;x',
  };
  for (const body of [
    JSON.stringify({ eventType: `type${planted}`, payload: { [planted]: planted } }),
    `not JSON ${planted}`,
    JSON.stringify({ RuleType: { toString: planted } }),
  ]) {
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
  }
};

const addressIn = (text: string): string | undefined =>
  /Listening at [^\n]*?(http:\/\/127\.0\.0\.1:\d+\/)/.exec(text)?.[1];

test.each([['in words'], ['--json'], ['--brief']])(
  'what listen prints of a hostile sender: %s',
  async (option) => {
    const secretFile = join(temporaryFolder(), 'secret');
    writeFileSync(secretFile, `whsec_${Buffer.alloc(24, 1).toString('base64')}`);
    const run = startCli('listen', '--secret-file', secretFile, ...(option.startsWith('--') ? [option] : []));
    await run.saw(/Listening at \S*http/);
    await send(addressIn(run.out.stderr) ?? '');
    await run.saw(option === '--json' ? /toString/ : /not an event.*not an event/s);
    clean(run.out.stdout + run.out.stderr);
  },
);

onTerminal('what listen prints of a hostile sender, on a terminal', async () => {
  const secretFile = join(temporaryFolder(), 'secret');
  writeFileSync(secretFile, `whsec_${Buffer.alloc(24, 1).toString('base64')}`);
  const { run } = startOnTerminal('listen', '--secret-file', secretFile);
  await send(await until(async () => addressIn(run.stdout)));
  await until(async () => /not an event.*not an event/s.test(run.stdout));
  clean(run.stdout);
  // It was on a terminal: there are colours.
  expect(run.stdout).toContain('\u001b[31m');
});

onTerminal('the titles of a check that names hostile files, on a terminal', async () => {
  const folder = temporaryFolder();
  for (let n = 0; n < 300; n++) {
    const within = join(folder, `d${n}${planted.replaceAll('/', '')}`);
    mkdirSync(within);
    writeFileSync(
      join(within, `f${planted}.js`),
      `app.post('/hooks', (r) => r.body.RuleId); // ${planted}\n`,
    );
  }
  const { run, ended } = startOnTerminal('check', '--source', folder, '--data', temporaryFolder());
  await ended;
  expect([3, 4]).toContain(run.code);
  // It moved the cursor.
  expect(run.stdout).toContain('\u001b[?25h');
  clean(run.stdout);
});

test('logs in words hold nothing of data that a terminal obeys, neither in values nor in names', () => {
  const script = `
    const { createLog } = await import('#base/log.ts');
    const planted = JSON.parse(process.argv[1]);
    const log = createLog({ words: true });
    log.info({ path: planted, deep: { [planted]: [planted] }, [planted]: 1, err: new Error(planted) }, planted);`;
  const args = ['--input-type=module', '-e', script, JSON.stringify(planted)];
  const { stderr, status } = spawnSync(process.execPath, args, {
    cwd: packageRoot(),
    env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: undefined, NODE_OPTIONS: '' },
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(stderr).toContain('title');
  clean(stderr);
});

test("a target's own words reach the terminal without what it obeys", async () => {
  const server = await scriptedServer((_request, response) => {
    const body = JSON.stringify({ error: `No.${planted}`, correlationId: planted, service: planted });
    response.writeHead(400, { 'content-type': 'application/json', location: '/\u009b31m' }).end(body);
  });
  const login = await scriptedServer((_request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1/\u009b31m\u009d` }).end(planted);
  });
  const data = temporaryFolder();
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'key.txt'), 'a-key-of-theirs');
  for (const [name, url] of [
    ['denied', server.url],
    ['moved', login.url],
  ] as const) {
    const add = ['targets', 'add', name, '--url', url, '--key-file', join(folder, 'key.txt'), '--data', data];
    for (const args of [
      add,
      ['targets', 'test', name, '--data', data],
      ['targets', 'list', '--data', data],
    ]) {
      const { stdout, stderr } = await runRaw(args, true);
      clean(stdout + stderr);
    }
  }
  await runRaw(['case', 'new', 'acme', '--target', 'denied', '--data', data]);
  const { stdout, stderr } = await runRaw(['check', 'acme', '--configuration', '--data', data]);
  clean(stdout + stderr);
  expect(stdout + stderr).toContain('No.');
});
