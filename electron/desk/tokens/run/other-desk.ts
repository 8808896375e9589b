import { withoutKeysInProse } from '#base/without-keys.ts';
import { CatalogueError } from '#contract/errors.ts';
import { deskOfMarker } from './desk-marker.ts';
import type { KnownCompanies } from './directory.ts';
import { createFirstReading, type FirstReading } from './first-reading.ts';
import type { RunPlan } from './plan.ts';

/** Whether another desk has begun the same list on the same target. */

type About = Pick<RunPlan, 'kind' | 'client' | 'options' | 'targetName' | 'marker' | 'rows'>;

/** Rows whose companies are still to be found or created. */
const refsToBegin = (rows: RunPlan['rows']): Set<string> =>
  new Set(
    rows.flatMap(({ row, progress: { step, company_id, doubt } }) =>
      step === 'company' && company_id === null && doubt === 0 && row.companyId === undefined
        ? [row.ref]
        : [],
    ),
  );

/** What would be refused, as its error; undefined if there is nothing of another desk, or a reason was given. */
export const otherDeskIn = (
  { options, targetName, marker }: Pick<About, 'options' | 'targetName' | 'marker'>,
  rows: RunPlan['rows'],
  { byRef }: Pick<KnownCompanies, 'byRef'>,
): CatalogueError | undefined => {
  if (options.besideOtherDesk !== undefined) return undefined;
  const own = deskOfMarker(marker);
  const foreign = [...refsToBegin(rows)].flatMap((ref) =>
    (byRef.get(ref) ?? []).flatMap((company) =>
      company.marker === undefined || company.marker.desk === own ? [] : [{ ref, ...company.marker }],
    ),
  );
  const [latest] = foreign.toSorted((a, b) => (a.since < b.since ? 1 : -1));
  return (
    latest &&
    new CatalogueError('tokens.otherDesk', { ...latest, companies: foreign.length, target: targetName })
  );
};

/** Whether a run must search for another desk's companies before it starts. */
const mustCheck = (
  kind: RunPlan['kind'],
  { besideOtherDesk }: RunPlan['options'],
  rows: RunPlan['rows'],
): boolean =>
  (kind === 'run' || kind === 'pilot' || kind === 'retry') &&
  besideOtherDesk === undefined &&
  refsToBegin(rows).size > 0;

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
  const refused = known && otherDeskIn(about, about.rows, known);
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
