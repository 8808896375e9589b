import { describe, expect, test } from 'vitest';
import type { CaseAction } from '#contract/case.ts';
import type { Observation } from '#contract/eligibility.ts';
import { checkDefinitions, definitionOf } from '#desk/eligibility/check-definitions.ts';
import { evidenceOf, verdictOf } from '#desk/eligibility/grounds.ts';
import { observationEvidence } from '#desk/eligibility/observation-evidence.ts';
import { eligibilityView } from '#desk/eligibility/view.ts';
import {
  added,
  answered,
  cleanScan,
  confirmed,
  day,
  drafted,
  sent,
  stateAfter,
  uuid,
} from './case-in-memory.ts';
import { findingScan, mentionsToReview, scan, sourceFinding } from './evidence.ts';

const use = sourceFinding('rule-id', 'src/hook.ts');
const lint = sourceFinding('rule-id', 'src/lint.ts');

describe('the first view', () => {
  test('of a case that was just opened has the nine checks, and nothing else', () => {
    const state = stateAfter();
    expect(eligibilityView(state)).toStrictEqual({
      caseId: state.id,
      revision: 1,
      verdict: verdictOf(state),
      rows: checkDefinitions.map(({ row, setup, effect, absentByAnswer }) => ({
        row,
        setup,
        effect,
        absentByAnswer,
      })),
      findings: [],
      evidence: [],
      observations: [],
      answers: [],
      overrules: [],
      dismissals: [],
      mentionDismissals: [],
      coverages: [],
      removedEvidence: [],
      history: [],
    });
  });
  test('tells what bears on the verdict, each with who put it on record, and leaves out what is long', () => {
    const mentions = mentionsToReview('rule-id', 1);
    const first = findingScan([use, lint], { id: uuid(20), sketch: ['a'], mentions });
    const { mentions: _, ...old } = scan({ id: uuid(21), scope: 'old' });
    const removed = scan({ id: uuid(22), scope: 'wrong', sketch: ['a'] });
    const dismissed = (findingId: string) =>
      ({ kind: 'finding.dismissed', content: { findingId, row: 'rule-id', reason: 'A rule.' } }) as const;
    const id = mentions.toReview[0]?.id as string;
    const before = stateAfter(added(first));
    const state = stateAfter(
      added(first),
      { kind: 'verdict.reached', content: { verdict: verdictOf(before) } },
      added(old),
      added(removed),
      { kind: 'evidence.removed', content: { evidenceId: uuid(22), reason: 'Wrong.' } },
      answered('retry-after', 'absent'),
      { kind: 'row.overruled', content: { row: 'rule-id', state: 'absent', by: 'Jo', reason: 'Dead.' } },
      dismissed(lint.id),
      dismissed('0123456789abcdef'),
      { kind: 'mention.dismissed', content: { ids: [id], reason: 'Dead.', group: { scope: 'app' } } },
      { kind: 'mention.dismissed', content: { ids: [id], reason: 'Again.' } },
      { kind: 'portalHeader.supplied', content: { by: 'Jo', masked: '••' } },
      {
        kind: 'observation.opened',
        content: { id: uuid(30), name: 'w', from: day(1), desk: 'd', lastRequestId: '7' },
      },
      { kind: 'verdict.reached', content: { verdict: verdictOf(stateAfter()) } },
    );
    const by = (n: number) => ({ at: day(n), actor: 'Ada' });
    const { mentions: summarized, sketch: _sketch, findings: _findings, ...plain } = first;
    const { toReview: _toReview, ...counts } = summarized as typeof mentions;
    const { sketch: _1, findings: _2, mentions: _3, ...wrong } = removed;
    const { findings: _4, ...older } = old;
    const view = eligibilityView(state);
    expect(view.findings).toStrictEqual([use]);
    const window = view.evidence.at(-1);
    expect(view.evidence).toStrictEqual([{ ...plain, mentions: counts }, older, window]);
    expect(window).toMatchObject({ id: uuid(30), collector: 'live' });
    expect(view).toMatchObject({
      observations: [{ id: uuid(30), name: 'w', from: day(1), seenUntil: day(1), calls: [], otherCalls: 0 }],
      answers: [{ row: 'retry-after', state: 'absent', by: 'Jo', note: 'Asked.', ...by(7) }],
      overrules: [{ row: 'rule-id', state: 'absent', by: 'Jo', reason: 'Dead.', ...by(8) }],
      dismissals: [
        { findingId: lint.id, row: 'rule-id', reason: 'A rule.', ...by(9), finding: lint },
        { findingId: '0123456789abcdef', row: 'rule-id', reason: 'A rule.', ...by(10) },
      ],
      mentionDismissals: [
        { ids: [id], reason: 'Dead.', ...by(11), group: { scope: 'app' } },
        { ids: [id], reason: 'Again.', ...by(12) },
      ],
      removedEvidence: [
        { evidence: { ...wrong, mentions: { count: 0, found: 0 } }, reason: 'Wrong.', ...by(6) },
      ],
      history: [
        { ...by(3), state: 'blocked' },
        {
          ...by(15),
          state: 'undetermined',
          change: {
            state: { from: 'blocked', to: 'undetermined' },
            gone: [use, lint].sort((a, b) => (a.id < b.id ? -1 : 1)),
            appeared: [],
          },
        },
      ],
      portalHeader: { by: 'Jo', masked: '••', ...by(13) },
    });
    expect(Object.keys(view.answers[0] as object)).toStrictEqual([
      'row',
      'state',
      'by',
      'note',
      'at',
      'actor',
    ]);
    for (const field of ['lastRequestId', 'desk']) expect(view.observations[0]).not.toHaveProperty(field);
    expect(view.portalHeader).not.toHaveProperty('seq');
    expect(view.dismissals[1]).not.toHaveProperty('finding');
    expect(view.mentionDismissals[1]).not.toHaveProperty('group');
    expect(view.history[0]).not.toHaveProperty('change');
  });
  test('says how far the request is, and since when the case is cut over', () => {
    const draft = [cleanScan(), drafted(stateAfter(cleanScan()))];
    const toldOf = (...more: readonly CaseAction[]) => {
      const { request, cutOver } = eligibilityView(stateAfter(...draft, ...more));
      return [request, cutOver];
    };
    expect(toldOf()).toStrictEqual(['drafted', undefined]);
    expect(toldOf(sent)).toStrictEqual(['sent', undefined]);
    expect(toldOf(sent, confirmed)).toStrictEqual(['confirmed', day(5)]);
    expect('cutOver' in eligibilityView(stateAfter(...draft))).toBe(false);
    expect('request' in eligibilityView(stateAfter())).toBe(false);
    expect('portalHeader' in eligibilityView(stateAfter())).toBe(false);
  });
});

test('the verdict on a case follows each of its grounds, and is reached once for the same', () => {
  const state = stateAfter(added(findingScan([use], { id: uuid(20) })));
  const verdict = verdictOf(state);
  expect(verdictOf({ ...state })).toBe(verdict);
  expect(verdict.state).toBe('blocked');
  const onRecord = { seq: 3, at: day(3), actor: 'Ada' };
  const dismissal = { row: 'rule-id', reason: 'x', ...onRecord } as const;
  const overrule = { state: 'absent', by: 'Jo', reason: 'x', ...onRecord } as const;
  const called = { method: 'GET', path: '/rules/alerts', first: day(1), last: day(1), count: 1 };
  const window = {
    id: uuid(30),
    name: 'w',
    from: day(1),
    seenUntil: day(2),
    calls: [called],
    otherCalls: 1,
  } as const;
  const stateWith = (change: Partial<typeof state>, row: Parameters<typeof definitionOf>[0]) => {
    // What was reached last is of the case as it was.
    expect(verdictOf(state).state).toBe('blocked');
    return verdictOf({ ...state, ...change }).rows.find((one) => one.row === row)?.state;
  };
  expect(stateWith({ dismissals: new Map([[use.id, dismissal]]) }, 'rule-id')).toBe('absent');
  expect(stateWith({ overrides: new Map([['rule-id', overrule]]) }, 'rule-id')).toBe('absent');
  expect(
    stateWith(
      { answers: [{ row: 'retry-after', state: 'absent', by: 'Jo', note: 'x', ...onRecord }] },
      'retry-after',
    ),
  ).toBe('absent');
  expect(stateWith({ observations: [{ ...window, calls: [called] }] }, 'alerts-endpoints')).toBe('present');
  expect(verdictOf(state).state).toBe('blocked');
  const review = scan({ id: uuid(21), mentions: mentionsToReview('rule-id', 1) });
  const open = stateAfter(added(review));
  expect(verdictOf(open).state).toBe('undetermined');
  const ids = review.mentions?.toReview.map(({ id }) => id) as string[];
  expect(verdictOf({ ...open, mentionDismissals: [{ ids, reason: 'x', ...onRecord }] }).state).toBe(
    'eligible',
  );
  // Where the record and a clock disagree, both count.
  const ahead = stateAfter(cleanScan({ at: day(30) }), added(findingScan([use], { at: day(20) })));
  expect(verdictOf(ahead).state).toBe('blocked');
});

describe('an observation as evidence', () => {
  const observation = (change: Partial<Observation> = {}): Observation => ({
    id: uuid(30),
    name: 'staging',
    from: day(1),
    seenUntil: day(3),
    calls: [],
    otherCalls: 0,
    ...change,
  });
  const call = { method: 'GET', path: '/rules/alerts', first: day(1), last: day(2), count: 2 };
  test('counts while it is open, and not beside what it left once it is closed', () => {
    const open = stateAfter({
      kind: 'observation.opened',
      content: { id: uuid(30), name: 'w', from: day(1) },
    });
    expect(evidenceOf(open).map(({ origin }) => origin)).toStrictEqual([
      'Observation "w" on the local service, still open',
    ]);
    expect(evidenceOf({ ...open, observations: [observation({ to: day(2) })] })).toStrictEqual([]);
  });
  test('tells what it saw, and of whom', () => {
    const { findings, ...evidence } = observationEvidence(
      observation({ to: day(4), calls: [call, { ...call, caller: 'app/1' }], otherCalls: 1, caller: 'app' }),
    );
    expect(evidence).toStrictEqual({
      id: uuid(30),
      collector: 'live',
      scope: 'app',
      at: day(4),
      origin: 'Observation "staging" on the local service',
      read: { requests: 5, from: day(1), to: day(4), skipped: [], skippedCount: 0 },
      rows: [
        {
          row: 'alerts-endpoints',
          says: 'present',
          because: 'Observation "staging": 4 calls to the alerts endpoints, 1 other call.',
        },
      ],
      findingCount: 2,
    });
    expect(findings.map(({ id: _, ...finding }) => finding)).toStrictEqual(
      [call, { ...call, caller: 'app/1' }].map((place) => ({
        row: 'alerts-endpoints',
        kind: 'alerts-call',
        weak: false,
        confidence: 'high',
        place: { kind: 'request', ...place },
        why: 'A call to an alerts endpoint of the local service.',
      })),
    );
    expect(new Set(findings.map(({ id }) => id)).size).toBe(2);
    const elsewhere = observationEvidence(observation({ id: uuid(31), calls: [call] })).findings[0];
    expect(elsewhere?.id).not.toBe(findings[0]?.id);
    expect(observationEvidence(observation()).scope).toBe('local service');
    expect(observationEvidence(observation()).at).toBe(day(3));
  });
  test('says for how long calls were not observed, from one hour on', () => {
    const because = (unwatchedMs: number) =>
      observationEvidence(observation({ unwatchedMs })).rows[0]?.because.replace(/^.*other calls?\./, '');
    expect(because(3_599_999)).toBe('');
    expect(because(3_600_000)).toBe(' Calls were not observed for 1 h.');
    expect(because(9_000_001)).toMatch(/^ Calls were not observed for 2 h 30 min/);
    expect(observationEvidence(observation({ unwatchedMs: 5 })).read.unwatchedMs).toBe(5);
  });
  test('names as many calls as are kept, and counts the rest', () => {
    const calls = Array.from({ length: 1002 }, (_, n) => ({ ...call, caller: `app/${n}` }));
    const evidence = observationEvidence(observation({ calls }));
    expect([evidence.findings.length, evidence.findingCount, evidence.read.requests]).toStrictEqual([
      1000, 1002, 2004,
    ]);
  });
});

test('each of the nine checks has its effect, its collectors, and who acts', () => {
  const both = { settledBy: expect.stringMatching(/^(Read|Scan|Ask) .+\.$/), setup: expect.any(String) };
  const request = { effect: 'request', absentByAnswer: true, ...both };
  const blocks = { effect: 'blocks', absentByAnswer: false, ...both };
  const to = (responsible: string) => ({ responsible, what: expect.stringMatching(/.\.$/) });
  const carryOver = expect.any(String);
  expect(checkDefinitions).toStrictEqual([
    {
      row: 'email-notifications',
      ...request,
      effect: 'may-migrate',
      collectors: ['configuration'],
      action: to('integrator'),
    },
    {
      row: 'alerts-endpoints',
      ...blocks,
      collectors: ['source', 'traffic', 'live', 'exec'],
      action: to('integrator'),
    },
    { row: 'rule-id', ...blocks, collectors: ['source'], action: to('integrator') },
    { row: 'company-agnostic', ...request, collectors: ['configuration'], action: to('support'), carryOver },
    { row: 'company-specific', ...request, collectors: ['configuration'], action: to('support'), carryOver },
    { row: 'client-id-header', ...request, collectors: ['source'], action: to('support'), carryOver },
    {
      row: 'auth-header-profile',
      ...request,
      collectors: ['configuration'],
      action: to('support'),
      carryOver,
    },
    { row: 'auth-header-portal', ...request, collectors: [], action: to('support'), carryOver },
    { row: 'retry-after', ...request, collectors: ['source'], action: to('integrator') },
  ]);
  for (const { row } of checkDefinitions) expect(definitionOf(row).row).toBe(row);
});
