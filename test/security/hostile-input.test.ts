import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemTime } from '#base/clock.ts';
import { keyFingerprint } from '#base/signing.ts';
import { runTask } from '#base/worker/run-task.ts';
import type { SignerDecision } from '#contract/case.ts';
import type { CaseFile } from '#contract/case-file.ts';
import { startDesk } from '#test/support/start-desk.ts';

type Desk = Awaited<ReturnType<typeof startDesk>>;

const betweenAsksMs = 5;

/** How often the desk answers something else before `work` has ended. */
const answersMeanwhile = async ({ call }: Desk, work: Promise<unknown>): Promise<number> => {
  let isDone = false;
  let answers = 0;
  const end = work.then(() => {
    isDone = true;
  });
  while (!isDone) {
    const { status } = await call('GET', '/api/clock');
    if (status === 200 && !isDone) answers++;
    // Asking without a break would take more of the processor than the work.
    await new Promise<void>((resolve) => {
      systemTime.after(betweenAsksMs, resolve);
    });
  }
  await end;
  return answers;
};

const chain = 'table inet filter {\n chain input {\n  type filter hook input priority 0; policy drop;\n';
const rules = (bytes: number): string =>
  `${chain}${'  ip saddr 4.159.114.0/24 tcp dport 443 accept\n'.repeat(Math.floor(bytes / 47))} }\n}\n`;
/** Each statement at the top was held against the whole text. */
const statements = (bytes: number): string => `${'add table a\n'.repeat(bytes / 12)}${chain} }\n}\n`;

test.each([
  ['rules', rules(1_600_000)],
  ['statements', statements(1_600_000)],
  ['JSON', JSON.stringify({ IpPermissions: Array.from({ length: 30_000 }, () => ({ IpProtocol: 'tcp' })) })],
])('the desk answers while a rule set of megabytes is read: %s', async (_name, text) => {
  const desk = await startDesk();
  const check = desk.call('POST', '/api/allow-list', { text });
  expect(await answersMeanwhile(desk, check)).toBeGreaterThan(3);
  expect((await check).status).toBe(200);
});

test('the desk answers while a case file of 12 MB is taken in', async () => {
  const desk = await startDesk();
  const made = (await desk.call('POST', '/api/cases', { name: 'large' })).body;
  for (let at = 0; at < 2; at++) {
    const attached = await desk.call('POST', `/api/cases/${made.id}/attachments`, {
      name: `trace-${at}.bin`,
      content: randomBytes(4_700_000).toString('base64'),
    });
    expect(attached.status, attached.body?.error).toBe(200);
  }
  const file = JSON.stringify((await desk.call('POST', `/api/cases/${made.id}/export`)).body);
  expect(file.length).toBeGreaterThan(12_000_000);
  const other = await startDesk();
  // Signed by a desk that nobody knows there: this file alone is accepted.
  const { exporter } = JSON.parse(file) as CaseFile;
  const fingerprint = keyFingerprint(exporter?.signer as string);
  const signers: SignerDecision[] = [{ fingerprint, decision: 'accept' }];
  const taken = other.call('POST', '/api/cases/import', { file, signers });
  expect(await answersMeanwhile(other, taken)).toBeGreaterThan(3);
  expect((await taken).body).toMatchObject({ outcome: 'new', case: { name: 'large' } });
});

test.each([
  ['lists in lists', `{"file":${JSON.stringify('['.repeat(1_000_000))}}`, /nested more than 500 levels/],
  [
    'ever so many lists',
    `{"file":${JSON.stringify(`[${'[],'.repeat(3_000_001)}0]`)}}`,
    /holds more than 3,000,000 values/,
  ],
  ['a body of many values', `{"file":[${'[],'.repeat(2_000_000)}0]}`, /holds more than 100,000 values/],
  ['a deep body', `{"file":${'['.repeat(3_000_000)}`, /nested more than 500 levels/],
])('a case file of %s is refused by the bound that it passes', async (_name, body, said) => {
  const { call } = await startDesk();
  const answer = await call('POST', '/api/cases/import', body);
  expect(answer.status).toBe(400);
  expect(answer.body.error).toMatch(said);
  expect((await call('GET', '/api/cases')).body.results).toEqual([]);
});

test('a deep body that is not long is refused, too', async () => {
  const { call, calls } = await startDesk();
  for (const body of ['['.repeat(200_000), `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`]) {
    const answer = await call('POST', '/api/cutover', body);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/more than 500 levels/)]);
  }
  expect(calls).toEqual([]);
});

test('a long name that does not fit is refused at once: no pattern goes over it again and again', async () => {
  const { call } = await startDesk();
  for (const name of [`${'a'.repeat(900_000)}\n`, `${' '.repeat(900_000)}\n`]) {
    expect((await call('POST', '/api/cases', { name })).status).toBe(400);
  }
});

test('a list of nothing but wrong entries is refused without holding them all against each other', async () => {
  const { call } = await startDesk();
  const answer = await call('POST', '/api/cases', {
    name: 'a',
    parts: Array.from({ length: 50_000 }, () => ({})),
  });
  expect(answer.status).toBe(400);
  expect(answer.body.validation.errors.length).toBeLessThan(110);
});

const request = { request: { text: rules(1_500_000) }, at: '2026-01-01T00:00:00.000Z' };
const usual = { what: 'The rule set', timeMs: 60_000, heapMb: 1024 };

test('a task that passes a bound ends with an error that names the bound and what to do', async () => {
  await expect(runTask('allow-list', request, { ...usual, timeMs: 1 })).rejects.toMatchObject({
    code: 'reading.tooLong',
    message: expect.stringMatching(/^The rule set exceeded the limit of 0.001 s; .* Split it/),
  });
  await expect(runTask('allow-list', request, { ...usual, heapMb: 24 })).rejects.toMatchObject({
    code: 'reading.tooMuchMemory',
    message: expect.stringMatching(/^The rule set exceeded the limit of 24 MB of memory; .* Split it/),
  });
  await expect(runTask('allow-list', request, { ...usual, resultBytes: 20 })).rejects.toMatchObject({
    code: 'reading.tooLarge',
    message: expect.stringMatching(/limit.* Split it/),
  });
  await expect(runTask('allow-list', request, usual)).resolves.toMatchObject({ format: 'nftables' });
});

test('a task that is cancelled ends with the reason, also while it waits for its turn', async () => {
  const stop = new AbortController();
  const tasks = Array.from({ length: 6 }, () =>
    runTask('allow-list', request, { ...usual, signal: stop.signal }),
  );
  const ends = Promise.allSettled(tasks);
  stop.abort(new Error('not wanted any more'));
  for (const end of await ends)
    expect(end).toMatchObject({ status: 'rejected', reason: { message: 'not wanted any more' } });
});
