import type { CaseState } from '#desk/cases/state.ts';
import type { Reader } from '#desk/store/store.ts';
import { readTokenRow } from '#desk/store/token-rows.ts';
import { readLedger } from '#desk/store/token-runs.ts';
import type { LedgerEntry } from '#desk/tokens/run/recorder.ts';
import { lastPilot } from './pilot.ts';

/** The company that a pilot migrated, by its ref and platform. */
export interface PilotCompany {
  readonly ref: string;
  readonly platformKey: string;
}

/**
 * The company of the pilot that counts: as recorded, or, for older pilots, from the ledger of the run. undefined if
 * neither is here.
 */
export const pilotCompanyIn = async (reader: Reader, state: CaseState): Promise<PilotCompany | undefined> => {
  const started = state.runbook && lastPilot(state, state.runbook)?.started;
  if (started === undefined || started.company !== undefined) return started?.company;
  const [first] = await readLedger(reader, started.runId, -1, 1);
  if (first === undefined) return undefined;
  const row = await readTokenRow(reader, state.id, (JSON.parse(first.entry) as LedgerEntry).row);
  return row?.ref == null || row.platform_key === null
    ? undefined
    : { ref: row.ref, platformKey: row.platform_key };
};
