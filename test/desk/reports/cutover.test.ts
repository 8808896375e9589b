import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonicalDigest } from '#base/canonical.ts';
import type { CaseAction } from '#contract/case.ts';
import type { ReportDocument } from '#contract/report.ts';
import { makePlan } from '#desk/cutover/plan/make-plan.ts';
import { every } from '#test/desk/cases/every-action.ts';
import { facts, kept, rule, secrets, snapshot } from '#test/desk/cutover/plan/planning.ts';
import { expectInOrder, toldOf } from './told.ts';

const at = '2026-03-02T10:00:00.000Z';
const both = { authHeader: kept(secrets[0] ?? ''), portalHeader: kept(secrets[1] ?? '') };
const decision = {
  header: 'Authorization',
  use: 'profile' as const,
  by: 'Jo',
  marks: [both.authHeader.mark, both.portalHeader.mark],
};
const plan = makePlan(
  snapshot({
    ...both,
    rules: [rule('r1', { type: 'Dataset data changed', emails: ['ops@acme.example'] }), rule('r2')],
  }),
  'local',
  facts({ portal: 'value', decisions: [decision] }),
);
const digest = canonicalDigest(plan);
const webhookId = randomUUID();

const compared: CaseAction = {
  kind: 'cutover.compared',
  content: {
    targetId: 'local',
    source: 'rehearsal',
    planDigest: digest,
    report: {
      verdict: 'fails',
      why: [],
      occurrences: { both: 41, legacyOnly: 2, newOnly: 0, twice: 1 },
      conditionLost: 3,
      differences: [
        {
          property: 'RuleId',
          kind: 'expected',
          count: 41,
          example: { legacy: 'r1' },
          mapping: 'RuleId → dropped',
        },
        { property: 'CompanyId', kind: 'unexplained', count: 2, example: { legacy: 'c1', new: 'c2' } },
      ],
      findings: [{ id: 'wrong-company', what: 'Two events name another company.', count: 2 }],
      matrix: [],
      requests: { legacy: 43, new: 42, unreadable: 0 },
    },
  },
};

const course: readonly CaseAction[] = [
  { kind: 'cutover.conflictDecided', content: { targetId: 'local', ...decision } },
  { kind: 'cutover.planned', content: { targetId: 'local', digest, plan } },
  compared,
  {
    kind: 'cutover.granted',
    content: {
      targetId: 'local',
      planDigest: digest,
      result: {
        at,
        endpoints: [
          {
            ruleIds: [],
            webhook: {
              id: webhookId,
              url: 'https://acme.example/hooks',
              eventTypes: [],
              disabled: false,
              companyTags: [],
            },
          },
        ],
        notCarried: [],
        carriedHeaders: ['Authorization'],
      },
    },
  },
  {
    kind: 'cutover.checked',
    content: {
      targetId: 'local',
      check: {
        at,
        done: false,
        expectations: [{ what: 'Header Authorization', state: 'missing', detail: 'It is not set.' }],
      },
    },
  },
  {
    kind: 'cutover.soakStarted',
    content: { targetId: 'local', planDigest: digest, until: '2026-03-09T10:00:00.000Z', by: 'Sam' },
  },
  {
    kind: 'cutover.soakObserved',
    content: {
      targetId: 'local',
      observation: {
        at,
        endpoints: [],
        problems: [{ id: 'header-lost', what: 'Authorization is gone.', count: 1 }],
      },
    },
  },
  {
    kind: 'doctor.ran',
    content: {
      result: {
        url: 'https://acme.example/hooks',
        at,
        requests: 60,
        verdict: 'fail',
        checks: [
          { id: 'tcp', outcome: 'pass', title: 'Connects', evidence: [] },
          {
            id: 'wrong-secret',
            outcome: 'fail',
            title: 'Refuses another secret',
            evidence: ['It answered 200.'],
            fix: 'Compare the decoded bytes.',
          },
        ],
      },
    },
  },
  {
    kind: 'cutover.rollbackDecided',
    content: {
      targetId: 'local',
      by: 'Ada',
      reason: 'Their consumer fails.',
      digest,
      webhookIds: [webhookId],
    },
  },
];

test('the cutover from its plan to its rollback, in this order', async () => {
  const { told } = await toldOf(course);
  expectInOrder(
    await told('eligibility'),
    '## Cutover',
    digest,
    '| Rehearsed<br>The last comparison found 1 problem: Two events name another company.',
    '### Plan',
    '2 rules become 1 endpoint and 1 email recipe.',
    'Authorization | profile: Bearer',
    '| profile<br>Jo |',
    'Endpoints: today and after the cutover',
    'https://acme.example/hooks?tenant=7',
    'Dataset data changed \\(r1\\)',
    'read.completed',
    'Sent only for data types whose records changed.',
    'ops',
    '### Parity',
    '| Rehearsal<br>',
    'Parity fails | 41 | 2 | 0 | 1 |',
    '| CompanyId<br>Rehearsal | unexplained | 2 | c1 | c2 |',
    '| Wrong company<br>Rehearsal | Two events name another company. | 2 |',
    '### Grants and verifications',
    'It is not set.',
    '### Soak',
    '2026-03-09 10:00:00 | running |',
    'Header lost: Authorization is gone.',
    '### Rollbacks',
    'Their consumer fails. | 1 | requested |',
    '### Endpoint doctor',
    '`https://acme.example/hooks` | failed | 1 | 1 | 0 |',
    'Refuses another secret | failed | It answered 200. | Compare the decoded bytes. |',
  );
});

test('is a function of the case at a point of its chain', async () => {
  const { cases, id, told } = await toldOf(course);
  const planned = (await cases.entries(id, 0, 100)).find(({ kind }) => kind === 'cutover.planned')?.seq;
  const early = await told('eligibility', 'json', planned);
  expect(early).toContain(digest);
  for (const later of [
    'Two events name another company.',
    'Their consumer fails.',
    'Authorization is gone.',
    'Refuses another secret',
  ]) {
    expect(early).not.toContain(later);
  }
  expect(await told('eligibility', 'json', planned)).toBe(early);
  const { sections } = JSON.parse(early) as ReportDocument;
  expect(sections.map(({ id: of }) => of)).toContain('cutover-parity');
});

test('the report of the case tells of it in one sentence, once there is one', async () => {
  expect(await (await toldOf([])).told('case')).not.toContain('Cutover summary');
  const { told } = await toldOf(course.slice(0, 2));
  expectInOrder(
    await told('case'),
    '## Cutover summary',
    'Planned. 2 rules become 1 endpoint and 1 email recipe. Rehearsed: This plan was not rehearsed.',
  );
});

test('a case without a cutover says so, and one with every entry is told in every format', async () => {
  const text = await (await toldOf([])).told('eligibility');
  for (const none of [
    'No plan is frozen.',
    'Both mechanisms were not compared.',
    'No soak.',
    'No rollbacks.',
    'The endpoint doctor was not run.',
  ]) {
    expect(text).toContain(none);
  }
  const entries = Object.values(every).filter(
    ({ kind }) => kind.startsWith('cutover.') || kind === 'doctor.ran',
  );
  const { told } = await toldOf(entries);
  for (const format of ['md', 'html', 'json', 'csv'] as const) {
    expect(await told('eligibility', format)).not.toBe('');
    expect(await told('case', format)).not.toBe('');
  }
});

test('no value of a header is told', async () => {
  const { told } = await toldOf(course);
  const everything = (await told('eligibility')) + (await told('case', 'json'));
  for (const secret of secrets) expect(everything).not.toContain(secret.split(' ')[1]);
});

const summaryIn = async (kind: 'cutover' | 'doctor', actions: readonly CaseAction[]) => {
  const { told } = await toldOf(actions);
  return (JSON.parse(await told(kind, 'json')) as ReportDocument).summary;
};
const doctorRun = (url: string, verdict: 'pass' | 'fail', outcome: 'pass' | 'undetermined' = 'pass') =>
  ({
    kind: 'doctor.ran',
    content: {
      result: {
        url,
        at,
        requests: 3,
        verdict,
        checks: [
          { id: 'tcp', outcome, title: 'Connects', evidence: ['1 ms'] },
          { id: 'load', outcome: 'not-applicable', title: 'Takes load', evidence: [] },
        ],
      },
    },
  }) satisfies CaseAction;

test('the cutover report leads with the state and all that is open', async () => {
  expect(await summaryIn('cutover', [])).toEqual({
    tone: 'warn',
    text: 'No cutover is planned. Open: plan, rehearsal, migration request, cutover, verification, soak, completion, parity and endpoint doctor.',
  });
  const { told } = await toldOf(course.slice(0, 2));
  expectInOrder(
    await told('cutover'),
    '# Cutover: ',
    'Open: rehearsal, migration request, cutover',
    'parity and endpoint doctor.',
    '## Open',
    '- Rehearsed: This plan was not rehearsed.',
    '- No parity is recorded for the current plan.',
    '- The endpoint doctor was not run.',
    '## Cutover',
    '### Plan',
    '### Parity',
    '### Grants and verifications',
    '### Soak',
    '### Rollbacks',
    '## Migration request',
  );
  const later = await told('cutover', 'csv');
  expect(later.split('\r\n')[0]).toContain('stage,why,responsible,reached,at,caseId');
});

test('parity that was recorded for an earlier plan is not that of the current one', async () => {
  const { cases, id, told } = await toldOf(course.slice(0, 3));
  // A comparison that failed is on record, and the stage that it was made for is not reached.
  expect(await told('cutover')).toContain('Open: rehearsal, migration request');
  expect(await told('cutover')).not.toContain('No parity is recorded');
  const other = makePlan(snapshot({ ...both, rules: [rule('r2')] }), 'local', facts({ portal: 'value' }));
  const planned = { targetId: 'local', digest: canonicalDigest(other), plan: other };
  await cases.act(id, 'Ada', { kind: 'cutover.planned', content: planned });
  expect(await told('cutover')).toContain('No parity is recorded for the current plan.');
});

test('the doctor report counts the last run of each endpoint, and says what was not tested', async () => {
  const [one, two] = ['https://acme.example/hooks?tenant=7', 'https://acme.example/other'];
  expect(await summaryIn('doctor', [])).toEqual({ tone: 'warn', text: 'The endpoint doctor was not run.' });
  const failedThenPassed = [doctorRun(two, 'fail'), doctorRun(two, 'pass')];
  expect(await summaryIn('doctor', failedThenPassed)).toEqual({
    tone: 'ok',
    text: '1 endpoint tested, by the last run of each: 1 passed.',
  });
  // A planned endpoint without a run, one tested before the cutover alone, and a check without a result.
  const { told } = await toldOf([doctorRun(two, 'pass', 'undetermined'), ...course.slice(0, 4)]);
  expectInOrder(
    await told('doctor', 'json'),
    `Not tested: ${one}: planned, and no run of the endpoint doctor is recorded.`,
    `${two}: not tested since the cutover of`,
    `${two}: without a result: Connects.`,
    '"Not tested"',
    `${two}: not applicable: Takes load.`,
    '"title": "Connects"',
  );
  expect(await summaryIn('doctor', [doctorRun(one, 'pass'), doctorRun(two, 'fail')])).toEqual({
    tone: 'bad',
    text: '2 endpoints tested, by the last run of each: 1 passed and 1 failed.',
  });
});

test('neither kind tells a value of a header', async () => {
  const { told } = await toldOf(course);
  const everything = (await told('cutover', 'json')) + (await told('doctor', 'json'));
  for (const secret of secrets) expect(everything).not.toContain(secret.split(' ')[1]);
});
