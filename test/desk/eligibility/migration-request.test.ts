import { describe, expect, test } from 'vitest';
import { canonicalDigest } from '#base/canonical.ts';
import type { CaseAction } from '#contract/case.ts';
import { definitionOf } from '#desk/eligibility/check-definitions.ts';
import { requestMarkdown } from '#desk/eligibility/request-markdown.ts';
import {
  added,
  answered,
  caseId,
  changed,
  cleanScan,
  confirmed,
  day,
  drafted,
  refusal,
  sent,
  stateAfter,
  uuid,
} from './case-in-memory.ts';
import { findingScan, mentionsToReview, scan, sourceFinding, states } from './evidence.ts';
import { drafting, inPortal, supplied, type World, world } from './request-world.ts';

/** Requests on a case in memory. */

describe('a request', () => {
  test('is drafted with what the case says, and what goes over', async () => {
    const files = { sha256: 'f'.repeat(64), of: 'manifest', manifest: uuid(70) } as const;
    const evidence = scan({
      id: uuid(90),
      files,
      ...states({ 'alerts-endpoints': 'absent', 'rule-id': 'nothing-seen' }),
      mentions: {
        ...mentionsToReview('rule-id', 3),
        reviewCounts: [
          { subject: 'rule-id', count: 3 },
          { subject: 'retry-after', count: 1 },
        ],
        toReview: [
          ...mentionsToReview('rule-id', 3).toReview,
          ...mentionsToReview('retry-after', 1).toReview,
        ],
      },
    });
    const [first, second, third] = mentionsToReview('rule-id', 3).toReview.map(({ id }) => id) as [
      string,
      string,
      string,
    ];
    const dismissed = (ids: string[], reason: string): CaseAction => ({
      kind: 'mention.dismissed',
      content: { ids, reason },
    });
    const { memory, log, requests } = world([
      added({ ...evidence, id: uuid(89), at: day(1) }),
      added(evidence),
      answered('client-id-header', 'present'),
      answered('retry-after', 'present'),
      answered('company-specific', 'absent'),
      {
        kind: 'attachment.added',
        content: {
          attachment: { id: uuid(70), digest: files.sha256, name: 'app.sha256', size: 1, secret: false },
        },
      },
      dismissed([first, third], 'Dead.'),
      dismissed([second], 'A test.'),
    ]);
    const before = memory.state();
    const { document, ...view } = await requests.draft(caseId, 'Jo');
    expect(log).toStrictEqual([`catch up ${caseId}`]);
    expect(memory.kinds()).toStrictEqual(['request.drafted']);
    expect(view).toStrictEqual({
      state: 'drafted',
      markdown: requestMarkdown(document),
      history: [{ state: 'drafted', at: day(10), by: 'Jo' }],
      outdated: false,
    });
    const { actions, drafted: at, rows, ...rest } = document;
    const said = expect.stringMatching(/^Jo answered: .+\. Asked\.$/);
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(rows.map(({ row, state, because }) => [row, state, because])).toStrictEqual([
      ['email-notifications', 'unknown', []],
      ['alerts-endpoints', 'absent', ['alerts-endpoints: absent.']],
      ['rule-id', 'absent', ['rule-id: nothing-seen. 3 mentions are dismissed.']],
      ['company-agnostic', 'unknown', []],
      ['company-specific', 'absent', [said]],
      ['client-id-header', 'present', [said]],
      ['auth-header-profile', 'unknown', []],
      ['auth-header-portal', 'unknown', []],
      ['retry-after', 'present', [said]],
    ]);
    expect(actions.map(({ row }) => row)).toStrictEqual([
      'client-id-header',
      'auth-header-portal',
      'retry-after',
    ]);
    expect(rest).toStrictEqual({
      title: 'Migration to the new webhook service: Acme Ltd',
      caseId,
      integrator: 'Acme Ltd',
      chainDigest: before.digest,
      evidence: [
        {
          id: uuid(90),
          collector: 'source',
          origin: 'app',
          at: evidence.at,
          digest: canonicalDigest(evidence),
          files: { ...files, manifest: 'app.sha256' },
        },
      ],
      dismissedMentions: [
        { subject: 'rule-id', count: 2, reason: 'Dead.', at: day(8), by: 'Ada' },
        { subject: 'rule-id', count: 1, reason: 'A test.', at: day(9), by: 'Ada' },
      ],
      carryOver: ['The header X-Service-ClientId, as a custom header of each endpoint.'],
      ipAddresses: ['4.159.114.108', '20.117.190.191'],
    });
  });
  test('names the files of evidence whose manifest is not attached', async () => {
    const files = { sha256: 'f'.repeat(64), of: 'file' } as const;
    const { requests } = world([cleanScan({ files })]);
    expect((await requests.draft(caseId, 'Jo')).document.evidence[0]?.files).toStrictEqual(files);
    const without = world([cleanScan()]);
    const { document } = await without.requests.draft(caseId, 'Jo');
    expect(document.evidence[0]).not.toHaveProperty('files');
    expect(document.dismissedMentions).toStrictEqual([]);
  });
  test.each<[string, CaseAction[], World, string | undefined]>([
    ["the case's", [changed({ clientId: uuid(7) })], { target: { clientId: uuid(8) } }, uuid(7)],
    ["the target's", [], { target: { clientId: uuid(8) } }, uuid(8)],
    ['what the target says', [], { answers: { '/profile/syncSettings': { clientId: uuid(9) } } }, uuid(9)],
    ['not known', [], {}, undefined],
    ['not known where the target is gone', [changed({ targetId: uuid(5) })], {}, undefined],
  ])('names the client id: %s', async (_name, actions, given, clientId) => {
    const { requests } = world([cleanScan(), ...actions], given);
    const { document } = await requests.draft(caseId, 'Jo');
    expect(document.clientId).toBe(clientId);
    expect('clientId' in document).toBe(clientId !== undefined);
  });
  test('is not drafted where asking for the client id fails for another reason', async () => {
    const fault = new TypeError('x');
    const { requests } = world([cleanScan()], { answers: { '/profile/syncSettings': fault } });
    await expect(requests.draft(caseId, 'Jo')).rejects.toBe(fault);
  });
  test('is not drafted of a case that is blocked or open, saying what is to be done', async () => {
    const use = sourceFinding('rule-id', 'src/hook.ts');
    const { what } = definitionOf('rule-id').action;
    expect(await refusal(world([added(findingScan([use]))]).requests.draft(caseId, 'Jo'))).toStrictEqual([
      'migrationRequest.notEligible',
      `The verdict is blocked, so the migration can't be requested yet. ${what} Found at src/hook.ts:12.`,
    ]);
    const open = await refusal(world([]).requests.draft(caseId, 'Jo'));
    expect(open[1]).toMatch(
      /^The verdict is undetermined, .*endpoints: needs an answer\. Scan.*RuleId: needs an answer/,
    );
    expect(open[1]).not.toContain('portal');
  });
  test('is shown with its steps, who made them and what was noted', async () => {
    const { requests, memory } = world(drafting(cleanScan()));
    await requests.sent(caseId, { by: 'Jo', note: 'by mail' }, 'Ada');
    const view = await requests.confirmed(caseId, { by: 'Provider' }, 'Ada');
    expect(view).toMatchObject({ state: 'confirmed', outdated: false });
    expect(view.history).toStrictEqual([
      { state: 'drafted', at: day(3), by: 'Ada' },
      { state: 'sent', at: day(4), by: 'Jo', note: 'by mail' },
      { state: 'confirmed', at: day(5), by: 'Provider' },
    ]);
    expect(await requests.show(caseId)).toStrictEqual(view);
    await memory.act(answered('client-id-header', 'present'));
    expect((await requests.show(caseId)).outdated).toBe(true);
    await memory.act(added(findingScan([sourceFinding('rule-id', 'a.js')], { scope: 'new' })));
    expect((await requests.show(caseId)).outdated).toBe(true);
  });

  const clean = [cleanScan()];
  const other = answered('client-id-header', 'present');
  const remote = changed({ targetId: uuid(5) });
  const wrong = (state: string, wanted: string) =>
    `The migration request is ${state}, so it can't become ${wanted}.`;
  test.each<[string, CaseAction[], 'draft' | 'sent' | 'confirmed', string]>([
    ['nothing is sent', clean, 'sent', 'migrationRequest.none'],
    ['nothing is confirmed', clean, 'confirmed', 'migrationRequest.none'],
    ['a draft is drafted again', drafting(...clean), 'draft', ''],
    ['a draft is sent', drafting(...clean), 'sent', ''],
    ['a draft is not confirmed', drafting(...clean), 'confirmed', 'migrationRequest.notSent'],
    ['a sent one is drafted again', [...drafting(...clean), sent], 'draft', ''],
    ['a sent one is not sent again', [...drafting(...clean), sent], 'sent', wrong('sent', 'sent')],
    ['a sent one is confirmed', [...drafting(...clean), sent], 'confirmed', ''],
    [
      'a confirmed one is not drafted again',
      [...drafting(...clean), sent, confirmed],
      'draft',
      wrong('confirmed', 'drafted'),
    ],
    [
      'a confirmed one is not sent again',
      [...drafting(...clean), sent, confirmed],
      'sent',
      wrong('confirmed', 'sent'),
    ],
    [
      'a confirmed one is not confirmed again',
      [...drafting(...clean), sent, confirmed],
      'confirmed',
      wrong('confirmed', 'confirmed'),
    ],
    [
      'a confirmed one is drafted again, if it is outdated',
      [...drafting(...clean), sent, confirmed, other],
      'draft',
      '',
    ],
    ['an outdated one is not sent', [...drafting(...clean), other], 'sent', 'migrationRequest.outdated'],
    [
      'an outdated one is not confirmed',
      [...drafting(...clean), sent, other],
      'confirmed',
      'migrationRequest.outdated',
    ],
    [
      'a blocked one is not sent',
      [...drafting(...clean), answered('rule-id', 'present')],
      'sent',
      'migrationRequest.notEligible',
    ],
    [
      'one without a client id is not sent to a remote target',
      drafting(...clean, remote),
      'sent',
      'migrationRequest.noClientId',
    ],
    [
      'one with a client id is sent to a remote target',
      drafting(...clean, remote, changed({ clientId: uuid(7) })),
      'sent',
      '',
    ],
    [
      'one without the header of the portal is not sent',
      drafting(...clean, inPortal),
      'sent',
      'grant.portalHeader',
    ],
    ['one with it is sent', drafting(...clean, inPortal, supplied), 'sent', ''],
  ])('%s', async (_name, actions, step, refused) => {
    const { requests, memory, log } = world(actions);
    const go = step === 'draft' ? requests.draft(caseId, 'Ada') : requests[step](caseId, { by: 'Jo' }, 'Ada');
    const [code, text] = await refusal(go);
    expect(refused === '' ? code : [code, text]).toStrictEqual(
      refused === '' ? '' : expect.arrayContaining([refused]),
    );
    expect(memory.kinds()).toStrictEqual(
      refused === '' ? [`request.${step === 'draft' ? 'drafted' : step}`] : [],
    );
    expect(log).toStrictEqual([`catch up ${caseId}`]);
  });
  test.each<[string, CaseAction[], World, boolean]>([
    ['another client id', [], { target: { clientId: uuid(8) } }, true],
    ['the same', [], { target: { clientId: uuid(7) } }, false],
    ['none', [], {}, false],
    [
      'another, and the case its own',
      [changed({ clientId: uuid(7) })],
      { target: { clientId: uuid(8) } },
      false,
    ],
  ])('is outdated once its target was given %s', async (_name, actions, given, isOutdated) => {
    const before = [cleanScan(), ...actions];
    const draft = drafted(stateAfter(...before), { clientId: uuid(7) });
    const { requests } = world([...before, draft], given);
    const [code] = await refusal(requests.sent(caseId, { by: 'Jo' }, 'Ada'));
    expect(code).toBe(isOutdated ? 'migrationRequest.outdated' : '');
  });
});
