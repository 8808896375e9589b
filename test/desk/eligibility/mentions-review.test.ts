import { join } from 'node:path';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import {
  type CheckResult,
  EligibilityView,
  type MentionsView,
  MentionsView as Schema,
} from '#contract/eligibility.ts';
import { filesIn } from '#test/support/collecting.ts';
import { jobEnded } from '#test/support/job-ended.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

/** A notation of its own, in which names stand bare. */
const rules = {
  'lib/Hook.zz': '@ rule <<\n  ~RuleId ^ 2\n>>\n@ other << ~rule_id >>\n',
  'lib/Log.zz': '~RuleId |\n',
  'README.md': 'The rule id of a linter.\n',
};

const start = async () => {
  const host = await testHost();
  const { body: created } = await host.desk('POST', '/api/cases', { name: 'Acme' });
  const url = `/api/cases/${created.id}`;
  const check = async (folder: string, other: object = {}, more: object = {}): Promise<CheckResult> => {
    const source = [{ path: folder, ...other }];
    const started = await host.desk('POST', '/api/checks', { caseId: created.id, source, ...more });
    return (await jobEnded(host.desk, started.body.id)).result;
  };
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await host.desk(method, url + path, body);
    expect([path, answer.status, answer.body?.error]).toEqual([path, 200, undefined]);
    return answer.body;
  };
  const mentions = async (): Promise<MentionsView> => {
    const view = await ask('GET', '/mentions');
    expect([...Value.Errors(Schema, view)]).toEqual([]);
    return view;
  };
  const stateOf = async (row: string): Promise<string> => {
    const view = await ask('GET', '/eligibility');
    expect([...Value.Errors(EligibilityView, view)]).toEqual([]);
    return view.verdict.rows.find((one: { row: string }) => one.row === row).state;
  };
  return { host, url, check, ask, mentions, stateOf };
};
const placesOf = ({ results }: MentionsView): string[] =>
  results.filter(({ dismissed }) => dismissed === undefined).map(({ file, line }) => `${file}:${line}`);

test('a language that is not known is reviewed by a person, one by one or by group, and then it is absent', async () => {
  const { host, url, check, ask, mentions, stateOf } = await start();
  const folder = join(temporaryFolder(), 'acme');
  const { verdict } = await check(filesIn(rules, folder));
  expect(verdict.state).toBe('undetermined');
  expect(verdict.rows.find(({ row }) => row === 'rule-id')).toMatchObject({ state: 'unknown', toReview: 3 });

  const first = await mentions();
  expect(placesOf(first)).toEqual(['lib/Hook.zz:2', 'lib/Hook.zz:4', 'lib/Log.zz:1']);
  expect(first.groups).toEqual([
    { scope: 'acme', subject: 'rule-id', cause: 'unknown-language', open: 3, dismissed: 0 },
  ]);
  expect(first.codeBases[0]).toMatchObject({
    count: 4,
    explained: [{ subject: 'rule-id', reason: 'documentation', count: 1 }],
    unlisted: 0,
  });

  const one = first.results[0]?.id;
  const dismiss = (selection: object, reason: string) =>
    ask('POST', '/mentions/bulk', { selection, action: { kind: 'dismiss', reason } });
  await dismiss({ ids: [one] }, 'Their own rules');
  expect(await stateOf('rule-id')).toBe('unknown');
  const group = { scope: 'acme', subject: 'rule-id' };
  await dismiss({ filter: group }, 'Read by Ada, none is of a webhook');
  expect(placesOf(await mentions())).toEqual([]);
  expect(await stateOf('rule-id')).toBe('absent');

  // The same lines, moved, in the next check.
  const moved = { ...rules, 'lib/Hook.zz': `# first\n${rules['lib/Hook.zz']}` };
  expect((await check(filesIn(moved, folder))).verdict.state).toBe('eligible');
  // A line that is new.
  await check(filesIn({ ...moved, 'lib/New.zz': '@ new << ~RuleId >>\n' }, folder));
  expect(placesOf(await mentions())).toEqual(['lib/New.zz:1']);
  expect(await stateOf('rule-id')).toBe('unknown');

  await dismiss({ filter: { file: 'lib/New.zz' } }, 'Dead code');
  const drafted = await ask('POST', '/request');
  expect(drafted.document.dismissedMentions).toHaveLength(3);
  expect(drafted.markdown).toContain('Read by Ada, none is of a webhook');
  expect(drafted.markdown).not.toContain('nothing was skipped');
  await ask('POST', '/mentions/bulk', { selection: { ids: [one] }, action: { kind: 'restore' } });
  expect(placesOf(await mentions())).toEqual(['lib/Hook.zz:3']);
  expect(await stateOf('rule-id')).toBe('unknown');
  const report = await host.desk('GET', `${url}/reports/eligibility?format=json`);
  expect(JSON.stringify(report.body)).toContain('Dead code');
  const { results } = await ask('GET', '/entries');
  const sentences = results.map(({ words }: { words: string }) => words).join('\n');
  expect(sentences).toMatch(/Dismissed 2 mentions \(RuleId.*acme\)\. Reason: Read by Ada/);
  expect(sentences).toContain('Restored 1 dismissed mention.');
});

test('the same files under another name are noticed, and replaced where that is asked for', async () => {
  const { check, ask } = await start();
  const folder = filesIn(rules);
  expect((await check(folder, { scope: 'app' })).sameFiles).toBeUndefined();
  const again = await check(filesIn({ ...rules, 'x.zz': '1;\n' }), { scope: 'application' });
  expect(again.sameFiles).toMatchObject([
    { scope: 'application', share: 0.75, replaced: false, sameAs: { scope: 'app' } },
  ]);
  const replaced = await check(folder, { scope: 'acme' }, { replaceSame: true });
  expect(replaced.sameFiles).toMatchObject([{ replaced: true, sameAs: { scope: 'app' } }]);
  const view = await ask('GET', '/eligibility');
  expect(view.evidence.map(({ scope }: { scope: string }) => scope)).toEqual(['application', 'acme']);
  expect(view.removedEvidence[0]).toMatchObject({ evidence: { scope: 'app' }, actor: expect.any(String) });
  const removed = await ask('POST', `/evidence/${view.evidence[0].id}/removal`, {
    reason: 'Checked by mistake',
  });
  expect(removed.evidence.map(({ scope }: { scope: string }) => scope)).toEqual(['acme']);
  expect(removed.removedEvidence[1].reason).toBe('Checked by mistake');
});
