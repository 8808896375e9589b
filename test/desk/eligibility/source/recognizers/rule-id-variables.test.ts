import { expect, test } from 'vitest';
import { recognizedIn } from '#test/support/recognized.ts';

/** Lines of explanations that say which line a variable has its value from. */
const boundIn = (lines: readonly string[], path = 'src/hooks.js'): string[] => {
  const text = lines.join('\n');
  return recognizedIn(path, text).explanations.flatMap(({ subject, why, from }) => {
    const of = /^Variable, assigned the RuleId on line (\d+)/.exec(why)?.[1];
    return subject !== 'rule-id' || of === undefined
      ? []
      : [`${text.slice(0, from).split('\n').length} of ${of}`];
  });
};

const receiver = 'const received = async ({ RuleId, RuleType, CompanyId, Data }) => {';

test('a variable that a found destructuring fills is of that use, wherever it stands in its scope', () => {
  expect(
    boundIn([
      receiver,
      '  if (RuleId === process.env.SYNC_RULE) await book(CompanyId);',
      '  queue.push(() => log(RuleId));',
      '};',
    ]),
  ).toEqual(['2 of 1', '3 of 1']);
  expect(
    boundIn([
      'export const hook = (event) => {',
      '  const { RuleId, RuleType } = event.body;',
      '  switch (RuleId) {}',
      '};',
    ]),
  ).toEqual(['3 of 2']);
});

test.each<[string, string[]]>([
  ['outside of its scope', [receiver, '};', 'const later = () => log(RuleId);']],
  ['bound under another name', ['const a = ({ RuleId: id, RuleType }) => {', '  log(id, RuleId);', '};']],
  ['given by another parameter', [receiver, '  list.map((RuleId) => log(RuleId));', '};']],
  ['given another value', [receiver, '  const RuleId = rules.first.id;', '  log(RuleId);', '};']],
  ['spelled another way', [receiver, '  log(ruleId);', '};']],
])('a name %s is left to a person, or to its own reason', (_what, lines) => {
  expect(boundIn(lines)).toEqual([]);
});
