import { withoutKeysInProse } from '#base/without-keys.ts';
import { CatalogueError } from '#contract/errors.ts';
import { deskOfMarker } from './desk-marker.ts';
import { type KnownCompanies, readCompanies } from './directory.ts';
import type { RunPlan } from './plan.ts';

/** Whether another desk has begun the same list on the same target. */

type About = Pick<RunPlan, 'client' | 'options' | 'targetName' | 'marker'>;

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
  { options, targetName, marker }: Omit<About, 'client'>,
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

/**
 * Before a run begins. A target that can't be read, or answers nonsense, keeps none from beginning: the run deals with that, and looks itself
 * before it writes.
 * @throws CatalogueError `tokens.otherDesk`
 */
export const refuseOtherDesk = async (about: About, rows: RunPlan['rows']): Promise<void> => {
  const refs = refsToBegin(rows);
  if (refs.size === 0 || about.options.besideOtherDesk !== undefined) return;
  const known = await readCompanies(about.client, { refs }).catch(() => undefined);
  const refused = known && otherDeskIn(about, rows, known);
  if (refused !== undefined) throw refused;
};

/** For a dry run: what would be refused. */
export const otherDeskRemark = (about: About, rows: RunPlan['rows']): Promise<string | undefined> =>
  refuseOtherDesk(about, rows).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof CatalogueError && error.code === 'tokens.otherDesk') {
        return withoutKeysInProse(error.message);
      }
      throw error;
    },
  );
