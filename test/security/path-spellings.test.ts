import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { runHere } from '#test/support/cli-here.ts';
import { until } from '#test/support/host-process.ts';
import { speak } from '#test/support/speak.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';
import { zipOf } from '#test/support/zip-writer.ts';

/** However a path is spelt: nobody comes in by it, nothing outside is read by it, nothing outside is written by it. */

type Host = Awaited<ReturnType<typeof testHost>>;

/** Ways to spell a path that a server, a router or a file system may each understand in its own way. */
const spellings = (path: string): string[] => {
  const parts = path.split('/').slice(1);
  const last = parts.at(-1) as string;
  const first = parts[0] as string;
  const hex = (text: string) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const twice = (text: string) => hex(text).replaceAll('%', '%25');
  return [
    path,
    path.toUpperCase(),
    `/${path}`,
    `//${path}`,
    path.replaceAll('/', '//'),
    path.replaceAll('/', '/./'),
    path.replaceAll('/', '%2f'),
    `/${parts.join('%2F')}`,
    path.replaceAll('/', '\\'),
    `/${parts.join('%5c')}`,
    `/${hex(first)}/${parts.slice(1).join('/')}`,
    `/${parts.map(hex).join('/')}`,
    `/${parts.map(twice).join('/')}`,
    `/x/..${path}`,
    `/x/%2e%2e${path}`,
    `/x/%252e%252e${path}`,
    `/x/.%2e${path}`,
    `/x/..%2f${parts.join('/')}`,
    `/x/..;${path}`,
    `/x/%c0%ae%c0%ae${path}`,
    `/x/%e0%80%ae%e0%80%ae${path}`,
    `/x/..%c0%af${parts.join('/')}`,
    `/assets/../..${path}`,
    `/docs/..${path}`,
    `/docs/%2e%2e${path}`,
    `/api/docs/..${path}`,
    `/api/docs/%2e%2e/%2e%2e${path}`,
    `/api/docs/static/..%2f..%2f..${path}`,
    `/api/session/..${path}`,
    `/api/openapi.json/..${path}`,
    `/api/openapi.json${path}`,
    `${path}/`,
    `${path}//`,
    `${path}/.`,
    `${path}.`,
    `${path}%2e`,
    `${path}%20`,
    `${path}%00`,
    `${path}%00.js`,
    `${path}.js`,
    `${path}.json`,
    `${path};a=b`,
    `${path};.js`,
    path.replace(`/${last}`, `;x=y/${last}`),
    `${path}%3f`,
    `${path}%23`,
    `${path}?`,
    `${path}?/api/docs`,
    `${path}?token=`,
    `${path}&`,
    `${path}%0d%0aX-A:b`,
    `${path}%0a`,
    `${path}%09`,
    `${path}/*`,
    `${path}/..%2f${last}`,
    `/.${path}`,
    `/*${path}`,
    `/%2f${path}`,
    `/%2e${path}`,
    `/~${path}`,
    path.replace('a', 'а'),
    path.replace('a', '%ef%bd%81'),
    path.replace('e', '%C8%85'),
    `${path}/${'x'.repeat(5000)}`,
    `/${'x/'.repeat(2000)}..${path}`,
    `${path}${'/'.repeat(3000)}`,
    `/${'%2e%2e/'.repeat(500)}${parts.join('/')}`,
    `http://127.0.0.1${path}`,
    `//127.0.0.1${path}`,
    `/http://127.0.0.1${path}`,
    `/file://${path}`,
  ];
};

const ask = async (url: string, target: string, headers = ''): Promise<string> =>
  speak(url, `GET ${target} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n${headers}Connection: close\r\n\r\n`);

const planted = 'planted-outside-of-the-page';

const withPage = async (): Promise<Host> => {
  const parent = temporaryFolder();
  const rendererDir = join(parent, 'renderer');
  mkdirSync(join(rendererDir, 'assets'), { recursive: true });
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><p>the page</p>');
  writeFileSync(join(rendererDir, 'assets', 'a.js'), '// asset');
  writeFileSync(join(parent, 'secret.txt'), planted);
  symlinkSync(join(parent, 'secret.txt'), join(rendererDir, 'assets', 'link'));
  return testHost({ rendererDir });
};

test('no spelling of a path comes in without a token or a key, and none of a file leaves the page’s folder', async () => {
  const host = await withPage();
  const { apiUrl, apiKey, deskUrl, deskToken } = host.ready;
  const caseName = 'planted-name-of-a-case';
  const companyName = 'planted-name-of-a-company';
  const company = (await host.api('POST', '/companies', { name: companyName })).body;
  const made = (await host.desk('POST', '/api/cases', { name: caseName, targetId: 'local' })).body;
  const desk = [
    '/api/keys',
    '/api/cases',
    `/api/cases/${made.id}`,
    `/api/cases/${made.id}/reports/case`,
    '/api/stream',
    '/secret.txt',
    '/../secret.txt',
    '/assets/../../secret.txt',
  ];
  const api = ['/companies', `/companies/${company.id}`, '/apiKeys', '/webhooks'];
  const secrets = [apiKey, deskToken, caseName, companyName, planted, 'event-stream'];
  let asked = 0;
  const told: string[] = [];
  for (const [url, paths] of [
    [deskUrl, desk],
    [apiUrl, api],
  ] as const) {
    for (const target of paths.flatMap(spellings)) {
      asked += 1;
      const answer = await ask(url, target);
      const found = secrets.filter((secret) => answer.includes(secret));
      const isAnswered = /^HTTP\/1\.1 (2|30[1-8])/.test(answer) && !answer.includes('the page');
      if (found.length > 0 || isAnswered || answer === '')
        told.push(`${target.slice(0, 80)}: ${answer.slice(0, 80)}`);
    }
  }
  expect(told).toEqual([]);
  expect(asked).toBeGreaterThan(700);
  // With the token the same paths do tell.
  expect(await ask(deskUrl, '/%61pi/keys', `Authorization: Bearer ${deskToken}\r\n`)).toContain(apiKey);
});

test('a token does not lead out of the page’s folder or of a route either', async () => {
  const host = await withPage();
  const { deskUrl, deskToken, dataDir } = host.ready;
  const key = readFileSync(join(dataDir, 'carryover.key'), 'utf8').trim();
  const authorization = `Authorization: Bearer ${deskToken}\r\n`;
  const up = '../'.repeat(12);
  const files = [join(dataDir, 'carryover.key'), join(dataDir, 'identity.json'), '/etc/passwd'];
  for (const path of files) {
    for (const target of [
      `/${up}${path}`,
      `/${encodeURIComponent(up + path)}`,
      `/assets/${encodeURIComponent(up + path)}`,
      `/api/docs/static/${up}${path}`,
      `/api/docs/static/${encodeURIComponent(up + path)}`,
      `/api/backups/${encodeURIComponent(up + path)}/restore`,
      `/api/tokens/templates/${encodeURIComponent(up + path)}`,
      `/api/cases/${encodeURIComponent(up + path)}`,
    ]) {
      const answer = await ask(deskUrl, target, authorization);
      for (const secret of [key, 'sealedKey', 'root:', deskToken]) expect(answer).not.toContain(secret);
    }
  }
});

/** Every file of a folder, from its root. */
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();

/** A host that has every file that a data folder has, and a case. */
const livedIn = async () => {
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, 'logs'));
  writeFileSync(join(dataDir, 'logs', 'host.log'), '{"msg":"what the app wrote down"}\n');
  writeFileSync(join(dataDir, 'carryover.key.wrapped.old'), 'a key of before');
  const host = await testHost({ dataDir });
  const { id } = (await host.desk('POST', '/api/cases', { name: 'Acme', targetId: 'local' })).body;
  expect((await host.desk('POST', '/api/backups', {})).status).toBe(200);
  return { host, dataDir, id: id as string };
};

/** Asks for a file by every way in. @returns the ways by which it was read */
const readBy = async (host: Host, id: string, path: string): Promise<string[]> => {
  const ended = async (path: string, body: object): Promise<string> => {
    const { status, body: job } = await host.desk('POST', path, body);
    if (status >= 300) return JSON.stringify(job);
    const end = await until(async () => {
      const now = (await host.desk('GET', `/api/jobs/${job.id}`)).body;
      return now.state !== 'running' && now;
    });
    return end.state === 'failed' ? JSON.stringify(end.error) : 'read';
  };
  const answers = {
    attachment: JSON.stringify((await host.desk('POST', `/api/cases/${id}/attachments`, { path })).body),
    tokens: await ended(`/api/cases/${id}/tokens/imports`, { path, platformKey: 'qhyg' }),
    source: await ended('/api/checks', { source: [{ path }] }),
    traffic: await ended('/api/checks', { traffic: { paths: [path] } }),
    rules: await ended('/api/checks', { configuration: { rulesFile: path } }),
    profile: await ended('/api/checks', { configuration: { profileFile: path } }),
    webhooks: await ended('/api/checks', { configuration: { webhooksFile: path } }),
    recipes: JSON.stringify(
      (await host.desk('GET', `/api/cases/${id}/recipes?rulesFile=${encodeURIComponent(path)}`)).body,
    ),
  };
  const refused =
    /Carryover itself|Carryover's own|no regular file|not a regular file|is not a file|no such file/;
  return Object.entries(answers).flatMap(([way, answer]) =>
    refused.test(answer) ? [] : [`${way}: ${answer.slice(0, 200)}`],
  );
};

test('no file of the data folder is attached, imported or scanned, by whatever path it is reached', async () => {
  const { host, dataDir, id } = await livedIn();
  const folder = temporaryFolder();
  symlinkSync(dataDir, join(folder, 'data'));
  const own = filesBelow(dataDir);
  const names = own.map((path) => basename(path));
  for (const name of [
    'carryover.key',
    'identity.json',
    'host.json',
    'desk.db',
    'vault.db',
    'service.db',
    'host.log',
  ]) {
    expect(names).toContain(name);
  }
  expect(own.some((path) => /^backups[\\/]desk-.*\.db$/.test(path))).toBe(true);
  const through: string[] = [];
  const attach = async (path: string): Promise<void> => {
    const { status, body } = await host.desk('POST', `/api/cases/${id}/attachments`, { path });
    if (status !== 400 || !/Carryover itself/.test(body.error)) through.push(`${path}: ${status}`);
  };
  for (const [at, name] of own.entries()) {
    const path = join(dataDir, name);
    symlinkSync(path, join(folder, `soft-${at}`));
    linkSync(path, join(folder, `hard-${at}`));
    await attach(path);
    await attach(join(folder, `soft-${at}`));
    await attach(join(folder, `hard-${at}`));
    await attach(join(folder, 'data', name));
    await attach(`${dataDir}//./backups/../${name}`);
    if (process.platform === 'linux') await attach(`/proc/self/root${path}`);
  }
  // What reads files shares one look at what was opened: a link of each kind is enough for each way in.
  const key = own.indexOf('carryover.key');
  const code = join(folder, 'code.js');
  linkSync(join(dataDir, 'carryover.key'), code);
  for (const path of [join(folder, `soft-${key}`), code]) {
    for (const way of await readBy(host, id, path)) through.push(`${path}: ${way}`);
  }
  expect(through).toEqual([]);
});

test.skipIf(process.platform !== 'linux')(
  'nor through a descriptor of a process, nor is what processes hold',
  async () => {
    const { host, dataDir, id } = await livedIn();
    // Of this process, in which the host runs.
    const descriptor = openSync(join(dataDir, 'carryover.key'), 'r');
    try {
      const path = `/proc/self/fd/${descriptor}`;
      expect(await readBy(host, id, path)).toEqual([]);
      for (const held of ['environ', 'maps', 'cmdline']) {
        const attached = { path: `/proc/self/${held}` };
        expect((await host.desk('POST', `/api/cases/${id}/attachments`, attached)).status).toBe(400);
      }
    } finally {
      closeSync(descriptor);
    }
  },
);

test('a folder that holds links to files of ours, or the data folder itself, is read without them', async () => {
  const { host, dataDir } = await livedIn();
  const check = async (path: string) => {
    const { body: job } = await host.desk('POST', '/api/checks', { source: [{ path }] });
    const end = await until(async () => {
      const now = (await host.desk('GET', `/api/jobs/${job.id}`)).body;
      return now.state !== 'running' && now;
    });
    return end.result === undefined ? end.error : end.result.evidence[0];
  };
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'app.js'), 'call("/rules/alerts");\n');
  linkSync(join(dataDir, 'host.json'), join(folder, 'hard.json'));
  symlinkSync(join(dataDir, 'host.json'), join(folder, 'soft.json'));
  const evidence = await check(folder);
  expect(evidence.read.files).toBe(1);
  const skipped = evidence.read.skipped as { path: string; reason: string }[];
  expect(skipped.map(({ path, reason }) => `${path} ${reason}`).sort()).toEqual([
    'hard.json unreadable',
    'soft.json link-outside',
  ]);

  const above = await check(dirname(dataDir) === folder ? folder : dataDir);
  expect(JSON.stringify(above)).toContain("Carryover's own data folder");
  const inside = temporaryFolder();
  const second = await testHost({ dataDir: join(inside, 'data') });
  writeFileSync(join(inside, 'app.js'), 'const a = 1;\n');
  const { body: job } = await second.desk('POST', '/api/checks', { source: [{ path: inside }] });
  const end = await until(async () => {
    const now = (await second.desk('GET', `/api/jobs/${job.id}`)).body;
    return now.state !== 'running' && now;
  });
  const [read] = end.result.evidence;
  expect([read.read.files, JSON.stringify(read.read.skipped)]).toEqual([
    1,
    expect.stringContaining("Carryover's own data folder"),
  ]);
});

test('what a person handed over, the files of the sample, and copies elsewhere are read as ever', async () => {
  const { host, dataDir, id } = await livedIn();
  const { deskUrl, deskToken } = host.ready;
  const sent = await fetch(`${deskUrl}/api/uploads?name=notes.txt`, {
    method: 'POST',
    headers: { authorization: `Bearer ${deskToken}` },
    body: 'notes',
  });
  const { path } = (await sent.json()) as { path: string };
  expect((await host.desk('POST', `/api/cases/${id}/attachments`, { path })).status).toBe(200);
  const { folder } = (await host.desk('POST', '/api/sample')).body;
  for (const name of filesBelow(folder)) {
    const answer = await host.desk('POST', `/api/cases/${id}/attachments`, { path: join(folder, name) });
    expect([name, answer.status]).toEqual([name, 200]);
  }
  const copy = join(temporaryFolder(), 'outbox.json');
  copyFileSync(join(dataDir, 'serve.json'), copy);
  expect((await host.desk('POST', `/api/cases/${id}/attachments`, { path: copy })).status).toBe(200);
});

/** Names that a file system may take for something else. */
const oddNames = [
  '../../escaped',
  '..\\..\\escaped',
  '/etc/escaped',
  'C:\\escaped',
  '\\\\server\\share\\escaped',
  '..',
  '.',
  '...',
  '',
  ' ',
  '~',
  '~root/escaped',
  'a/../../escaped',
  '%2e%2e%2fescaped',
  '..%c0%afescaped',
  'nul',
  'CON.txt',
  'com1.log',
  'LPT9',
  'aux.',
  'a\0b',
  'a\r\nContent-Type: text/html',
  'a"; filename="escaped',
  'a:stream',
  '-rf',
  '‮gnp.exe',
  'x'.repeat(5000),
  '/proc/self/environ',
];

test('names of uploads, backups and reports lead nowhere else, and put nothing into a header', async () => {
  const { host, dataDir, id } = await livedIn();
  const { deskUrl, deskToken } = host.ready;
  const before = filesBelow(dataDir).filter((path) => !path.startsWith('uploads'));
  for (const name of oddNames) {
    const sent = await fetch(`${deskUrl}/api/uploads?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${deskToken}` },
      body: 'x',
    });
    const { id: upload } = (await sent.json()) as { id?: string };
    if (upload === undefined) expect(sent.status).toBe(400);
    else {
      const kept = filesBelow(join(dataDir, 'uploads', upload));
      expect([name, kept.length]).toEqual([name, 1]);
      expect(kept[0]).not.toMatch(/^(\.|(con|nul|aux|com1|lpt9)(\.|$))|[\\/:\p{Cc}\p{Cf}]/iu);
    }

    const encoded = encodeURIComponent(name);
    const restored = await host.desk('POST', `/api/backups/${encoded}/restore`, {});
    expect([name, restored.status >= 400 && restored.status < 500]).toEqual([name, true]);
    const removed = await host.desk('DELETE', `/api/uploads/${encoded}`);
    expect([name, removed.status >= 400 && removed.status < 500]).toEqual([name, true]);

    const attached = await host.desk('POST', `/api/cases/${id}/attachments`, { name, content: 'eA==' });
    expect([200, 400]).toContain(attached.status);
    const renamed = await host.desk('POST', '/api/cases', { name, targetId: 'local' });
    if (renamed.status !== 200) continue;
    const report = await fetch(`${deskUrl}/api/cases/${renamed.body.id}/reports/case?format=md`, {
      headers: { authorization: `Bearer ${deskToken}` },
    });
    expect(report.headers.get('content-disposition')).toMatch(
      /^attachment; filename="?[a-z0-9][a-z0-9-]*\.md"?$/,
    );
    expect(report.headers.get('content-type')).toMatch(/^text\/markdown/);
  }
  const after = filesBelow(dataDir).filter((path) => !path.startsWith('uploads'));
  const shared = (paths: string[]) => paths.filter((path) => !/-(wal|shm)$/.test(path));
  expect(shared(after)).toEqual(shared(before));
});

test('an export is written to a name that is free, and through no link', async () => {
  const { dataDir } = (await testHost()).ready;
  const folder = temporaryFolder();
  const kept = join(folder, 'kept.txt');
  writeFileSync(kept, 'kept');
  symlinkSync(kept, join(folder, 'link'));
  symlinkSync(join(folder, 'made-by-a-link'), join(folder, 'dangling'));
  linkSync(kept, join(folder, 'hard'));
  await runHere('case', 'new', 'Acme', '--data', dataDir);
  for (const name of [
    'kept.txt',
    'link',
    'dangling',
    'hard',
    '.',
    'none/out',
    'kept.txt/out',
    `${'x'.repeat(300)}`,
  ]) {
    const { code, stderr } = await runHere(
      'case',
      'export',
      'Acme',
      '--out',
      join(folder, name),
      '--data',
      dataDir,
    );
    expect([name, code, /can't be written/.test(stderr)]).toEqual([name, 1, true]);
  }
  expect([readFileSync(kept, 'utf8'), existsSync(join(folder, 'made-by-a-link'))]).toEqual(['kept', false]);
  // A report replaces what is there, and never what a link leads to.
  expect(
    (
      await runHere(
        'report',
        'Acme',
        '--kind',
        'case',
        '--format',
        'md',
        '--out',
        join(folder, 'link'),
        '--data',
        dataDir,
      )
    ).code,
  ).toBe(0);
  expect(readFileSync(kept, 'utf8')).toBe('kept');
});

const tarOf = async (entries: readonly (readonly [header: object, content?: string])[]): Promise<Buffer> => {
  const packing = pack();
  for (const [header, content = ''] of entries) packing.entry(header as { name: string }, content);
  packing.finalize();
  return buffer(packing);
};

test('entries of archives that name what is outside are told, never read and never written', async () => {
  const host = await testHost();
  const parent = temporaryFolder();
  const folder = join(parent, 'archives');
  mkdirSync(folder);
  writeFileSync(join(parent, 'outside.js'), 'call("/rules/alerts");\n');
  const code = 'call("/rules/alerts");\n';
  const names = [
    '../outside.js',
    '../../../../tmp/outside.js',
    '/etc/outside.js',
    'C:/outside.js',
    '..\\outside.js',
    'a/../../outside.js',
  ];
  const zip = zipOf(
    ...names.map((name) => ({ name, content: code })),
    { name: 'link.js', content: '../outside.js', mode: 0o120777 },
    { name: 'absolute.js', content: join(parent, 'outside.js'), mode: 0o120777 },
    { name: 'device.js', content: '', mode: 0o020666 },
  );
  const tar = await tarOf([
    ...names.map((name) => [{ name, mode: 0o644 }, code] as const),
    [{ name: 'link.js', type: 'symlink', linkname: '../outside.js' }],
    [{ name: 'hard.js', type: 'link', linkname: '../outside.js' }],
    [{ name: 'absolute.js', type: 'symlink', linkname: join(parent, 'outside.js') }],
    [{ name: 'device.js', type: 'character-device' }],
    [{ name: 'pipe.js', type: 'fifo' }],
  ]);
  writeFileSync(join(folder, 'a.zip'), zip);
  writeFileSync(join(folder, 'b.tar'), tar);
  const before = filesBelow(parent);
  for (const name of ['a.zip', 'b.tar']) {
    const { body: job } = await host.desk('POST', '/api/checks', { source: [{ path: join(folder, name) }] });
    const end = await until(async () => {
      const now = (await host.desk('GET', `/api/jobs/${job.id}`)).body;
      return now.state !== 'running' && now;
    });
    const [evidence] = end.result.evidence;
    expect([name, evidence.read.files, evidence.findingCount]).toEqual([name, 0, 0]);
    const said = evidence.rows.find(({ row }: { row: string }) => row === 'alerts-endpoints');
    expect([name, said?.says]).not.toEqual([name, 'absent']);
  }
  expect(filesBelow(parent)).toEqual(before);
});
