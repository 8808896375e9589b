import { expect, test } from 'vitest';
import { canonicalDigest } from '#base/canonical.ts';
import type { Job } from '#contract/job.ts';
import type { ParityReport, ParityRequest } from '#contract/parity.ts';
import { localTargetId } from '#contract/target.ts';
import { createParity } from '#desk/cutover/parity/index.ts';
import { planFor as frozenPlan } from '#test/desk/cutover/rehearsal/fixture.ts';
import { deskFixture } from '#test/support/desk-fixture.ts';
import { fakeReceiver } from '#test/support/fake-receiver.ts';
import { har, jsonLines, written } from './recordings.ts';
import { recorded, sentBy } from './sent.ts';
import { type Happened, uuid } from './world.ts';

const url = 'http://127.0.0.1:9/hooks?tenant=acme';
const rules = [
  { id: uuid(1), type: 'Rate Limit Reached' as const, notifiers: { emails: [], webhook: url } },
  { id: uuid(2), type: 'Rate Limit Reset' as const, notifiers: { emails: [], webhook: url } },
];
const happened: Happened[] = [
  { at: 0, event: { type: 'client.rateLimit.reached', dailyQuota: 9, quotaRemaining: 0, expiryDate: 'x' } },
  {
    at: 90_000,
    event: { type: 'client.rateLimit.reset', dailyQuota: 9, quotaRemaining: 9, expiryDate: 'y' },
  },
];
const requests = recorded(sentBy(rules, happened, { delayMs: () => 20 }));

const start = async (freeze = true, planned: typeof rules = rules, captured = requests) => {
  const desk = await deskFixture();
  const { id: caseId } = await desk.newCase({ parts: ['webhooks'] });
  const plan = frozenPlan(caseId, planned);
  const digest = canonicalDigest(plan);
  if (freeze) {
    const content = { targetId: localTargetId, digest, plan };
    await desk.cases.act(caseId, 'tester', { kind: 'cutover.planned', content });
  }
  const receiver = {
    ...fakeReceiver(),
    show: async () => ({
      on: true,
      port: 9,
      url: 'http://127.0.0.1:9',
      answer: { statusCode: 200, delayMs: 0 },
      received: 0,
    }),
    received: async () =>
      captured.toReversed().map(({ at, headers, body }, id) => ({
        id,
        at,
        method: 'POST',
        path: '/hooks?tenant=acme',
        headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
        body: String(body),
        bodyBytes: 1,
        signature: { state: 'unsigned' as const, reason: '' },
        answered: { statusCode: 200, delayMs: 0 },
      })),
  } as unknown as Parameters<typeof createParity>[0]['receiver'];
  const parity = createParity({ ...desk, receiver });
  return {
    desk,
    caseId,
    digest,
    parity,
    async compare(request: ParityRequest): Promise<Job> {
      return desk.jobEnd((await parity.start(caseId, request, 'tester')).id);
    },
  };
};

test('recordings and what the receiver captured are compared in a thread, and the report is recorded', async () => {
  const { desk, caseId, digest, compare } = await start();
  const one = await compare({ recordings: [{ path: written('a.jsonl', jsonLines(requests)) }] });
  expect(one.error).toBeUndefined();
  const report = one.result as ParityReport;
  expect(report).toMatchObject({ verdict: 'holds', occurrences: { both: 2 }, findings: [] });
  const two = await compare({ recordings: [{ path: written('b.har', har(requests)) }], withinMs: 1000 });
  expect(two.result).toEqual(report);
  const three = await compare({ receiver: true });
  expect(three.result).toEqual(report);
  const { comparisons } = await desk.cases.state(caseId);
  expect(comparisons).toHaveLength(3);
  expect(comparisons[0]).toMatchObject({
    source: 'recordings',
    planDigest: digest,
    targetId: localTargetId,
    report,
  });
});

test('a recording that can not be read records nothing', async () => {
  const { desk, caseId, compare } = await start();
  const job = await compare({ recordings: [{ path: '/nowhere/at.all' }] });
  expect(job).toMatchObject({
    state: 'failed',
    error: "/nowhere/at.all can't be read: there is no such file or folder.",
  });
  expect((await desk.cases.state(caseId)).comparisons).toEqual([]);
});

test('without a frozen plan, a recording or an absolute path nothing is compared', async () => {
  const { parity, caseId } = await start(false);
  const path = written('a.jsonl', jsonLines(requests));
  await expect(parity.start(caseId, { recordings: [{ path }] }, 'tester')).rejects.toMatchObject({
    code: 'cutover.noPlan',
  });
  await expect(parity.start(caseId, {}, 'tester')).rejects.toMatchObject({ code: 'request.invalid' });
  await expect(parity.start(caseId, { recordings: [{ path: 'a.har' }] }, 'tester')).rejects.toMatchObject({
    code: 'request.invalid',
  });
});

test('the receiver stands for the URLs of the plan, wherever the integrator runs its consumer', async () => {
  const elsewhere = rules.map((rule) => ({
    ...rule,
    notifiers: { emails: [], webhook: 'https://acme.example/webhooks' },
  }));
  const whole = await (await start(true, elsewhere)).compare({ receiver: true });
  expect(whole.result).toMatchObject({ verdict: 'holds', occurrences: { both: 2 }, findings: [] });
  // An alert that can't be read is one of theirs, and not some other traffic.
  const cut = requests.map((one, at) => (at === 0 ? { ...one, body: '{"AlertId":' } : one));
  const broken = await (await start(true, elsewhere, cut)).compare({ receiver: true });
  expect(broken.result).toMatchObject({ requests: { unreadable: 1 } });
});
