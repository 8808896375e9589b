import type { CaseState } from '#desk/cases/state.ts';
import type { Reader } from '#desk/store/store.ts';
import { readTokenRows } from '#desk/store/token-rows.ts';
import { countGone } from '#desk/tokens/gone.ts';
import type { RunbookFacts } from './finding.ts';
import { notMigratedIn } from './not-migrated.ts';
import { pilotCompanyIn } from './pilot-company.ts';
import type { RunbookRow } from './rows.ts';

/** What the store knows of a case besides its chain: its companies, and their state on the target. */
export const readFacts = async (
  reader: Reader,
  state: CaseState,
): Promise<{ rows: RunbookRow[]; facts: Omit<RunbookFacts, 'callbackUrl'> }> => {
  const rows = await readRows(reader, state.id);
  return {
    rows,
    facts: {
      refs: [...new Set(rows.map(({ ref }) => ref))],
      notMigrated: await notMigratedIn(reader, state.id, state.targetId),
      pilotCompany: await pilotCompanyIn(reader, state),
      gone: await countGone(reader, state),
    },
  };
};

/** The valid rows of a case. An imported case has none here. */
const readRows = async (reader: Reader, caseId: string): Promise<RunbookRow[]> => {
  const rows = await readTokenRows(reader, caseId);
  return rows.flatMap(({ ref, name, platform_key, problems }) =>
    problems !== null || ref === null || platform_key === null
      ? []
      : [{ ref, name: name ?? ref, platformKey: platform_key }],
  );
};
