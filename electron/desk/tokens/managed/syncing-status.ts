import { formatCount } from '#contract/format.ts';
import type { KnownCompanies, RunbookEvidence } from '#contract/runbook.ts';
import type { CaseState, RunbookState } from '#desk/cases/state.ts';
import type { Finding, RunbookFacts } from './finding.ts';
import { refsInMigration } from './not-migrated.ts';

/** Step 4: confirmations of disabled syncing, and how many companies lack one. */

type Confirmation = RunbookState['syncing'] extends ReadonlyMap<string, infer One> ? One : never;

const listedEntries = 50;

export const syncingStatus = (
  state: CaseState,
  runbook: RunbookState,
  facts: RunbookFacts | undefined,
): Finding => {
  const byEntry = [...Map.groupBy(runbook.syncing.values(), ({ seq }) => seq)].sort(([a], [b]) => a - b);
  const entries = byEntry.flatMap(([, [first, ...others]]) =>
    first === undefined ? [] : [{ first, companies: others.length + 1 }],
  );
  const cut = entries.length - listedEntries;
  const last = entries.at(-1)?.first;
  return {
    evidence: [
      ...(cut > 0 ? [{ text: `${formatCount(cut, 'earlier entry', 'earlier entries')}, not listed` }] : []),
      ...entries.slice(-listedEntries).map(({ first, companies }) => evidenceOf(first, companies)),
    ],
    missing: syncingMissing(state, runbook, facts),
    doneAt: last?.recorded,
    doneBy: last?.by,
  };
};

const evidenceOf = (
  { by, how, list, quote, attachmentId, at }: Confirmation,
  companies: number,
): RunbookEvidence => {
  const way =
    how === 'hand' ? 'manually' : `from the list ${list?.name ?? ''} (SHA-256 ${list?.digest ?? ''})`;
  return {
    text: `${formatCount(companies, 'company', 'companies')}, ${way}${quote === undefined ? '' : `: ${quote}`}`,
    at,
    by,
    ...(attachmentId === undefined ? {} : { attachmentId }),
  };
};

const syncingMissing = (
  state: CaseState,
  runbook: RunbookState,
  facts: RunbookFacts | undefined,
): string[] => {
  const refs = facts === undefined ? [] : refsInMigration(runbook, facts);
  const known = knownCompanies(runbook.syncing, refs) ?? runbook.syncingKnown;
  if (known === undefined) return ['Disabled syncing is not confirmed for every company.'];
  const { companies, open } = known;
  if (open > 0) {
    const held = runbook.overrides.has('disable-syncing')
      ? 'The requirement is overridden, so none is held.'
      : `${open === 1 ? 'It is' : 'They are'} held.`;
    return [
      `Disabled syncing is not confirmed for ${open} of ${formatCount(companies, 'company', 'companies')}. ${held}`,
    ];
  }
  return known === runbook.syncingKnown && importedSince(state, runbook.syncingKnown.seq)
    ? ['Companies were imported since the last confirmation.']
    : [];
};

/** undefined if the companies are not here, as another desk works on the case. */
export const knownCompanies = (
  confirmed: Pick<ReadonlySet<string>, 'has'>,
  refs: readonly string[],
): KnownCompanies | undefined =>
  refs.length === 0
    ? undefined
    : { companies: refs.length, open: refs.filter((ref) => !confirmed.has(ref)).length };

/** Rows that replace others are of companies that were there. */
const importedSince = ({ tokenImports }: CaseState, after: number): boolean =>
  tokenImports.some(({ seq, ready, replaced }) => seq > after && ready > replaced);
