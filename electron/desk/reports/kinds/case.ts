import { approvalKindLabels } from '#contract/approvals.ts';
import { erasedText } from '#contract/erasure.ts';
import { formatCount, formatList } from '#contract/format.ts';
import type { ReportSection, ReportTable } from '#contract/report.ts';
import { timelineClockLabels, timelineLaneLabels } from '#contract/timeline.ts';
import { isSignatureOf } from '#desk/cases/approval-signatures.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { verdictOf } from '#desk/eligibility/grounds.ts';
import { cutOverSince } from '#desk/eligibility/request-progress.ts';
import { below, column, dataColumn, facts, note, quote, section, table, text } from '#desk/reports/blocks.ts';
import { formatInstant } from '#desk/reports/format.ts';
import type { BuildReport, ReportSource } from '#desk/reports/reports.ts';
import { timelineOf } from '#desk/reports/timeline-facts.ts';
import { cutoverSummary } from './cutover.ts';
import { verdictSummary } from './eligibility.ts';
import { formatEntry } from './entry-format.ts';
import { party, stepState } from './labels.ts';
import { managedSummary } from './managed.ts';
import { pictureOf, tallyOf } from './token-picture.ts';
import { tallyFigures, tokensSummary } from './tokens.ts';

/** A case as a whole: people, steps, summaries and timeline. */
export const caseReport: BuildReport = (source) => {
  const { state } = source;
  const open = state.steps.filter((step) => step.state === 'open');
  return {
    title: `Case: ${state.name}`,
    summary: caseSummary(state, open.length),
    table: 'timeline',
    sections: [
      section('overview', 'Overview', overviewFacts(state), stepsTable(state), contactsTable(state)),
      ...shortSections(source),
      notesSection(state),
      section('attachments', 'Attachments', attachmentsTable(state)),
      ...approvalSections(state),
      timelineSection(state),
      section('timeline', 'Timeline', timelineTable(source)),
    ],
  };
};

const caseSummary = ({ state, steps, updated }: CaseState, open: number) => {
  const done = `${steps.length - open} of ${formatCount(steps.length, 'step')} done or skipped`;
  return { text: `The case is ${state}: ${done}. Last changed ${formatInstant(updated)} UTC.` };
};

const overviewFacts = (state: CaseState) =>
  facts(
    ['Integrator', state.integrator],
    ['Migrates', formatList(state.parts)],
    ['State', state.state],
    ['Target', state.targetId, 'id'],
    ['Client id', state.clientId, 'id'],
    ['Created', state.created, 'instant'],
    ['Last changed', state.updated, 'instant'],
    ['Case id', state.id, 'id'],
  );

const stepsTable = ({ steps }: CaseState): ReportTable =>
  table('steps', {
    caption: 'Steps',
    none: 'No steps.',
    columns: [
      column('title', 'Step'),
      below('note', 'title', 'Note'),
      below('why', 'title', 'Reason'),
      dataColumn('id', 'Step', 'id'),
      column('part', 'Part'),
      column('responsible', 'Responsible', 'text', party),
      column('state', 'State', 'state', stepState),
      column('since', 'Since', 'instant'),
      below('by', 'since', 'By'),
      column('due', 'Due', 'instant'),
    ],
    rows: steps.map(({ why = [], reopened, ...step }) => ({
      ...step,
      ...(reopened || why.length > 0 ? { why: [...(reopened ? ['Reopened.'] : []), ...why].join(' ') } : {}),
    })),
  });

/** Who approved what, and with which signature; left out where nothing needed an approval. */
const approvalSections = ({ id, approvals }: CaseState): ReportSection[] =>
  approvals.size === 0
    ? []
    : [
        section(
          'approvals',
          'Approvals',
          table('approvals', {
            caption: 'Approvals',
            none: 'No approvals.',
            columns: [
              column('what', 'Operation'),
              below('signature', 'what', 'Signature'),
              column('target', 'Target'),
              column('digest', 'Plan (SHA-256)', 'id'),
              column('requested', 'Requested', 'instant'),
              below('requester', 'requested', 'By'),
              column('given', 'Approved', 'instant'),
              below('approver', 'given', 'By'),
              column('used', 'Carried out', 'instant'),
              below('runner', 'used', 'By'),
            ],
            rows: [...approvals.values()].map((one) => ({
              what: approvalKindLabels[one.plan.kind],
              target: one.plan.target.name,
              digest: one.digest,
              requested: one.at,
              requester: one.actor,
              ...(one.given && {
                given: one.given.at,
                approver: one.given.actor,
                signature: `${isSignatureOf(id, one, one.given) ? 'Holds' : 'Does not hold'}; key ${one.given.publicKey}`,
              }),
              ...(one.used && { used: one.used.at, runner: one.used.actor }),
            })),
          }),
        ),
      ];

const contactsTable = ({ contacts }: CaseState): ReportTable =>
  table('contacts', {
    caption: 'Contacts',
    none: 'No contacts.',
    columns: [
      column('name', 'Name'),
      column('party', 'Party', 'text', party),
      column('role', 'Role'),
      column('email', 'Email'),
      column('phone', 'Phone'),
    ],
    rows: contacts,
  });

/** Summaries of the other kinds. */
const shortSections = (source: ReportSource): ReportSection[] => {
  const { state } = source;
  const sections: ReportSection[] = [];
  if (state.parts.includes('webhooks') || state.verdicts.length > 0) {
    const { tone = 'warn', text: words } = verdictSummary(verdictOf(state), cutOverSince(state));
    sections.push(section('eligibility', 'Eligibility summary', note(tone, words)));
  }
  const cutover = cutoverSummary(state);
  if (cutover !== undefined) {
    const { tone = 'warn', text: words } = cutover;
    sections.push(section('cutover', 'Cutover summary', note(tone, words)));
  }
  if (state.parts.includes('tokens') || state.tokenImports.length > 0) {
    const picture = pictureOf(source);
    const { tone = 'warn', text: words } = tokensSummary(state, picture);
    const figures = tallyFigures(tallyOf(picture));
    sections.push(section('tokens', 'Token migration summary', note(tone, words), ...figures));
  }
  if (state.runbook !== undefined) {
    const { tone = 'warn', text: words } = managedSummary(source);
    sections.push(section('managed', 'Managed migration summary', note(tone, words)));
  }
  return sections;
};

const notesSection = ({ notes }: CaseState): ReportSection =>
  section(
    'notes',
    'Notes',
    ...(notes.length === 0
      ? [text('No notes.')]
      : notes.map(({ text: words, by, at, changed }) =>
          quote(
            words,
            `${by}, ${formatInstant(at)}${changed === undefined ? '' : `, changed ${formatInstant(changed)}`}`,
          ),
        )),
  );

/** As exported in JSON and CSV. */
const sealed = 'sealed: contains secrets';

const attachmentsTable = ({ attachments }: CaseState): ReportTable =>
  table('attachments', {
    caption: 'Attached files',
    none: 'No attachments.',
    columns: [
      column('name', 'Name'),
      below('note', 'name', 'Note'),
      dataColumn('id', 'Attachment', 'id'),
      column('size', 'Size (bytes)', 'integer'),
      column('kept', 'Storage', 'text', { words: { [sealed]: 'encrypted: contains secrets' } }),
      column('at', 'When', 'instant'),
      below('by', 'at', 'By'),
      column('digest', 'SHA-256', 'id'),
    ],
    rows: attachments.map(({ secret, erased, ...one }) => ({
      ...one,
      kept: erased ? erasedText : secret ? sealed : 'plain',
    })),
  });

/** The picture, and the same as a table. */
const timelineSection = (state: CaseState): ReportSection => {
  const timeline = timelineOf(state);
  return section(
    'course',
    'Timeline picture',
    { block: 'timeline', ...timeline },
    table('course-events', {
      caption: 'What the picture shows',
      none: 'Nothing yet.',
      columns: [
        column('lane', 'Lane', 'text', { words: { ...timelineLaneLabels } }),
        column('label', 'Event'),
        below('detail', 'label', 'Detail'),
        column('from', 'From', 'instant'),
        column('to', 'To', 'instant'),
        column('clock', 'Clock', 'text', { words: { ...timelineClockLabels } }),
      ],
      rows: timeline.facts.map(({ lane, label, detail, from, to, clock }) => ({
        lane,
        label,
        detail,
        from,
        to,
        clock,
      })),
    }),
  );
};

const timelineTable = ({ entries }: ReportSource): ReportTable =>
  table('timeline', {
    caption: `${formatCount(entries.length, 'entry', 'entries')}, each with the digest of the audit chain up to it`,
    none: 'No entries.',
    columns: [
      column('seq', 'Entry', 'integer'),
      column('at', 'When', 'instant'),
      column('actor', 'Who'),
      column('words', 'Action'),
      below('kind', 'words', 'Kind'),
      below('digest', 'words', 'Digest', 'id'),
    ],
    rows: entries.map((entry) => ({
      seq: entry.seq,
      at: entry.at,
      actor: entry.actor,
      words: formatEntry(entry),
      kind: entry.kind,
      digest: entry.digest,
    })),
  });
