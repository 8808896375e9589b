import type { ReportBlock, ReportSection } from '#contract/report.ts';
import { bothParties } from '#contract/runbook.ts';
import { formatOutside } from '#contract/signature-labels.ts';
import { localTimes } from '#contract/window-rules.ts';
import type { AgreementRecord, CaseState, RunbookState } from '#desk/cases/state.ts';
import { below, column, dataColumn, facts, list, note, section, table, text } from '#desk/reports/blocks.ts';
import type { StepStatus } from '#desk/tokens/managed/finding.ts';
import { detailViews } from '#desk/tokens/managed/form.ts';
import { windowLength, windowRemarks } from '#desk/tokens/managed/window.ts';
import { party, stepState } from './labels.ts';
import { tableIds } from './table-ids.ts';

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

const agreementsTable = (
  id: string,
  caption: string,
  none: string,
  agreements: readonly AgreementRecord[],
  attachments: CaseState['attachments'],
) =>
  table(id, {
    caption,
    none,
    columns: [
      column('name', 'Name'),
      column('party', 'Party', 'text', party),
      column('at', 'When', 'instant'),
      below('recorded', 'at', 'Recorded', 'instant'),
      below('actor', 'at', 'Recorded by'),
      column('quote', 'Quote'),
      column('attachment', 'Attachment'),
      dataColumn('attachmentId', 'Attachment', 'id'),
    ],
    rows: agreements.map((one) => ({
      ...one,
      recorded: one.recorded === one.at ? undefined : one.recorded,
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

/** Of the integrator and of support, as the chain has them. */
const signaturesTable = (
  signOffs: NonNullable<RunbookState['handover']>['signOffs'],
  attachments: CaseState['attachments'],
) =>
  table(tableIds.signatures, {
    caption: 'Signatures of both parties',
    none: 'No signatures.',
    columns: [
      column('party', 'Party', 'text', party),
      column('state', 'State', 'state', { tones: { 'signed off': 'ok', 'not signed off': 'warn' } }),
      column('name', 'Name'),
      below('although', 'name', 'Condition'),
      column('at', 'When', 'instant'),
      below('recorded', 'at', 'Recorded', 'instant'),
      below('actor', 'at', 'Recorded by'),
      column('quote', 'Quote'),
      column('attachment', 'Attachment'),
      below('check', 'attachment', 'Check'),
      below('sha256', 'attachment', 'SHA-256', 'id'),
      below('key', 'attachment', 'SHA-256 of the key', 'id'),
      dataColumn('attachmentId', 'Attachment', 'id'),
    ],
    rows: bothParties.flatMap((of): Record<string, string | undefined>[] => {
      const own = signOffs.filter((one) => one.party === of);
      if (own.length === 0) return [{ party: of, state: 'not signed off' }];
      return own.map(({ name, at, actor, recorded, quote: said, attachmentId, acceptOpen, signature }) => ({
        ...{ party: of, state: 'signed off', name, at, actor, quote: said, attachmentId },
        recorded: recorded === at ? undefined : recorded,
        although: acceptOpen === true ? 'Some companies are not migrated.' : undefined,
        attachment: attachmentName(attachments, attachmentId),
        sha256: attachments.find(({ id }) => id === attachmentId)?.digest,
        check: attachmentId === undefined ? undefined : formatOutside(signature),
        key: signature?.state === 'verified' ? signature.fingerprint : undefined,
      }));
    }),
  });

/** Step 6: the document, and who has signed it. */
export const handoverSection = (
  { attachments }: CaseState,
  runbook: RunbookState,
  complete: StepStatus | undefined,
): ReportSection => {
  const { handover } = runbook;
  const decisions = decisionsTable(runbook);
  if (handover === undefined) {
    return section(
      'handover',
      'Handover',
      note('warn', 'No handover document, so neither party has signed off.'),
      ...stepSix(complete),
      decisions,
    );
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
    ...stepSix(complete),
    signaturesTable(signOffs, attachments),
    decisions,
  );
};

/** Whether it is done, and what is missing. */
const stepSix = (complete: StepStatus | undefined): ReportBlock[] =>
  complete === undefined
    ? []
    : [
        facts(
          ['Step 6', complete.state, stepState],
          ['Done', complete.state === 'done' ? complete.doneAt : undefined, 'instant'],
        ),
        ...list(complete.missing),
      ];
