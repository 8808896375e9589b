import { describe, expect, test } from 'vitest';
import type { CaseAction } from '#contract/case.ts';
import type { EligibilityRow } from '#contract/eligibility.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { cutOverSince, requestProgress } from '#desk/eligibility/request-progress.ts';
import { eligibilitySteps } from '#desk/eligibility/steps.ts';
import {
  added,
  answered,
  changed,
  cleanScan,
  confirmed,
  day,
  drafted,
  sent,
  stateAfter,
  uuid,
} from './case-in-memory.ts';
import { findingScan, scan, sourceFinding, states } from './evidence.ts';

/** The steps of the webhooks that the request stands for, each with what it lacks. */

const remote = uuid(5);
const [clientId, otherClient] = [uuid(7), uuid(8)];
const onRemote = changed({ targetId: remote });

/** After the first actions and a draft of what they come to. */
const draftedOf = (before: readonly CaseAction[], ...later: readonly CaseAction[]): CaseState =>
  stateAfter(...before, drafted(stateAfter(...before)), ...later);

const notSent = 'The migration request is drafted, but not sent.';
const notConfirmed = 'The provider has not confirmed it yet.';
const otherRows = 'The checks changed since the request was drafted. Draft it again.';
const otherEvidence =
  'The evidence changed since the request was drafted, so its digests no longer match. Draft it again.';
const noClientId = 'The request does not name the client id. Set it, and draft it again.';
const noHeader =
  "The portal's auth header is missing. Enter its value, or declare it equal to that of the profile.";

const configured = (rows: Parameters<typeof states>[0]): CaseAction =>
  added(scan({ id: uuid(91), collector: 'configuration', scope: 'local', findingCount: 1, ...states(rows) }));
const inPortal = answered('auth-header-portal', 'present');
const header = (content: object): CaseAction => ({
  kind: 'portalHeader.supplied',
  content: { by: 'Jo', ...content },
});

test.each<[string, CaseState, string | undefined, string | undefined]>([
  [
    'none',
    stateAfter(cleanScan()),
    'The migration request is not drafted yet.',
    'The migration request is not confirmed yet.',
  ],
  ['a draft', draftedOf([cleanScan()]), notSent, notConfirmed],
  ['a sent one', draftedOf([cleanScan()], sent), undefined, notConfirmed],
  ['a confirmed one', draftedOf([cleanScan()], sent, confirmed), undefined, undefined],
  ['one that was confirmed unsent', draftedOf([cleanScan()], confirmed), undefined, undefined],
  [
    'a draft for another target',
    draftedOf([cleanScan()], onRemote),
    'The request was drafted for another target. Draft it again.',
    notConfirmed,
  ],
  [
    'a draft without the client id that is known since',
    draftedOf([cleanScan()], changed({ clientId })),
    'The request does not name the client id. Draft it again.',
    notConfirmed,
  ],
  [
    'a draft with another client id',
    draftedOf([cleanScan(), changed({ clientId })], changed({ clientId: otherClient })),
    'The request names another client id. Draft it again.',
    notConfirmed,
  ],
  ['a draft with the client id', draftedOf([cleanScan(), changed({ clientId })]), notSent, notConfirmed],
  [
    'a draft whose client id is unset again',
    draftedOf([cleanScan(), changed({ clientId })], changed({ clientId: null })),
    notSent,
    notConfirmed,
  ],
  ['a draft for a remote target without it', draftedOf([cleanScan(), onRemote]), noClientId, notConfirmed],
  [
    'a sent one for a remote target without it',
    draftedOf([cleanScan(), onRemote], sent),
    noClientId,
    notConfirmed,
  ],
  [
    'a confirmed one for a remote target without it',
    draftedOf([cleanScan(), onRemote], sent, confirmed),
    undefined,
    undefined,
  ],
  [
    'a draft for a remote target with it',
    draftedOf([cleanScan(), onRemote, changed({ clientId })], sent),
    undefined,
    notConfirmed,
  ],
  [
    'a draft before another answer',
    draftedOf([cleanScan()], answered('client-id-header', 'present')),
    otherRows,
    notConfirmed,
  ],
  [
    'a confirmed one before another answer',
    draftedOf([cleanScan()], sent, confirmed, answered('client-id-header', 'present')),
    otherRows,
    undefined,
  ],
  [
    'a draft before another scan that says the same',
    draftedOf([cleanScan()], cleanScan({ id: uuid(92), at: day(20) })),
    otherEvidence,
    notConfirmed,
  ],
  [
    'a draft before one scan more',
    draftedOf([cleanScan()], cleanScan({ id: uuid(92), scope: 'worker' })),
    otherEvidence,
    notConfirmed,
  ],
  [
    'a draft of two scans, of which one is removed',
    draftedOf([cleanScan(), cleanScan({ id: uuid(92), scope: 'worker' })], {
      kind: 'evidence.removed',
      content: { evidenceId: uuid(92), reason: 'wrong' },
    }),
    otherEvidence,
    notConfirmed,
  ],
  [
    'a sent one before another scan that says the same',
    draftedOf([cleanScan()], sent, cleanScan({ id: uuid(92), at: day(20) })),
    undefined,
    notConfirmed,
  ],
  ['a header in the portal', draftedOf([cleanScan(), inPortal]), noHeader, notConfirmed],
  [
    'a header in the portal whose value is known',
    draftedOf([cleanScan(), inPortal, header({ masked: '••••7B2' })]),
    notSent,
    notConfirmed,
  ],
  [
    "a header in the portal that equals the profile's, which nobody looked at",
    draftedOf([cleanScan(), inPortal, header({ equalsProfile: true })]),
    notSent,
    notConfirmed,
  ],
  [
    "a header in the portal that equals the profile's, which has none",
    draftedOf([
      cleanScan(),
      configured({ 'auth-header-profile': 'absent' }),
      inPortal,
      header({ equalsProfile: true }),
    ]),
    noHeader,
    notConfirmed,
  ],
  [
    'a header in the portal whose value is known, where the profile has none',
    draftedOf([
      cleanScan(),
      configured({ 'auth-header-profile': 'absent' }),
      inPortal,
      header({ masked: '••' }),
    ]),
    notSent,
    notConfirmed,
  ],
  [
    'a header that is not in the portal after all',
    draftedOf([cleanScan(), answered('auth-header-portal', 'absent'), header({ equalsProfile: true })]),
    notSent,
    notConfirmed,
  ],
])('a request that is %s lacks this to be sent, and to be confirmed', (_name, state, unsent, unconfirmed) => {
  expect(requestProgress(state)).toEqual({ unsent, unconfirmed });
});

test('the cutover changes checks that are read from what it takes away; the others still tell on a confirmed request', () => {
  const rows = (said: 'present' | 'absent') =>
    configured({
      'email-notifications': said,
      'company-agnostic': said,
      'company-specific': said,
      'auth-header-profile': said,
    });
  const before = [cleanScan(), rows('present'), answered('retry-after', 'present')];
  const later = [
    added(scan({ ...(evidenceOf(rows('absent')) as object), id: uuid(93), at: day(25) })),
    answered('retry-after', 'absent'),
  ];
  expect(requestProgress(draftedOf(before, sent, confirmed, ...later)).unsent).toBeUndefined();
  expect(requestProgress(draftedOf(before, sent, ...later)).unsent).toBe(otherRows);
  for (const row of ['client-id-header', 'auth-header-portal'] satisfies EligibilityRow[]) {
    expect(requestProgress(draftedOf(before, sent, confirmed, answered(row, 'present'))).unsent).toBe(
      otherRows,
    );
  }
});
const evidenceOf = (action: CaseAction) =>
  action.kind === 'evidence.added' ? action.content.evidence : undefined;

describe('a confirmed cutover', () => {
  const before = [cleanScan()];
  const reversed = (targetId = 'local'): CaseAction => ({
    kind: 'cutover.reversed',
    content: { targetId, how: 'undone' },
  });
  const granted = (targetId = 'local'): CaseAction => ({
    kind: 'cutover.granted',
    content: { targetId, result: { at: day(1), endpoints: [], notCarried: [], carriedHeaders: [] } },
  });
  const looked = (state: 'met' | 'missing' | 'not-visible', targetId = 'local', what = 'Endpoint at A') =>
    ({
      kind: 'cutover.checked',
      content: {
        targetId,
        check: {
          at: day(1),
          done: false,
          expectations: [
            { what: 'Header X at A', state: 'missing', detail: '' },
            { what, state, detail: '' },
          ],
        },
      },
    }) as CaseAction;
  const undone = 'The cutover was reversed: the client uses legacy rules again.';
  const missing = 'Missing on the target: Endpoint at A.';

  test.each<[string, readonly CaseAction[], string | undefined]>([
    ['that stands', [confirmed], undefined],
    ['that was reversed', [confirmed, reversed()], undone],
    ['that was reversed on another target', [confirmed, reversed(remote)], undefined],
    ['that was reversed before it was confirmed', [reversed(), confirmed], undefined],
    ['that was reversed, and confirmed again', [confirmed, reversed(), confirmed], undefined],
    ['that was reversed and granted again', [confirmed, reversed(), granted()], undefined],
    ['that was reversed, and granted on another target', [confirmed, reversed(), granted(remote)], undone],
    ['that was granted, then reversed', [confirmed, granted(), reversed()], undone],
    ['whose endpoint is missing', [confirmed, looked('missing')], missing],
    ['whose endpoint is there', [confirmed, looked('met')], undefined],
    ['whose endpoint can not be seen', [confirmed, looked('not-visible')], undefined],
    ['whose endpoint is missing on another target', [confirmed, looked('missing', remote)], undefined],
    ['whose header alone is missing', [confirmed, looked('missing', 'local', 'Header Y')], undefined],
    ['whose endpoint was missing before', [looked('missing'), confirmed], undefined],
    [
      'whose endpoint was missing before it was granted',
      [confirmed, looked('missing'), granted()],
      undefined,
    ],
    ['whose endpoint is there again', [confirmed, looked('missing'), looked('met')], undefined],
    ['whose endpoint is there no more', [confirmed, looked('met'), looked('missing')], missing],
  ])('%s', (_name, later, unconfirmed) => {
    expect(requestProgress(draftedOf(before, sent, ...later)).unconfirmed).toBe(unconfirmed);
  });

  test('is one since the last time that it was confirmed', () => {
    const since = (...later: CaseAction[]) => cutOverSince(draftedOf(before, sent, ...later));
    expect(cutOverSince(stateAfter())).toBeUndefined();
    expect(since()).toBeUndefined();
    expect(since(confirmed)).toBe(day(5));
    expect(since(confirmed, confirmed)).toBe(day(6));
    expect(since(confirmed, reversed())).toBeUndefined();
  });
});

describe('the steps', () => {
  const missingIn = async (...actions: readonly CaseAction[]) => {
    const find = await eligibilitySteps.look(stateAfter(...actions));
    return eligibilitySteps.rows.map(({ id }) => {
      const found = find(id);
      return found === 'recorded' ? found : found.missing;
    });
  };
  const use = sourceFinding('rule-id', 'src/hook.ts');
  const request = [
    'The migration request is not drafted yet.',
    'The migration request is not confirmed yet.',
  ];

  test('lack the checks without a result, by name', async () => {
    const open = 'Checks without a result: Calls to the alerts endpoints and Logic that uses RuleId.';
    expect(await missingIn()).toEqual([[open], [open], ...request.map((text) => [text])]);
    const half = added(scan(states({ 'alerts-endpoints': 'absent', 'rule-id': 'nothing-seen' })));
    const one = 'Checks without a result: Logic that uses RuleId.';
    expect((await missingIn(half)).slice(0, 2)).toEqual([[one], [one]]);
  });
  test('lack what blocks, by name, and nothing once nothing blocks', async () => {
    expect((await missingIn(added(findingScan([use])))).slice(0, 2)).toEqual([
      [],
      ['Blocked by: Logic that uses RuleId.'],
    ]);
    const both = added(findingScan([use, sourceFinding('alerts-endpoints', 'a.ts')]));
    expect((await missingIn(both))[1]).toEqual([
      'Blocked by: Calls to the alerts endpoints and Logic that uses RuleId.',
    ]);
    // What is open beside it blocks too, but is not there to be removed.
    const open = added(
      findingScan([use], states({ 'alerts-endpoints': 'nothing-seen', 'rule-id': 'present' })),
    );
    expect((await missingIn(open)).slice(0, 2)).toEqual([[], ['Blocked by: Logic that uses RuleId.']]);
    expect((await missingIn(cleanScan(), answered('retry-after', 'present'))).slice(0, 2)).toEqual([[], []]);
  });
  test('stand on one another', () => {
    expect(eligibilitySteps.rows.map(({ id, standsOn }) => [id, ...standsOn])).toEqual([
      ['check-eligibility'],
      ['remove-blockers', 'check-eligibility'],
      ['send-request', 'remove-blockers'],
      ['await-confirmation', 'send-request'],
    ]);
  });
});
