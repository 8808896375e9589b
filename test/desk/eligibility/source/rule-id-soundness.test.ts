import { beforeAll, expect, test } from 'vitest';
import { inspect, prepareInspection } from '#desk/eligibility/source/inspect.ts';

beforeAll(() => prepareInspection());

/** Lines with a finding of RuleId, and lines on which a reason settles a mention of it. */
const settled = (path: string, text: string) => {
  const { findings, explanations } = inspect(path, text);
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  return {
    found: findings.filter(({ kind }) => kind === 'rule-id-use').map(({ line }) => line),
    explained: explanations.filter(({ subject }) => subject === 'rule-id').map(({ from }) => lineOf(from)),
  };
};

test.each([
  [
    'a field of a structure without a name',
    'in.go',
    'package in\n\nfunc Take(b []byte) string {\n\tvar n struct {\n\t\tRuleID string\n\t}\n\tjson.Unmarshal(b, &n)\n\treturn first(n)\n}\n',
    5,
  ],
  [
    'a variable that holds what a place in a list holds',
    'take.ts',
    'export const take = (cells: string[]) => {\n  const ruleId = cells[3];\n  return store(ruleId);\n};\n',
    2,
  ],
  [
    'a reference to a variable',
    'take.rs',
    'fn take(cells: &[String]) {\n    let rule_id = cells[3].clone();\n    store(&rule_id);\n}\n',
    3,
  ],
  [
    'code with an order to a linter',
    'take.sh',
    '#!/bin/bash\n# shellcheck disable=SC2086\nkey=ruleId\nawk -F, -v k="$key" -f pick.awk "$1"\n',
    3,
  ],
])('%s is never explained away', (_what, path, text, line) => {
  expect(settled(path, text).explained).not.toContain(line);
});

test('a JSON Pointer reads it', () => {
  expect(
    settled('hook.rs', 'fn key(b: &Value) -> &str {\n    b.pointer("/RuleId").unwrap()\n}\n').found,
  ).toEqual([2]);
});

test('a path with a marked parameter is explained', () => {
  const { found, explained } = settled('routes.js', "app.get('/rules/:ruleId/preview', preview);\n");
  expect([found, explained]).toEqual([[], [1]]);
});
