import { join } from 'node:path';
import { silentLog } from '#base/log.ts';
import { readKeyFile } from '#base/sealing.ts';
import type { CaseAction } from '#contract/case.ts';
import { localTargetId } from '#contract/target.ts';
import { createCaseRecords } from '#desk/cases/records.ts';
import { standardSteps } from '#desk/cases/standard-steps.ts';
import { createDeskContext } from '#desk/context.ts';
import { openDeskFile } from '#desk/store/file-store.ts';

const dayMs = 86_400_000;
const firsts = ['Tidewater', 'Northgate', 'Brightwell', 'Larkspur', 'Fernhill', 'Quillon', 'Sable', 'Halden'];
const seconds = ['Payroll', 'Lending', 'Finance', 'Books', 'Commerce', 'Invoicing', 'Freight', 'Logistics'];
const owners = ['Priya Raman', 'Dana Okafor', 'Sam Reyes', 'Marek Novak', undefined];
const inOneUnit = 500;

/**
 * Adds cases to a data folder that no host runs on, by the functions that a desk appends with: some have owners, due
 * dates over the next weeks, skipped steps; one in 50 is overdue.
 * @returns the name of the one that is most overdue
 */
export const addManyCases = async (dataDir: string, count: number): Promise<string> => {
  const store = await openDeskFile(join(dataDir, 'desk.db'));
  try {
    const dataKey = readKeyFile(dataDir);
    if (dataKey === undefined) throw new Error('The folder has no key.');
    const context = await createDeskContext({
      store,
      dataDir,
      dataKey,
      log: silentLog(),
      announce: () => {},
    });
    const records = createCaseRecords(context);
    const now = Date.now();
    for (let from = 0; from < count; from += inOneUnit) {
      await store.write(async (tx) => {
        for (let at = from; at < Math.min(count, from + inOneUnit); at += 1) {
          await records.append(tx, context.newId(), 'tester', actionsOf(at, now));
        }
      });
    }
    return nameOf(mostOverdue);
  } finally {
    await store.close();
  }
};

const mostOverdue = 0;
const nameOf = (at: number): string =>
  `${firsts[at % firsts.length]} ${seconds[Math.floor(at / firsts.length) % seconds.length]} ${at}`;

const dueOf = (at: number, now: number): string | undefined => {
  if (at === mostOverdue) return new Date(now - 90 * dayMs).toISOString();
  if (at % 50 === 0) return new Date(now - (1 + (at % 30)) * dayMs).toISOString();
  return at % 3 === 0 ? undefined : new Date(now + (1 + (at % 60)) * dayMs).toISOString();
};

const actionsOf = (at: number, now: number): CaseAction[] => {
  const name = nameOf(at);
  const owner = owners[at % owners.length];
  const parts = at % 4 === 0 ? (['webhooks', 'tokens'] as const) : (['webhooks'] as const);
  const due = dueOf(at, now);
  return [
    {
      kind: 'case.opened',
      content: {
        name,
        integrator: `${firsts[at % firsts.length]} Ltd`,
        parts: [...parts],
        targetId: localTargetId,
        steps: standardSteps(parts).map((step) =>
          due !== undefined && step.id === 'check-eligibility' ? { ...step, due } : step,
        ),
      },
    },
    ...(owner === undefined ? [] : [{ kind: 'case.changed' as const, content: { changes: { owner } } }]),
    ...(at % 20 === 0
      ? [{ kind: 'step.changed' as const, content: { id: 'plan-cutover', state: 'skipped' as const } }]
      : []),
  ];
};
