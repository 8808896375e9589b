import { describe, expect, test } from 'vitest';
import { CatalogueError } from '#contract/errors.ts';
import type { Target } from '#contract/target.ts';
import { createEligibility } from '#desk/eligibility/index.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { fakeControl } from '#test/support/fake-control.ts';
import { added, caseId, caseInMemory, refusal, uuid } from './case-in-memory.ts';
import { findingScan, scan, sourceFinding } from './evidence.ts';

/** The whole of eligibility, put together over a case in memory. */

const use = sourceFinding('rule-id', 'src/hook.ts');
const found = findingScan([use], { id: uuid(90) });
const mailing = { id: uuid(1), type: 'Sync Failed', notifiers: { emails: ['ops@example.com'] } };

const eligibilityOver = (rules: unknown = []) => {
  const memory = caseInMemory(added(scan({ id: uuid(89), scope: 'other' })), added(found));
  const { control, calls } = fakeControl();
  const target = { id: 'local', name: 'odd one', kind: 'local', baseUrl: 'http://x' } as Target;
  const targets = {
    show: async () => target,
    client: async () => ({
      target,
      all: async () => {
        if (rules instanceof Error) throw rules;
        return rules;
      },
    }),
  } as unknown as Targets;
  const context = {
    newId: () => uuid(100),
    fingerprint: String,
    store: { path: '/data/desk.db' },
    log: {},
  } as never;
  const jobs = { define: (_name: string, kind: { begin: unknown }) => kind.begin };
  const modules = { cases: memory.cases, targets, jobs, control } as never;
  return { memory, control, calls, eligibility: createEligibility(context, modules) };
};

describe('eligibility', () => {
  test('shows evidence whole, by its id', async () => {
    const { eligibility } = eligibilityOver();
    expect(await eligibility.evidence(caseId, uuid(90))).toBe(found);
    expect(await refusal(eligibility.evidence(caseId, uuid(9)))).toEqual([
      'evidence.notFound',
      `The case has no evidence ${uuid(9)}; it may have been removed. Reload the case.`,
    ]);
  });
  test('shows what open observations saw until now', async () => {
    const { eligibility, calls } = eligibilityOver();
    const { id } = await eligibility.observations.open(caseId, { name: 'w' }, 'Jo');
    const view = await eligibility.view(caseId);
    expect(view.verdict.state).toBe('blocked');
    expect(view.evidence.map((one) => one.id)).toEqual([uuid(89), uuid(90), id]);
    expect(calls.map(([name, query]) => [name, query])).toEqual([
      ['requests', { deprecated: true, limit: 1 }],
      ['requests', { deprecated: true, after: '0', limit: 500 }],
    ]);
    expect((await eligibility.observations.close(caseId, id, 'Jo')).to).toBeDefined();
  });
  test("makes recipes of the rules of the case's target, or of a file that is named in full", async () => {
    const { eligibility } = eligibilityOver([mailing]);
    expect((await eligibility.recipes(caseId)).results).toMatchObject([{ ruleId: uuid(1) }]);
    expect((await refusal(eligibility.recipes(caseId, 'rules.json')))[0]).toBe('request.invalid');
    const gone = Object.assign(new CatalogueError('target.refused', {} as never), { statusCode: 404 });
    expect(await refusal(eligibilityOver(gone).eligibility.recipes(caseId))).toEqual([
      'rules.gone',
      'The target "odd one" no longer returns rules: the client is cut over. Use a file with the exported rules.',
    ]);
    expect((await refusal(eligibility.recipes(uuid(7))))[0]).toBe('case.notFound');
  });
  test('acts through each of its parts', async () => {
    const { eligibility, memory } = eligibilityOver();
    const { answers, mentions, portalHeaders, requests, nameHosts } = eligibility;
    await answers.dismiss(caseId, use.id, { row: 'rule-id', reason: 'x' }, 'Jo');
    await answers.removeEvidence(caseId, uuid(89), 'Wrong.', 'Jo');
    expect(await mentions(caseId)).toMatchObject({ results: [] });
    const refused = [
      portalHeaders.supply(caseId, { by: 'Jo', value: 'x' }, 'Jo'),
      requests.show(caseId),
      nameHosts(caseId, uuid(90), { hosts: [] }, 'Jo'),
      eligibility.check({}, 'Jo'),
    ];
    expect((await Promise.all(refused.map((one) => refusal(one)))).map(([code]) => code)).toEqual([
      'portalHeader.notFound',
      'migrationRequest.none',
      'traffic.notAsked',
      'request.invalid',
    ]);
    expect(memory.kinds()).toContain('evidence.removed');
    await eligibility.start();
    await eligibility.stop();
  });
});
