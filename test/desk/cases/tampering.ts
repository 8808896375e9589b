import { join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import type { CaseAction } from '#contract/case.ts';
import { createCases } from '#desk/cases/index.ts';
import { byHand } from '#test/support/by-hand.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { caseWith } from './arbitrary-actions.ts';

/** The desk's database as somebody has it who goes past the desk; `sqlite` only where it is a file. */
export const tampering = async (entries: readonly CaseAction[]) => {
  const context = await testDeskContext();
  const cases = createCases(context);
  const caseId = await caseWith(cases, entries);
  const sqlite = new Database(join(context.dataDir, 'desk.db'));
  onTestFinished(() => {
    sqlite.close();
  });
  const hand = (sql: string, values?: readonly unknown[]) => byHand(context.dataDir, sql, values);
  return { context, cases, caseId, sqlite, hand };
};

export const tenNotes: CaseAction[] = Array.from({ length: 10 }, (_, n) => ({
  kind: 'note.added',
  content: { id: `00000000-0000-4000-8000-00000000000${n}`, text: `note ${n}` },
}));
