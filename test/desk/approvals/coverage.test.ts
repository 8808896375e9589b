import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ApprovalKind, approvalKinds } from '#contract/approvals.ts';
import { CaseAction } from '#contract/case.ts';

/** Nothing writes to a target, or overrides a requirement, that nobody decided about: whether a policy can ask for a second person. */

const root = join(import.meta.dirname, '..', '..', '..');
const desk = join(root, 'electron', 'desk');

/** Files that change something on a target, with the approval that comes before, or why there is none. */
const writers: Record<string, readonly ApprovalKind[] | string> = {
  'cutover/carry-out.ts': ['cutover.apply'],
  'cutover/rollback.ts': ['cutover.rollback'],
  'cutover/rehearsal/rehearse.ts': 'a temporary instance of the service',
  'endpoints/headers/trigger.ts': ['headers.check'],
  'endpoints/headers/setting.ts': 'headers of the local service alone; on a remote target they are planned',
  'endpoints/headers/change-local.ts': 'the local service alone, outside of any case',
  'sample/companies.ts': 'the sample case, on the local service',
  'sample/legacy.ts': 'the sample case, on the local service',
  'tokens/run/remove-own.ts': ['tokens.duplicates'],
  'tokens/run/steps/authorization.ts': ['tokens.run', 'tokens.resume'],
  'tokens/run/steps/company.ts': ['tokens.run', 'tokens.resume'],
  'tokens/run/steps/connection.ts': ['tokens.run', 'tokens.resume'],
  'tokens/run/steps/sync.ts': ['tokens.run', 'tokens.resume'],
  'tokens/run/steps/undo.ts': ['tokens.undo', 'tokens.resume'],
};
/** Which are no calls to a target. */
const elsewhere = [
  'doctor/exchange.ts',
  'audit/sending.ts',
  'cutover/rehearsal/consumer.ts',
  'tokens/run/duplicates.ts',
];

const sources = readdirSync(desk, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith('api/'))
  .map((path) => ({ path, text: readFileSync(join(desk, path), 'utf8') }));

const writes =
  /method: '(?:POST|PUT|PATCH|DELETE)'|sandbox\.(?:cutover|undoCutover)\(|endpoints\.setHeaders\(/;

test('what writes to a target is known, with the approval that comes before it', () => {
  const found = sources.filter(({ text }) => writes.test(text)).map(({ path }) => path);
  const decided = [...Object.keys(writers), ...elsewhere];
  expect(found.toSorted()).toEqual(decided.toSorted());
});

test('every entry that overrides something is seen by a policy', () => {
  const kinds = CaseAction.anyOf.map(({ properties }) => properties.kind.const);
  const overriding = readFileSync(join(desk, 'cases', 'overriding.ts'), 'utf8');
  const found = kinds.filter((kind) => /overrul|overrid/i.test(kind));
  expect(found).toEqual(['row.overruled', 'runbook.windowOverridden', 'runbook.overruled']);
  for (const kind of found) expect(overriding).toContain(`case '${kind}':`);
});

test('every kind of approval is asked for somewhere, and is in the rules', () => {
  const rules = readFileSync(join(root, 'docs', 'reference', 'rules', 'approvals.md'), 'utf8');
  const asked = sources.filter(({ path }) => !path.startsWith('approvals/')).map(({ text }) => text);
  for (const [kind, reason] of Object.entries(approvalKinds)) {
    expect([kind, asked.some((text) => text.includes(`'${kind}'`))]).toEqual([kind, true]);
    expect(rules).toMatch(new RegExp(`^\\| \`${kind}\` \\| [^|]+ \\| ${reason} \\|`, 'm'));
  }
});
