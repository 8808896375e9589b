import { expect } from 'vitest';
import type { CaseAction } from '#contract/case.ts';
import type { ReportFormat, ReportKind } from '#contract/report.ts';
import { createCases } from '#desk/cases/index.ts';
import { createReports } from '#desk/reports/index.ts';
import { testDeskContext } from '#test/support/desk-context.ts';

/** A case of both parts with some entries, and what its reports tell; `seq`: as it was then. */
export const toldOf = async (actions: readonly CaseAction[]) => {
  const context = await testDeskContext();
  const cases = createCases(context);
  const { id } = await cases.create({ name: 'acme', parts: ['webhooks', 'tokens'] }, 'Ada');
  for (const action of actions) await cases.act(id, 'Ada', action);
  const reports = createReports({ cases, signer: context.identity });
  const told = async (kind: ReportKind, format: ReportFormat = 'md', seq?: number) =>
    (await reports.render(id, { kind, format, at: seq })).content.toString();
  return { cases, id, told };
};

/** One after the other. */
export const expectInOrder = (text: string, ...parts: readonly string[]): void => {
  let from = 0;
  for (const part of parts) {
    const found = text.indexOf(part, from);
    expect(found, `"${part}" after position ${from}`).toBeGreaterThanOrEqual(0);
    from = found + part.length;
  }
};
