import { expect, test } from 'vitest';
import type { CutoverSnapshot, TaskId } from '#contract/cutover.ts';
import { taskIds } from '#contract/cutover.ts';
import { codeSamples } from '#desk/core/code-samples.ts';
import { makePlan } from '#desk/cutover/plan/make-plan.ts';
import { facts, type Known, kept, rule, snapshot } from './planning.ts';

const tasksOf = (change: Partial<CutoverSnapshot>, known: Known = {}) =>
  makePlan(snapshot(change), 'local', facts(known)).tasks;
const idsOf = (...of: Parameters<typeof tasksOf>): TaskId[] => tasksOf(...of).map(({ id }) => id);

/** Of a plan with one rule, whose code base uses nothing of the legacy mechanism. */
const rows = { 'rule-id': 'absent', 'client-id-header': 'absent', 'retry-after': 'absent' } as const;
const always: TaskId[] = ['read-new-payload', 'verify-signature', 'deduplicate', 'allow-addresses'];
const ruleOf = (type: string, change: object = {}) => ({ rules: [rule('a', { type, ...change })] });

test.each<[string, Partial<CutoverSnapshot>, Known, TaskId[]]>([
  ['a rule that changes nothing else', ruleOf('Sync Completed'), { rows }, []],
  [
    'a lost condition',
    ruleOf('Dataset data changed'),
    { rows },
    ['filter-read-completed', 'several-data-types'],
  ],
  ['another', ruleOf('Push Operation Timed Out'), { rows }, ['filter-read-completed']],
  ['a first read', ruleOf('New company synchronized'), { rows }, []],
  [
    'RuleId that is used',
    ruleOf('Sync Completed'),
    { rows: { ...rows, 'rule-id': 'present' } },
    ['drop-rule-id'],
  ],
  [
    'RuleId that is not known',
    ruleOf('Sync Completed'),
    { rows: { ...rows, 'rule-id': 'unknown' } },
    ['drop-rule-id'],
  ],
  [
    'a client id that is read',
    ruleOf('Sync Completed'),
    { rows: { ...rows, 'client-id-header': 'present' } },
    ['client-id-header'],
  ],
  [
    'Retry-After that is set',
    ruleOf('Sync Completed'),
    { rows: { ...rows, 'retry-after': 'present' } },
    ['drop-retry-after'],
  ],
  [
    'Retry-After that is not known',
    ruleOf('Sync Completed'),
    { rows: { ...rows, 'retry-after': 'unknown' } },
    [],
  ],
  [
    'an auth header',
    { ...ruleOf('Sync Completed'), authHeader: kept('Bearer planted-secret-1') },
    { rows },
    ['authorization-header'],
  ],
  ['emails', ruleOf('Sync Completed', { emails: ['a@b.example'] }), { rows }, ['rebuild-emails']],
])('%s', (_name, change, known, more) => {
  const wanted = new Set<TaskId>([...always, ...more]);
  expect(idsOf(change, known)).toStrictEqual(taskIds.filter((id) => wanted.has(id)));
});

test('of rules without a webhook there is nothing to change but their emails', () => {
  expect(idsOf({ rules: [] })).toStrictEqual([]);
  const mailing = {
    rules: [rule('a', { type: 'Dataset data changed', webhook: null, emails: ['a@b.example'] })],
  };
  expect(idsOf(mailing)).toStrictEqual(['rebuild-emails']);
  expect(idsOf({ rules: [rule('a', { type: 'Something New' })] })).toStrictEqual([]);
});

test('each says why, where, and has its sample', () => {
  const all = tasksOf(
    {
      rules: [
        rule('a', { type: 'Dataset data changed' }),
        rule('b', { type: 'Data Sync Status Changed To Error', emails: ['a@b.example'] }),
      ],
      authHeader: kept('Bearer planted-secret-1'),
    },
    {
      rows: { 'rule-id': 'present', 'client-id-header': 'present', 'retry-after': 'present' },
      uses: {
        'rule-id-use': ['hooks.js:14'],
        'retry-after-set': ['a.py:3'],
        'authorization-check': ['auth.js:9'],
      },
    },
  );
  expect(all.map(({ id }) => id)).toStrictEqual([...taskIds]);
  const of = (id: TaskId) => all.find((one) => one.id === id);
  expect(of('filter-read-completed')?.why).toContain('payload.dataTypes[].recordsModified is true.');
  expect(of('filter-read-completed')?.why).toContain('payload.dataTypes[].status ends with "Error".');
  expect(of('drop-rule-id')?.uses).toStrictEqual(['hooks.js:14']);
  expect(of('drop-retry-after')?.uses).toStrictEqual(['a.py:3']);
  expect(of('authorization-header')?.uses).toStrictEqual(['auth.js:9']);
  expect(of('client-id-header')).not.toHaveProperty('uses');
  for (const { id, sample, why } of all) {
    expect(why).toMatch(/[.!]$/);
    if (id === 'rebuild-emails' || id === 'allow-addresses') expect(sample).toBeUndefined();
    else
      expect([id, codeSamples(sample ?? '')]).toStrictEqual([
        id,
        expect.objectContaining({ ruby: expect.any(String) }),
      ]);
  }
});
