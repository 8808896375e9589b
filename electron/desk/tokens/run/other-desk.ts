import { some } from '#base/lists.ts';
import { eachInTurns } from '#base/take-turns.ts';
import { withoutKeysInProse } from '#base/without-keys.ts';
import { CatalogueError } from '#contract/errors.ts';
import { deskOfMarker } from './desk-marker.ts';
import type { KnownCompanies } from './directory.ts';
import { createFirstReading, type FirstReading } from './first-reading.ts';
import type { PlannedRow, RunPlan, RunRows } from './plan.ts';
import { isOpen } from './progress.ts';

/** Whether another desk has begun the same list on the same target. */

type About = Pick<RunPlan, 'kind' | 'client' | 'options' | 'targetName' | 'marker' | 'rows'>;

/** Whether its company is still to be found or created. */
const isToBegin = ({ row, progress: { state, step, company_id, doubt } }: PlannedRow): boolean =>
  isOpen({ state }) &&
  step === 'company' &&
  company_id === null &&
  doubt === 0 &&
  row.companyId === undefined;

/** What would be refused, as its error; undefined if there is nothing of another desk, or a reason was given. */
export const otherDeskIn = async (
  { options, targetName, marker }: Pick<About, 'options' | 'targetName' | 'marker'>,
  rows: Pick<RunRows, 'ofRef'>,
  { byRef }: Pick<KnownCompanies, 'byRef'>,
): Promise<CatalogueError | undefined> => {
  if (options.besideOtherDesk !== undefined) return undefined;
  const own = deskOfMarker(marker);
  let companies = 0;
  let latest: { readonly ref: string; readonly desk: string; readonly since: string } | undefined;
  await eachInTurns(byRef.keys(), (ref) => {
    if (!rows.ofRef(ref).some(isToBegin)) return;
    for (const { marker: other } of byRef.get(ref) ?? []) {
      if (other === undefined || other.desk === own) continue;
      companies += 1;
      if (latest === undefined || other.since > latest.since) latest = { ref, ...other };
    }
  });
  return latest && new CatalogueError('tokens.otherDesk', { ...latest, companies, target: targetName });
};

/** Whether a run must search for another desk's companies before it starts. */
const mustCheck = (
  kind: RunPlan['kind'],
  { besideOtherDesk }: RunPlan['options'],
  rows: RunPlan['rows'],
): boolean =>
  (kind === 'run' || kind === 'pilot' || kind === 'retry') &&
  besideOtherDesk === undefined &&
  some(rows, isToBegin);

/** For a run before its start, or for a dry run. */
export const firstReadingFor = (
  plan: Pick<RunPlan, 'kind' | 'options' | 'client' | 'rows'>,
  waitMs?: number,
): FirstReading | undefined =>
  mustCheck(plan.kind, plan.options, plan.rows) ? createFirstReading(plan, waitMs) : undefined;

/**
 * Before a run starts. A target that can't be read in time, or answers nonsense, does not prevent the start: the run
 * handles that, and searches itself before it writes.
 * @throws CatalogueError `tokens.otherDesk`
 */
export const refuseOtherDesk = async (
  about: Pick<RunPlan, 'options' | 'targetName' | 'marker' | 'rows'>,
  reading: FirstReading | undefined,
): Promise<void> => {
  const known = await reading?.wait();
  const refused = known && (await otherDeskIn(about, about.rows, known));
  if (refused !== undefined) throw refused;
};

/** For a dry run: what would be refused. */
export const otherDeskRemark = async (about: About): Promise<string | undefined> => {
  const reading = firstReadingFor(about);
  try {
    await refuseOtherDesk(about, reading);
    return undefined;
  } catch (error) {
    if (!(error instanceof CatalogueError) || error.code !== 'tokens.otherDesk') throw error;
    return withoutKeysInProse(error.message);
  } finally {
    reading?.end();
  }
};
