import { nearestOf } from '#base/nearest.ts';
import type { CaseAction } from '#contract/case.ts';
import { formatList } from '#contract/format.ts';
import type { TokenRowSelection } from '#contract/token-rows.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { companyKey } from '#desk/cases/company-key.ts';
import { type Deciding, decisionsIn, exclusionsIn } from '#desk/cases/decisions.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { type RowName, readRowNames, readTokenRowsById } from '#desk/store/token-rows.ts';
import { excludedRows, refuseTaken } from './excluded-rows.ts';
import {
  companyOf,
  type Found,
  findNamed,
  inEntries,
  lineName,
  type Names,
  namedIn,
  quotedList,
  refused,
} from './managed/named-rows.ts';
import { decisionOn, type NotMigratedRow, notMigratedIn } from './managed/not-migrated.ts';
import { scopeOf } from './scope.ts';
import { selectedRows } from './selected-rows.ts';
import type { Exclusions, Rows } from './tokens.ts';

/**
 * Leaves rows out of a token migration by name, and takes that back. A case with a runbook keeps them with its other
 * decisions. The entry in the chain is the exclusion: nothing else is written.
 */
export const createExclusions = (
  { store }: Pick<DeskContext, 'store'>,
  { cases, counts }: { readonly cases: Cases; readonly counts: Rows['counts'] },
): Exclusions => {
  const record = async (
    state: CaseState,
    actor: string,
    decide: (now: CaseState) => readonly CaseAction[],
    rows: readonly NotMigratedRow[],
  ): Promise<void> => {
    await cases.act(
      state.id,
      actor,
      (now) => {
        if (now.targetId !== state.targetId)
          throw refused('The target of the case was changed meanwhile. Repeat it.');
        return decide(now);
      },
      { also: (tx) => refuseTaken(tx, state, rows) },
    );
  };
  const namesReader = (caseId: string) => () => store.read((reader) => readRowNames(reader, caseId));
  return {
    async exclude(caseId, { by, reason, rows: selected, ...names }, actor) {
      const state = await cases.state(caseId);
      const left = await store.read((reader) => notMigratedIn(reader, caseId, state.targetId));
      const found =
        selected === undefined ? findNamed(names, left) : await findSelected(store, state, selected, left);
      await refuseOthers(found, namesReader(caseId));
      const decide = (now: CaseState): CaseAction[] => {
        refuseExcluded(now, found.rows);
        const kind = now.runbook === undefined ? 'tokens.excluded' : 'runbook.companiesExcluded';
        return inEntries(found.rows.map(companyOf)).map((companies) => ({
          kind,
          content: { companies, by, reason },
        }));
      };
      await record(state, actor, decide, found.rows);
      return { changed: found.rows.length, counts: await counts(caseId) };
    },
    async include(caseId, { reason, rows: selected, ...names }, actor) {
      const state = await cases.state(caseId);
      const wanted = selected === undefined ? undefined : await keysOf(store, state, selected);
      let changed = 0;
      const decide = (now: CaseState): CaseAction[] => {
        const companies = wanted === undefined ? excludedNamed(now, names) : excludedAmong(now, wanted);
        changed = companies.length;
        const kind = now.runbook === undefined ? 'tokens.included' : 'runbook.decisionsWithdrawn';
        return inEntries(companies.map(({ seen: _, ...company }) => company)).map((some) => ({
          kind,
          content: { companies: some, reason },
        }));
      };
      await record(state, actor, decide, []);
      return { changed, counts: await counts(caseId) };
    },
  };
};

/** Those of a selection that are migrated are named like those that a request names. */
const findSelected = async (
  store: DeskContext['store'],
  state: CaseState,
  selected: TokenRowSelection,
  left: readonly NotMigratedRow[],
): Promise<Found<NotMigratedRow>> => {
  const { ids } = await selectedRows({ store }, state, aboutOf(state), selected);
  const rows = left.filter(({ id }) => ids.has(id));
  if (rows.length === 0) throw refused('No row that could be excluded is selected.');
  const open = new Set(rows.map(({ id }) => id));
  const others = await store.read((reader) =>
    readTokenRowsById(
      reader,
      state.id,
      [...ids].filter((id) => !open.has(id)),
    ),
  );
  return { rows, refs: others.flatMap(({ ref }) => ref ?? []), lines: [] };
};

const aboutOf = ({ id, targetId }: CaseState) => ({ caseId: id, scope: scopeOf(targetId) });

/** By `companyKey`, of the excluded ones among the selected rows. */
const keysOf = async (
  store: DeskContext['store'],
  state: CaseState,
  selected: TokenRowSelection,
): Promise<ReadonlySet<string>> => {
  const { ids } = await selectedRows({ store }, state, aboutOf(state), selected);
  const excluded = await store.read((reader) => excludedRows(reader, state));
  return new Set([...excluded.values()].filter(({ id }) => ids.has(id)).map(companyKey));
};

const excludedIn = (now: Deciding) => exclusionsIn(now).map(({ company }) => company);

const excludedAmong = (now: Deciding, wanted: ReadonlySet<string>) => {
  const companies = excludedIn(now).filter((company) => wanted.has(companyKey(company)));
  if (companies.length === 0) throw refused('No excluded row is selected.');
  return companies;
};

const excludedNamed = (now: Deciding, names: Names) => namedIn(names, excludedIn(now), 'It is not excluded.');

/** Who excluded it, and why, is not written over. @throws CatalogueError `request.invalid` */
const refuseExcluded = (now: Deciding, rows: readonly NotMigratedRow[]): void => {
  const already = rows.filter((row) => decisionOn({ decisions: decisionsIn(now) }, row)?.kind === 'excluded');
  if (already.length === 0) return;
  const by = decisionsIn(now).get(companyKey(already[0] as NotMigratedRow))?.by;
  throw refused(
    `${quotedList(already.map(({ ref, line }) => ref ?? lineName(line)))}: It is excluded already, by ${by}. Include it again first. Nothing was recorded.`,
  );
};

/** @throws CatalogueError `request.invalid` for rows that are migrated, or that the case does not have */
const refuseOthers = async (
  { refs, lines }: Found<NotMigratedRow>,
  namesOf: () => Promise<readonly RowName[]>,
): Promise<void> => {
  if (refs.length + lines.length === 0) return;
  const names = await namesOf();
  const known = new Set(names.map(({ ref }) => ref));
  const migrated = refs.filter((ref) => known.has(ref));
  if (migrated.length > 0) {
    throw refused(
      `${quotedList(migrated)}: It is migrated. Undo it first to leave it out. Nothing was recorded.`,
    );
  }
  const unknown = [...refs, ...lines.map(lineName)];
  const [first] = refs;
  const near =
    first === undefined
      ? []
      : nearestOf(first, names, ({ ref, name }) => (name === null ? [ref] : [ref, name]));
  const meant =
    near.length === 0
      ? 'The case has no such row.'
      : `The case has no such reference. Near "${first}": ${formatList(near.map(nameAndRef))}.`;
  throw refused(`${quotedList(unknown)}: ${meant} Nothing was recorded.`);
};

const nameAndRef = ({ ref, name }: RowName): string =>
  name === null || name === ref ? `"${ref}"` : `"${ref}" (${name})`;
