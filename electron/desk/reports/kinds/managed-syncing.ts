import type { CaseActionOf, CaseEntry } from '#contract/case.ts';
import { formatCount } from '#contract/format.ts';
import type { ReportSection, ReportTable } from '#contract/report.ts';
import type { CompanyResult } from '#contract/token-runs.ts';
import type { RunbookState } from '#desk/cases/state.ts';
import { below, column, dataColumn, note, section, table } from '#desk/reports/blocks.ts';
import type { ReportSource } from '#desk/reports/reports.ts';
import { attachmentName } from './managed-parts.ts';

type Names = ReadonlyMap<string, string | undefined>;

/** Companies of the results, and those confirmed before any result; then withdrawn confirmations. */
export const syncingSection = (
  { state, entries }: ReportSource,
  { syncing, overrides }: RunbookState,
  companies: readonly CompanyResult[],
): ReportSection => {
  const known = companies.filter((company) => company.state !== 'invalid');
  const names = new Map(known.flatMap(({ ref, name }) => (ref === undefined ? [] : [[ref, name] as const])));
  const refs = [...new Set([...names.keys(), ...syncing.keys()])];
  const open = refs.filter((ref) => !syncing.has(ref)).length;
  return section(
    'syncing',
    'Disabled syncing',
    ...(open === 0
      ? []
      : [
          note(
            'warn',
            `Not confirmed for ${formatCount(open, 'company', 'companies')}${overrides.has('disable-syncing') ? '; the requirement is overridden, so none is held.' : '; all are held.'}`,
          ),
        ]),
    table('syncing', {
      caption: 'Confirmations by company',
      none: 'No confirmations.',
      columns: [
        column('ref', 'Company'),
        below('name', 'ref', 'Name'),
        column('state', 'State', 'state', { tones: { confirmed: 'ok', 'not confirmed': 'bad' } }),
        column('by', 'By'),
        column('how', 'Method', 'text', { words: { hand: 'manual', list: 'list' } }),
        below('list', 'how', 'List'),
        column('quote', 'Quote'),
        column('attachment', 'Attachment'),
        dataColumn('attachmentId', 'Attachment', 'id'),
        column('at', 'When', 'instant'),
        below('recorded', 'at', 'Recorded', 'instant'),
        dataColumn('seq', 'Entry', 'integer'),
      ],
      rows: refs.map((ref) => {
        const one = syncing.get(ref);
        const { by, how, quote, attachmentId, at, recorded, seq } = one ?? {};
        const attachment = attachmentName(state.attachments, attachmentId);
        const when = { at, recorded: recorded === at ? undefined : recorded, seq };
        const said = { by, how, list: one?.list?.name, quote, attachment, attachmentId, ...when };
        return {
          ref,
          name: names.get(ref),
          state: one === undefined ? 'not confirmed' : 'confirmed',
          ...said,
        };
      }),
    }),
    ...revocationsTable(entries, names),
  );
};

/** Withdrawn confirmations, also those that were given again since. */
const revocationsTable = (entries: readonly CaseEntry[], names: Names): ReportTable[] => {
  const rows = entries
    .filter(({ kind }) => kind === 'runbook.syncingRevoked')
    .flatMap(({ at, actor, seq, content }) => {
      const { refs, reason } = content as CaseActionOf<'runbook.syncingRevoked'>['content'];
      return refs.map((ref) => ({ ref, name: names.get(ref), at, actor, reason, seq }));
    });
  if (rows.length === 0) return [];
  return [
    table('syncing-revoked', {
      caption: 'Withdrawn confirmations',
      none: 'None withdrawn.',
      columns: [
        column('ref', 'Company'),
        below('name', 'ref', 'Name'),
        column('reason', 'Reason'),
        column('at', 'When', 'instant'),
        below('actor', 'at', 'By'),
        dataColumn('seq', 'Entry', 'integer'),
      ],
      rows,
    }),
  ];
};
