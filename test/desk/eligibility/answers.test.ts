import { describe, expect, test } from 'vitest';
import type { CaseAction } from '#contract/case.ts';
import { seenLimit } from '#contract/eligibility.ts';
import { createAnswers } from '#desk/eligibility/answers.ts';
import { createPortalHeaders } from '#desk/eligibility/portal-header.ts';
import { added, answered, caseId, caseInMemory, cleanScan, day, refusal, uuid } from './case-in-memory.ts';
import { findingScan, scan, sourceFinding, states, traffic } from './evidence.ts';

/** What people say, on a case in memory. */

const use = sourceFinding('rule-id', 'src/hook.ts');
const other = sourceFinding('rule-id', 'src/other.ts');
const blocked = added(findingScan([use], { id: uuid(90) }));
const answersOn = (...actions: readonly CaseAction[]) => {
  const memory = caseInMemory(...actions);
  const verdict = () => memory.state().verdicts.at(-1)?.verdict.state;
  return { memory, answers: createAnswers(memory.cases), verdict };
};

describe('an answer', () => {
  test('is put on record with the verdict that it leads to', async () => {
    const { memory, answers } = answersOn(cleanScan());
    const said = { state: 'present', by: 'Jo', note: 'Told by phone.' } as const;
    const { answers: all } = await answers.answer(caseId, 'rule-id', said, 'Ada');
    expect(all).toStrictEqual([{ row: 'rule-id', ...said, seq: 3, at: day(3), actor: 'Ada' }]);
    expect(memory.kinds()).toStrictEqual(['row.answered', 'verdict.reached']);
    // The same again is on record too, and leads to nothing new.
    await answers.answer(caseId, 'rule-id', said, 'Ada');
    expect(memory.kinds().slice(2)).toStrictEqual(['row.answered']);
  });
  test.each([
    [
      'rule-id',
      '"Not found" for rule-id needs evidence, not an answer: scan the whole source code of the application that receives the webhooks. To decide against the evidence, override the result with a reason.',
    ],
    [
      'alerts-endpoints',
      '"Not found" for alerts-endpoints needs evidence, not an answer: scan the whole source code, read traffic of at least 7 days with other calls to this API, observe the application on the local service for as long, or confirm the coverage of a test run against it. To decide against the evidence, override the result with a reason.',
    ],
  ] as const)('that %s is absent is refused, saying what would show it', async (row, text) => {
    const { memory, answers } = answersOn();
    const said = { state: 'absent', by: 'Jo', note: 'x' } as const;
    expect(await refusal(answers.answer(caseId, row, said, 'Ada'))).toStrictEqual([
      'eligibility.notByAnswer',
      text,
    ]);
    expect(memory.kinds()).toStrictEqual([]);
    await answers.answer(caseId, 'retry-after', said, 'Ada');
    expect(memory.state().verdicts.at(-1)?.verdict.rows.at(-1)).toMatchObject({ state: 'absent' });
  });
  test('is withdrawn for one check only; nothing happens without one', async () => {
    const { memory, answers } = answersOn(answered('rule-id', 'present'), answered('retry-after', 'present'));
    await answers.restoreCheck(caseId, 'client-id-header', 'answers', 'Ada');
    await answers.restoreCheck(caseId, 'rule-id', 'overrule', 'Ada');
    expect(memory.kinds()).toStrictEqual([]);
    await answers.restoreCheck(caseId, 'rule-id', 'answers', 'Ada');
    expect(memory.kinds()).toStrictEqual(['row.restored', 'verdict.reached']);
    expect(memory.state().answers.map(({ row }) => row)).toStrictEqual(['retry-after']);
  });
});

describe('an override', () => {
  const overrule = { state: 'absent', by: 'Jo', reason: 'Dead code.' } as const;
  test('is recorded with the findings of its check until then, and withdrawn', async () => {
    const call = sourceFinding('alerts-endpoints', 'a.ts');
    const { memory, answers, verdict } = answersOn(added(findingScan([use, other, call])));
    const { overrides } = await answers.override(caseId, 'rule-id', overrule, 'Ada');
    expect([...overrides]).toStrictEqual([
      [
        'rule-id',
        { ...overrule, seen: [{ id: use.id }, { id: other.id }], seq: 3, at: day(3), actor: 'Ada' },
      ],
    ]);
    expect(verdict()).toBe('blocked');
    await answers.override(caseId, 'alerts-endpoints', overrule, 'Ada');
    expect(verdict()).toBe('eligible');
    await answers.restoreCheck(caseId, 'rule-id', 'answers', 'Ada');
    expect(verdict()).toBe('eligible');
    await answers.restoreCheck(caseId, 'rule-id', 'overrule', 'Ada');
    expect(verdict()).toBe('blocked');
    expect([...memory.state().overrides.keys()]).toStrictEqual(['alerts-endpoints']);
  });
  test('knows the newest findings, where there are more than it keeps', async () => {
    const many = Array.from({ length: seenLimit + 2 }, (_, n) => ({ ...use, id: String(n) }));
    const { answers } = answersOn(added(findingScan(many)));
    const { overrides } = await answers.override(caseId, 'rule-id', overrule, 'Ada');
    const seen = overrides.get('rule-id')?.seen ?? [];
    expect([seen.length, seen[0]?.id, seen.at(-1)?.id]).toStrictEqual([
      seenLimit,
      '2',
      String(seenLimit + 1),
    ]);
  });
});

describe('a dismissal', () => {
  test('names a finding of its check; it is restored once', async () => {
    const { memory, answers, verdict } = answersOn(blocked);
    const reason = { row: 'rule-id', reason: 'A lint rule.' } as const;
    const { dismissals } = await answers.dismiss(caseId, use.id, reason, 'Ada');
    expect([...dismissals]).toStrictEqual([[use.id, { ...reason, seq: 3, at: day(3), actor: 'Ada' }]]);
    expect(verdict()).toBe('eligible');
    await answers.restoreFinding(caseId, other.id, 'Ada');
    expect(verdict()).toBe('eligible');
    await answers.restoreFinding(caseId, use.id, 'Ada');
    expect(verdict()).toBe('blocked');
    expect(memory.kinds()).toStrictEqual([
      'finding.dismissed',
      'verdict.reached',
      'finding.restored',
      'verdict.reached',
    ]);
  });
  test('of calls keeps how many there were, and until when', async () => {
    const log = traffic(day(1), day(2), 3);
    const { answers } = answersOn(added(log));
    const id = log.findings[0]?.id as string;
    const { dismissals } = await answers.dismiss(caseId, id, { row: 'alerts-endpoints', reason: 'x' }, 'Ada');
    expect(dismissals.get(id)?.calls).toStrictEqual({ count: 3, last: day(2) });
  });
  test.each([
    ['another finding', 'rule-id', '0123456789abcdef'],
    ['another check', 'retry-after', use.id],
  ] as const)('of %s is refused', async (_name, row, id) => {
    const { memory, answers } = answersOn(blocked);
    expect(await refusal(answers.dismiss(caseId, id, { row, reason: 'x' }, 'Ada'))).toStrictEqual([
      'finding.notFound',
      `No evidence of this case has a finding ${id}. A later check may have replaced it: reload the case.`,
    ]);
    expect(memory.kinds()).toStrictEqual([]);
  });
});

test('evidence is removed by its id, with a reason, and what it replaced counts again', async () => {
  const memory = caseInMemory(blocked, cleanScan({ id: uuid(91), at: day(20) }));
  const { removeEvidence: remove } = createAnswers(memory.cases);
  expect(await refusal(remove(caseId, uuid(9), 'x', 'Ada'))).toStrictEqual([
    'evidence.notFound',
    `The case has no evidence ${uuid(9)}; it may have been removed. Reload the case.`,
  ]);
  const { evidence, removedEvidence, verdicts } = await remove(caseId, uuid(91), 'By mistake.', 'Ada');
  expect(evidence.map(({ id }) => id)).toStrictEqual([uuid(90)]);
  expect(removedEvidence).toMatchObject([
    { evidence: { id: uuid(91) }, reason: 'By mistake.', actor: 'Ada' },
  ]);
  expect(verdicts.at(-1)?.verdict.state).toBe('blocked');
  expect(memory.kinds()).toStrictEqual(['evidence.removed', 'verdict.reached']);
});

describe('the auth header of the portal', () => {
  const inPortal = answered('auth-header-portal', 'present');
  const profile = (says: 'present' | 'absent') =>
    added(scan({ collector: 'configuration', ...states({ 'auth-header-profile': says }) }));
  const supplied = async (
    actions: readonly CaseAction[],
    request: { value: string } | { equalsProfile: true },
  ) => {
    const memory = caseInMemory(...actions);
    memory.secrets.set('portal-auth-header', 'of before');
    const headers = createPortalHeaders(memory.cases);
    const said = await refusal(headers.supply(caseId, { by: 'Jo', ...request }, 'Ada'));
    return { said, header: memory.state().portalHeader, secret: memory.secrets.get('portal-auth-header') };
  };
  test('is kept sealed, and shown masked', async () => {
    const { said, header, secret } = await supplied([inPortal], { value: '  Bearer planted-in-portal\t' });
    expect(said).toStrictEqual(['', '']);
    expect(header).toStrictEqual({ by: 'Jo', masked: 'Bearer ••••tal', seq: 3, at: day(3), actor: 'Ada' });
    expect(secret).toBe('Bearer planted-in-portal');
  });
  test("may equal the profile's, unless that has none; then no value is kept", async () => {
    for (const actions of [[inPortal], [profile('present'), inPortal]]) {
      const { header, secret } = await supplied(actions, { equalsProfile: true });
      expect(header).toMatchObject({ by: 'Jo', equalsProfile: true });
      expect(header).not.toHaveProperty('masked');
      expect(secret).toBeUndefined();
    }
    const none = await supplied([profile('absent'), inPortal], { equalsProfile: true });
    expect([none.said[0], none.header, none.secret]).toStrictEqual([
      'portalHeader.noProfile',
      undefined,
      'of before',
    ]);
    expect((await supplied([profile('absent'), inPortal], { value: 'x' })).header).toBeDefined();
  });
  test.each([
    [[], 'portalHeader.notFound'],
    [[answered('auth-header-portal', 'absent')], 'portalHeader.notFound'],
  ])('is refused where it is not known to be there', async (actions, code) => {
    for (const request of [{ value: 'x' }, { equalsProfile: true }] as const) {
      expect((await supplied(actions, request)).said[0]).toBe(code);
    }
  });
  test('is refused where it is no header value', async () => {
    expect((await supplied([inPortal], { value: 'a\nb' })).said[0]).toBe('request.invalid');
  });
});
