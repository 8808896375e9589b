import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { filesIn, foundIn } from '#test/support/planted.ts';
import { problem } from '#test/support/scripted-server.ts';
import {
  carryOut,
  type Desk,
  expectConsistent,
  lastResults,
  ledgerOf,
  progressOf,
  startFixture,
  type Wanted,
} from './fixture.ts';

const numbered = (count: number): Wanted[] => Array.from({ length: count }, (_, n) => ({ ref: `r${n}` }));
const goOn = async (desk: Desk, caseId: string) => {
  const { id } = await desk.runs.resume(caseId, 'tester');
  await desk.settled(caseId);
  return desk.runs.show(caseId, id);
};

test('a refused key pauses the run without failing a row, and the run resumes with a valid key', async () => {
  const fixture = await startFixture();
  for (const [statusCode, from] of [
    [401, 1],
    [402, 4],
    [403, 7],
  ] as const) {
    const rows = numbered(4).map(({ ref }) => ({ ref: `${fixture.word()}-${ref}` }));
    const { desk, caseId } = await fixture.migration(rows);
    const began = fixture.remote.passed.length;
    const refusal = { statusCode, body: problem(statusCode, 'Not with this key.') };
    fixture.remote.setPlan((_, count) => (count - began >= from ? refusal : 'none'));
    const run = await carryOut(desk, caseId, { concurrency: 2 });
    expect(run).toMatchObject({
      state: 'paused',
      counts: { rows: 4, failed: 0, done: 0 },
      failures: {},
      remark: expect.stringContaining('Not with this key'),
    });
    await expect(desk.runs.start(caseId, {}, 'tester')).rejects.toMatchObject({ code: 'tokens.runActive' });
    fixture.remote.setPlan();
    expect(await goOn(desk, caseId)).toMatchObject({ state: 'done', counts: { done: 4 }, duplicates: [] });
    expect(await fixture.companies(rows[0]?.ref as string)).toHaveLength(1);
    await expectConsistent(desk, caseId);
    await desk.end();
  }
});

test('an error of many companies in a row pauses the run; that of a single one does not', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([
    ...numbered(8),
    ...Array.from({ length: 5 }, (_, n): Wanted => ({ ref: `p${n}`, behaviour: 'rate-limited' })),
    ...Array.from({ length: 8 }, (_, n): Wanted => ({ ref: `q${n}` })),
  ]);
  const isOf = (signs: RegExp) => (body: string) =>
    signs.test(/"migrationRef":"(\w+)"/.exec(body)?.[1] ?? '');
  // Every other one of the first fails; then the platform of some is at its limit, which is no trouble here.
  const single = isOf(/^r[1357]$/);
  const all = isOf(/^q/);
  fixture.remote.setPlan(({ body }) => (single(body) || all(body) ? '500' : 'none'));
  const run = await carryOut(desk, caseId, { concurrency: 1 });
  expect(run).toMatchObject({
    state: 'paused',
    remark: expect.stringMatching(/^2 companies in a row failed with the same error: .*Something broke/),
    failures: { 'service-trouble': 6 },
  });
  expect((await progressOf(desk, caseId)).filter(({ state }) => state === 'ready')).toHaveLength(6);
  fixture.remote.setPlan();
  expect(await goOn(desk, caseId)).toMatchObject({
    state: 'done',
    failures: { 'service-trouble': 6, 'rate-limit': 5 },
  });
  const retry = await carryOut(desk, caseId, { kind: 'retry' });
  expect(retry).toMatchObject({ counts: { done: 6 }, failures: { 'rate-limit': 5 }, duplicates: [] });
  await desk.end();
});

test('a target that wants to be left alone for long: rate limit, the run pauses, and goes on later', async () => {
  const fixture = await startFixture();
  const { desks, desk: first, caseId } = await fixture.migration(numbered(5));
  const { passed } = fixture.remote;
  const tooMany = {
    statusCode: 429,
    body: problem(429, 'Quota used up.'),
    headers: { 'retry-after': '3600' },
  };
  fixture.remote.setPlan(({ method }) => (method === 'GET' ? 'none' : tooMany));
  const run = await carryOut(first, caseId, { concurrency: 1 });
  expect(run).toMatchObject({ state: 'paused', failures: { 'rate-limit': 2 } });
  expect(passed.filter(({ method }) => method === 'POST')).toHaveLength(1);
  fixture.remote.setPlan();
  await first.stop();
  const desk = await desks.start();
  expect(await goOn(desk, caseId)).toMatchObject({ state: 'done', counts: { done: 3, failed: 2 } });
  expect(await carryOut(desk, caseId, { kind: 'retry' })).toMatchObject({ counts: { done: 2 } });
  await desk.end();
});

test('credentials that the service refuses for their form are bad ones, and no other row suffers', async () => {
  const fixture = await startFixture();
  const credentials = { ...(await fixture.tokens()), surplus: 'field' };
  const { desk, caseId } = await fixture.migration([{ ref: 'a', credentials }, { ref: 'b' }]);
  expect(await carryOut(desk, caseId)).toMatchObject({ counts: { done: 1, failed: 1 } });
  expect((await lastResults(desk.cases, caseId)).companies[0]).toMatchObject({
    cause: 'bad-credentials',
    step: 'authorization',
    message: expect.stringContaining('surplus'),
  });
  await desk.end();
});

test('an answer of another form than it should have fails its row alone, and nothing is made twice', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }]);
  fixture.remote.setPlan(({ method, body }) =>
    method === 'POST' && body.includes('"migrationRef":"a"')
      ? { statusCode: 200, body: { fine: true } }
      : 'none',
  );
  expect(await carryOut(desk, caseId)).toMatchObject({ state: 'done', counts: { done: 1, failed: 1 } });
  expect((await lastResults(desk.cases, caseId)).companies[0]).toMatchObject({
    cause: 'our-fault',
    step: 'company',
  });
  fixture.remote.setPlan();
  expect(await carryOut(desk, caseId, { kind: 'retry' })).toMatchObject({
    counts: { done: 1 },
    duplicates: [],
  });
  await desk.end();
});

const refusal = (statusCode: number) => (echo: string) => ({
  statusCode,
  body: problem(statusCode, `Sorry, ${echo}.`),
});
const past = '2026-01-01T00:00:00Z';

/** The calls whose responses repeat a token, each with such a response. */
const repeating = {
  PUT: { call: /^PUT /, response: refusal(400) },
  'POST sync': { call: /\/data\/all$/, response: refusal(500) },
  'GET history': { call: /\/data\/history/, response: refusal(500) },
  dataset: {
    call: /\/data\/history/,
    response: (echo: string) => {
      const errorMessage = `invalid_grant: ${echo}`;
      const dataset = { dataType: 'banking-accounts', status: 'AuthError', requested: past, errorMessage };
      return { statusCode: 200, body: { results: [{ ...dataset, isCompleted: true, isErrored: true }] } };
    },
  },
  connection: {
    call: /connections\/[^/]+$/,
    response: (echo: string) => {
      const about = { statusCode: '401', statusText: 'x', erroredOnUtc: past };
      const error = { ...about, status: 'Active', errorMessage: echo };
      return { statusCode: 200, body: { status: 'Deauthorized', dataConnectionErrors: [error] } };
    },
  },
  '401': { call: /\/data\/history/, response: refusal(401) },
};
// Not by its keys: those that are numbers would come first.
const steps = ['PUT', 'POST sync', 'GET history', 'dataset', 'connection', '401'] as const;

test('what a target repeats of a token gets nowhere: not into failures, ledgers, results, chains, logs or files', async () => {
  const fixture = await startFixture();
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const planted: Record<string, string> = {};
  const rows = await Promise.all(
    steps.map(async (step, n): Promise<Wanted> => {
      const credentials = await fixture.tokens(step === 'connection' ? 'good' : 'revoked');
      // Words of plain letters, which nothing but knowing them tells from others.
      const accessToken = `Planted-${'abcdefghij'.slice(n)}-Access-of-${step.replaceAll(' ', '')}`;
      planted[`${step} access`] = accessToken;
      planted[`${step} refresh`] = credentials.refreshToken as string;
      return { ref: `s${n}`, credentials: { ...credentials, accessToken } };
    }),
  );
  const { desks, desk, caseId } = await fixture.migration(rows, { log: pino({ level: 'trace' }, sink) });
  const lineOf = (url: string): number => {
    const id = url.split('/')[2]?.split('?')[0] ?? '';
    const made = fixture.remote.passed.find(
      ({ url: to, answer }) => to === '/companies' && answer?.body.includes(id),
    );
    return Number(/"migrationRef":"s(\d+)"/.exec(made?.body ?? '')?.[1] ?? -1);
  };
  fixture.remote.setPlan(({ method, url }) => {
    const n = url.startsWith('/companies/') ? lineOf(url) : -1;
    const step = steps[n];
    if (step === undefined || !repeating[step].call.test(`${method} ${url}`)) return 'none';
    const { accessToken = '', refreshToken = '' } = rows[n]?.credentials ?? {};
    const echo = `the token ${accessToken} (${encodeURIComponent(refreshToken)}, Basic ${btoa(accessToken)}) is no good`;
    return repeating[step].response(echo);
  });
  const run = await carryOut(desk, caseId, { concurrency: 1 });
  expect(run).toMatchObject({ state: 'paused', remark: expect.stringContaining('the token ••••') });
  const texts = [
    JSON.stringify(run),
    JSON.stringify(await progressOf(desk, caseId)),
    JSON.stringify(await ledgerOf(desk, run.id)),
    JSON.stringify(await desk.cases.entries(caseId, 0, 1000)),
  ];
  await desk.runs.cancel(caseId, 'tester');
  const results = await lastResults(desk.cases, caseId);
  texts.push(JSON.stringify(results), lines.join(''), await desk.cases.exportFile(caseId));
  expect(results.companies.map(({ message }) => message?.includes('the token ••••'))).toEqual([
    true,
    true,
    true,
    true,
    true,
    undefined,
  ]);
  for (const text of texts) expect(foundIn(planted, text)).toEqual([]);
  await desk.end();
  for (const { path, content } of filesIn(desks.dataDir))
    expect([path, foundIn(planted, content)]).toEqual([path, []]);
});

test('no more concurrent calls than requested; a pause waits for calls in progress and starts no others', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration(numbered(12));
  let pausing: Promise<unknown> | undefined;
  let atPause = 0;
  fixture.remote.setPlan((_, count) => {
    if (count === 20) {
      atPause = count;
      pausing = desk.runs.pause(caseId, 'tester', 'Lunch.');
    }
    return 'none';
  });
  await desk.runs.start(caseId, { concurrency: 3 }, 'tester');
  await desk.settled(caseId);
  expect(await pausing).toMatchObject({ state: 'paused', remark: 'Lunch.' });
  expect(fixture.remote.passed.length - atPause).toBeLessThanOrEqual(3);
  expect(fixture.remote.passed.every(({ answer }) => answer !== undefined)).toBe(true);
  expect(await goOn(desk, caseId)).toMatchObject({ state: 'done', counts: { done: 12 } });
  expect(fixture.remote.most()).toBe(3);
  await desk.end();
});

test('the next run continues the rows of a cancelled one', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration(numbered(6));
  let cancelling: Promise<unknown> | undefined;
  fixture.remote.setPlan((_, count) => {
    if (count === 10) cancelling = desk.runs.cancel(caseId, 'tester');
    return 'none';
  });
  await desk.runs.start(caseId, { concurrency: 2 }, 'tester');
  await desk.settled(caseId);
  expect(await cancelling).toMatchObject({ state: 'cancelled' });
  await expect(desk.runs.resume(caseId, 'tester')).rejects.toMatchObject({ code: 'tokens.noRun' });
  const run = await carryOut(desk, caseId);
  expect(run).toMatchObject({ state: 'done', counts: { rows: 6, done: 6 }, duplicates: [] });
  const posts = fixture.remote.passed.filter(({ method, url }) => method === 'POST' && url === '/companies');
  expect(posts).toHaveLength(6);
  await expectConsistent(desk, caseId);
  await desk.end();
});
