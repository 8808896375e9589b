import { formatCount } from '#contract/format.ts';
import type { ReportBlock } from '#contract/report.ts';
import { causeLabels } from '#contract/token-causes.ts';
import type { CompanyResult } from '#contract/token-runs.ts';
import type { RunbookState } from '#desk/cases/state.ts';
import { below, column, note, table, text } from '#desk/reports/blocks.ts';
import { companyState } from './labels.ts';

/**
 * Migrated tokens that the old application made invalid by refreshing its own.
 * Source: `docs/reference/rules/managed-migration.md#why-syncing-is-disabled`.
 */
export const replacedBlocks = (
  companies: readonly CompanyResult[],
  { overrides, syncing }: RunbookState,
): ReportBlock[] => {
  const isOverridden = overrides.has('disable-syncing');
  const replaced = companies.filter(({ cause }) => cause === 'token-replaced');
  if (!isOverridden && replaced.length === 0) return [];
  const why = isOverridden
    ? 'This step was overridden, so the old application may have continued to sync.'
    : 'The old application continued to sync some companies, although syncing was confirmed as disabled.';
  const rotation =
    'A platform replaces the refresh token at each refresh. When the old application refreshes, the migrated copy becomes invalid: the next sync ends in AuthError, and the connection becomes Deauthorized.';
  if (replaced.length === 0) {
    return [text(`${why} ${rotation} No company is affected so far. Check again later.`)];
  }
  const { action, title } = causeLabels['token-replaced'];
  return [
    note(
      'bad',
      `${why} ${rotation} Affected: ${formatCount(replaced.length, 'company', 'companies')} ("${title}"). ${action}`,
    ),
    table('token-replaced', {
      caption: 'Companies with a replaced token',
      none: 'None.',
      columns: [
        column('ref', 'Company'),
        below('name', 'ref', 'Name'),
        column('state', 'State', 'state', companyState),
        column('connectionStatus', 'Connection'),
        below('connectionId', 'connectionStatus', 'Connection id', 'id'),
        column('confirmed', 'Disabled syncing'),
        column('message', 'Message'),
      ],
      rows: replaced.map((one) => ({
        ...one,
        datasets: undefined,
        dataTypes: undefined,
        confirmed: formatConfirmed(one, syncing),
      })),
    }),
  ];
};

const formatConfirmed = ({ ref }: CompanyResult, syncing: RunbookState['syncing']): string => {
  const confirmation = ref === undefined ? undefined : syncing.get(ref);
  return confirmation === undefined ? 'not confirmed' : `confirmed by ${confirmation.by}`;
};
