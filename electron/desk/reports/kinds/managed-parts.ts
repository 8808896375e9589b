import type { ReportSection } from '#contract/report.ts';
import { localTimes } from '#contract/window-rules.ts';
import type { AgreementRecord, CaseState, RunbookState } from '#desk/cases/state.ts';
import { below, column, dataColumn, facts, list, note, section, table, text } from '#desk/reports/blocks.ts';
import { detailViews } from '#desk/tokens/managed/form.ts';
import { windowLength, windowRemarks } from '#desk/tokens/managed/window.ts';
import { party } from './labels.ts';

/** Details, window, decisions and handover of a managed migration. */

export const supplySection = (runbook: RunbookState): ReportSection =>
  section(
    'details',
    'Details supplied',
    table('details', {
      caption: 'Details for the platform; secrets are masked',
      none: 'The platform needs no details.',
      columns: [
        column('label', 'Detail'),
        below('name', 'label', 'Field'),
        column('state', 'State', 'state', {
          words: { 'left-out': 'not supplied, optional' },
          tones: { given: 'ok', missing: 'bad', invalid: 'bad' },
        }),
        column('value', 'Value'),
        column('at', 'Supplied', 'instant'),
        below('actor', 'at', 'By'),
      ],
      rows: detailViews(runbook).map(({ label, name, state, value }) => {
        const given = runbook.details.get(name);
        return { label, name, state, value, at: given?.at, actor: given?.actor };
      }),
    }),
  );

export const scheduleSection = ({ attachments }: CaseState, runbook: RunbookState): ReportSection => {
  const { estimate, window } = runbook;
  return section(
    'schedule',
    'Estimate and migration window',
    ...(estimate === undefined
      ? [text('No estimate.')]
      : [
          facts(
            ['Companies', estimate.companies, 'integer'],
            ['Likely duration', estimate.likelyMs, 'duration'],
            ['Longest duration', estimate.worstMs, 'duration'],
            ['Estimated', estimate.at, 'instant'],
            ['By', estimate.actor],
            ['Rehearsal', estimate.rehearsal === undefined ? 'not used' : 'used'],
          ),
          text('Basis:'),
          ...list(estimate.how),
        ]),
    ...(window === undefined
      ? [text('No window proposed.')]
      : [
          table('window', {
            caption: 'Migration window by time zone',
            none: 'No window proposed.',
            columns: [column('zone', 'Time zone'), column('start', 'From'), column('end', 'To')],
            rows: [
              { zone: 'UTC', start: utc(window.start), end: utc(window.end) },
              ...localTimes(window).filter(({ zone }) => zone !== 'UTC'),
            ],
          }),
          facts(
            ['Length', windowLength(window), 'duration'],
            ['Proposed', window.at, 'instant'],
            ['By', window.actor],
          ),
          ...windowRemarks(runbook).map((words) => note('warn', words)),
          agreementsTable('window-agreed', 'Agreements', 'No agreements.', window.agreements, attachments),
        ]),
    ...(runbook.windowOverrides.length === 0 ? [] : [overridesTable(runbook)]),
  );
};

const overridesTable = ({ windowOverrides }: RunbookState) =>
  table('window-overrides', {
    caption: 'Overrides of the agreed window',
    none: 'No overrides.',
    columns: [
      column('kind', 'Run'),
      column('reason', 'Reason'),
      column('actor', 'By'),
      column('at', 'When', 'instant'),
      dataColumn('runId', 'Run', 'id'),
    ],
    rows: windowOverrides.map(({ kind, reason, actor, at, runId }) => ({ kind, reason, actor, at, runId })),
  });

const utc = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;

type Told = AgreementRecord & { readonly acceptOpen?: boolean };

const agreementsTable = (
  id: string,
  caption: string,
  none: string,
  agreements: readonly Told[],
  attachments: CaseState['attachments'],
) =>
  table(id, {
    caption,
    none,
    columns: [
      column('name', 'Name'),
      below('although', 'name', 'Condition'),
      column('party', 'Party', 'text', party),
      column('at', 'When', 'instant'),
      below('recorded', 'at', 'Recorded', 'instant'),
      below('actor', 'at', 'Recorded by'),
      column('quote', 'Quote'),
      column('attachment', 'Attachment'),
      dataColumn('attachmentId', 'Attachment', 'id'),
    ],
    rows: agreements.map(({ acceptOpen, ...one }) => ({
      ...one,
      recorded: one.recorded === one.at ? undefined : one.recorded,
      although: acceptOpen === true ? 'Some companies are not migrated.' : undefined,
      attachment: attachmentName(attachments, one.attachmentId),
    })),
  });

/** As it is called now; undefined where none is named. */
export const attachmentName = (
  attachments: CaseState['attachments'],
  id: string | undefined,
): string | undefined =>
  id === undefined ? undefined : (attachments.find((one) => one.id === id)?.name ?? 'removed from the case');

/** On record; whether one still covers how its company stands, the handover document says. */
const decisionsTable = ({ decisions }: RunbookState) =>
  table('decisions', {
    caption: 'Accepted failures and excluded companies',
    none: 'No accepted failures or excluded companies.',
    columns: [
      column('ref', 'Company'),
      column('decision', 'Decision'),
      below('seen', 'decision', 'State'),
      column('reason', 'Reason'),
      column('by', 'By'),
      column('at', 'When', 'instant'),
      below('actor', 'at', 'Recorded by'),
    ],
    rows: [...decisions.values()].map(({ kind, company: { ref, line, seen }, by, reason, at, actor }) => ({
      ref: ref ?? `line ${line}`,
      decision: kind === 'accepted' ? 'Failure accepted' : 'Excluded',
      seen,
      reason,
      by,
      at,
      actor: actor === by ? undefined : actor,
    })),
  });

export const handoverSection = ({ attachments }: CaseState, runbook: RunbookState): ReportSection => {
  const { handover } = runbook;
  const decisions = decisionsTable(runbook);
  if (handover === undefined) {
    return section('handover', 'Handover', text('No handover document.'), decisions);
  }
  const { attachmentId, digest, chainDigest, done, failed, at, actor, signOffs } = handover;
  const name = attachments.find(({ id }) => id === attachmentId)?.name ?? 'removed from the case';
  return section(
    'handover',
    'Handover',
    facts(
      ['Document', name],
      ['SHA-256', digest, 'id'],
      ['Created', at, 'instant'],
      ['By', actor],
      ['Chain digest', chainDigest, 'id'],
      ['Companies migrated', done, 'integer'],
      ['Companies failed', failed, 'integer'],
      ['Failures accepted', handover.accepted, 'integer'],
      ['Companies excluded', handover.excluded, 'integer'],
    ),
    decisions,
    agreementsTable('signed-off', 'Sign-offs', 'No sign-offs.', signOffs, attachments),
  );
};
