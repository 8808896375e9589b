import { expect, test } from 'vitest';
import { filesIn } from '#test/support/collecting.ts';
import { until } from '#test/support/host-process.ts';
import { testHost } from '#test/support/test-host.ts';

const files = {
  // In a language that nobody knows.
  'lib/Hook.zz': '@ rule <<\n  ~RuleId ^ 2\n>>\n@ other << ~rule_id >>\n',
  'lib/Log.zz': '~RuleId |\n',
  'app/hooks.js': [
    "app.post('/hooks', ({ body }) => {",
    '  if (body.RuleId === wanted) book(body);',
    '});',
    "const alerts = await fetch(base + '/rules/alerts');",
  ].join('\n'),
  'app/more.js': "app.post('/more', ({ body }) => {\n  if (body.RuleId === 2) book(body);\n});",
};

interface Item {
  readonly id: string;
  readonly outcome: string;
  readonly why?: string;
}

/** A case with three mentions to review and three findings, of which two are of one check. */
const start = async () => {
  const host = await testHost();
  const { body: created } = await host.desk('POST', '/api/cases', { name: 'Acme' });
  const url = `/api/cases/${created.id}`;
  const source = [{ path: filesIn(files), scope: 'acme' }];
  const { body: job } = await host.desk('POST', '/api/checks', { caseId: created.id, source });
  await until(async () => (await host.desk('GET', `/api/jobs/${job.id}`)).body.state === 'done' || undefined);
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await host.desk(method, url + path, body);
    expect([path, answer.status, answer.body?.error]).toEqual([path, 200, undefined]);
    return answer.body;
  };
  const words = async (): Promise<string[]> =>
    (await ask('GET', '/entries')).results.map((one: { words: string }) => one.words);
  const kinds = async (): Promise<string[]> =>
    (await ask('GET', '/entries')).results.map(({ kind }: { kind: string }) => kind);
  return { host, url, ask, words, kinds };
};

const gone = '0123456789abcdef';
const outcomes = ({ items }: { items: Item[] }): string[] => items.map(({ outcome }) => outcome);

test('several mentions are counted, dismissed in one entry and restored; each says what became of it', async () => {
  const { ask, words } = await start();
  const { results } = await ask('GET', '/mentions');
  const [first, second, third] = results.map(({ id }: { id: string }) => id);
  const named = { ids: [first, second, gone] };
  const counted = await ask('POST', '/mentions/bulk/count', { selection: named, kind: 'dismiss' });
  expect(counted).toMatchObject({ done: 2, unchanged: 0, refused: 1 });
  expect(counted.items[2].why).toContain(gone);
  // A count changes nothing.
  expect((await ask('GET', '/mentions')).groups[0]).toMatchObject({ open: 3, dismissed: 0 });

  const dismiss = { kind: 'dismiss', reason: 'Of our own rules' };
  expect(await ask('POST', '/mentions/bulk', { selection: named, action: dismiss })).toEqual(counted);
  expect((await words()).filter((one) => one.startsWith('Dismissed 2 mentions'))).toHaveLength(1);
  const again = await ask('POST', '/mentions/bulk', {
    selection: { ids: [first, third] },
    action: { kind: 'dismiss', reason: 'Another' },
  });
  expect(outcomes(again)).toEqual(['unchanged', 'done']);
  const after = await ask('GET', '/mentions');
  expect(after.results.map((one: { dismissed: { reason: string } }) => one.dismissed.reason)).toEqual([
    'Of our own rules',
    'Of our own rules',
    'Another',
  ]);

  // All of a filter but one, as the server has it.
  const selection = { filter: { scope: 'acme', subject: 'rule-id' }, except: [second] };
  const restored = await ask('POST', '/mentions/bulk', { selection, action: { kind: 'restore' } });
  expect(restored.items.map(({ id }: Item) => id)).toEqual([first, third]);
  expect((await ask('GET', '/mentions')).groups[0]).toMatchObject({ open: 2, dismissed: 1 });
});

test('several findings are dismissed by check or by id, and restored; the verdict follows once', async () => {
  const { ask, kinds } = await start();
  const view = await ask('GET', '/eligibility');
  const idsOf = (row: string): string[] =>
    view.findings.flatMap((one: { id: string; row: string }) => (one.row === row ? [one.id] : []));
  const rules = idsOf('rule-id');
  const [alert] = idsOf('alerts-endpoints');
  expect(rules).toHaveLength(2);
  const ofRules = { filter: { row: 'rule-id' } };
  const counted = await ask('POST', '/findings/bulk/count', { selection: ofRules, kind: 'dismiss' });
  expect([counted.done, counted.items.map(({ id }: Item) => id)]).toEqual([2, rules]);

  const before = (await kinds()).filter((kind) => kind === 'verdict.reached').length;
  const dismiss = { kind: 'dismiss', reason: 'Of another API' };
  await ask('POST', '/findings/bulk', { selection: ofRules, action: dismiss });
  const mixed = { ids: [alert, rules[0], gone] };
  const second = await ask('POST', '/findings/bulk', { selection: mixed, action: dismiss });
  expect(outcomes(second)).toEqual(['done', 'unchanged', 'refused']);
  const now = await ask('GET', '/eligibility');
  expect(now.findings).toEqual([]);
  expect(now.dismissals.map((one: { reason: string }) => one.reason)).toEqual(
    Array(3).fill('Of another API'),
  );
  // One entry for each finding, and one verdict for each request.
  const on = Map.groupBy(await kinds(), (kind) => kind);
  expect(on.get('finding.dismissed')).toHaveLength(3);
  expect(on.get('verdict.reached')).toHaveLength(before + 2);

  const restored = await ask('POST', '/findings/bulk', {
    selection: { filter: {}, except: [alert] },
    action: { kind: 'restore' },
  });
  expect(restored).toMatchObject({ done: 2, refused: 0 });
  expect((await ask('GET', '/eligibility')).findings.map(({ id }: Item) => id).sort()).toEqual(rules.sort());
  const nothing = await ask('POST', '/findings/bulk', {
    selection: { ids: [rules[0]] },
    action: { kind: 'restore' },
  });
  expect(nothing.items).toEqual([{ id: rules[0], outcome: 'unchanged', why: 'Not dismissed.' }]);
});

test('a dismissal needs a reason, and a selection what it names', async () => {
  const { host, url } = await start();
  const statusOf = async (path: string, body: object): Promise<number> =>
    (await host.desk('POST', url + path, body)).status;
  for (const path of ['/findings/bulk', '/mentions/bulk']) {
    const selection = { ids: [gone] };
    expect(await statusOf(path, { selection, action: { kind: 'dismiss' } })).toBe(400);
    expect(await statusOf(path, { selection, action: { kind: 'dismiss', reason: ' ' } })).toBe(400);
    expect(await statusOf(path, { selection: { ids: [] }, action: { kind: 'restore' } })).toBe(400);
    expect(
      await statusOf(path, { selection: { ids: [gone], filter: {} }, action: { kind: 'restore' } }),
    ).toBe(400);
    expect(await statusOf(`${path}/count`, { selection, kind: 'dismis' })).toBe(400);
  }
});
