import { expect, test } from 'vitest';
import type { TokenProgress } from '#desk/store/token-runs.ts';
import { plannedCalls } from '#desk/tokens/run/call-plan.ts';
import type { PlanRow } from '#desk/tokens/run/plan.ts';
import { notBegun } from '#desk/tokens/run/progress.ts';
import { runRowsOf } from '#desk/tokens/run/run-rows.ts';

const about = { runId: 'r', caseId: 'c', scope: 's', options: {} };
const [one, other] = ['0d9a8f35-1d39-4c3c-8a4f-0a9d6f6c1b11', '1d9a8f35-1d39-4c3c-8a4f-0a9d6f6c1b11'];

const planned = async (row: Partial<PlanRow>, progress: Partial<TokenProgress> = {}): Promise<string> => {
  const whole: PlanRow = {
    id: 1,
    line: 1,
    ref: 'a',
    name: 'A',
    description: undefined,
    platformKey: 'gbol',
    companyId: one,
    connectionId: undefined,
    mark: 'm',
    ...row,
  };
  const rows = runRowsOf([{ row: whole, progress: { ...notBegun(about, whole), ...progress } }]);
  return JSON.stringify(await plannedCalls(rows));
};

test('what is confirmed says where tokens go: another company, connection or name is another list', async () => {
  const lists = await Promise.all([
    planned({}),
    planned({ companyId: other }),
    planned({ connectionId: one }),
    planned({ connectionId: other }),
    planned({ name: 'B' }),
    planned({ ref: 'b' }),
    planned({ mark: 'n' }),
    planned({}, { company_id: one }),
    planned({}, { company_id: one, connection_id: other }),
  ]);
  expect(new Set(lists).size).toBe(lists.length);
  expect(await planned({})).toBe(lists[0]);
});
