import type { ReportSection, ReportTable } from '#contract/report.ts';
import { formatExpectation } from '#contract/verdict-labels.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { requestView } from '#desk/eligibility/migration-request.ts';
import {
  below,
  column,
  dataColumn,
  facts,
  list,
  note,
  section,
  table,
  text,
  when,
} from '#desk/reports/blocks.ts';
import { cutoverSections } from './cutover.ts';

/** After an eligible verdict: request, cutover, headers and firewalls. */
export const migrationSections = (state: CaseState): ReportSection[] => [
  requestSection(state),
  ...cutoverSections(state, grantTables(state)),
  section('headers', 'Endpoint headers', headersTable(state), headerChecksTable(state)),
  section('firewalls', 'Consumer firewalls', firewallsTable(state)),
];

/** Grants and verifications. */
export const grantTables = (state: CaseState): ReportTable[] => [grantsTable(state), cutoverTable(state)];

export const requestSection = (state: CaseState): ReportSection => {
  if (state.request === undefined) {
    return section('request', 'Migration request', text('No migration request.'));
  }
  const { state: step, document, history, outdated } = requestView(state);
  return section(
    'request',
    'Migration request',
    facts(
      ['State', step],
      ['Title', document.title],
      ['Client id', document.clientId, 'id'],
      ['Plan digest', document.plan, 'id'],
      ['Drafted', document.drafted, 'instant'],
      ['Chain digest', document.chainDigest, 'id'],
      ['Source IPs', document.ipAddresses.join(', ')],
    ),
    ...(outdated ? [note('warn', 'Outdated: the verdict changed after the draft.')] : []),
    table('request-history', {
      caption: 'History',
      none: 'No history.',
      columns: [
        column('at', 'When', 'instant'),
        column('state', 'Step'),
        column('by', 'By'),
        column('note', 'Note'),
      ],
      rows: history,
    }),
    ...(document.carryOver.length === 0 ? [] : [text('Carried over:'), ...list(document.carryOver)]),
  );
};

const grantsTable = ({ grants }: CaseState): ReportTable =>
  table('grants', {
    caption: 'Grants',
    none: 'No grants.',
    columns: [
      ...when,
      column('endpoints', 'Endpoints', 'integer'),
      column('headers', 'Headers carried over'),
      column('notCarried', 'Not carried over'),
    ],
    rows: grants.map(({ at, actor, result }) => ({
      at,
      actor,
      endpoints: result.endpoints.length,
      headers: result.carriedHeaders.join('\n'),
      notCarried: result.notCarried.map(({ ruleId, reason }) => `${ruleId}: ${reason}`).join('\n'),
    })),
  });

const expectation = {
  words: {
    met: formatExpectation('met'),
    missing: formatExpectation('missing'),
    'not-visible': formatExpectation('not-visible'),
  },
  tones: { met: 'ok', missing: 'bad', 'not-visible': 'warn' },
} as const;

const cutoverTable = ({ cutoverChecks }: CaseState): ReportTable =>
  table('cutover-checks', {
    caption: 'Verifications of the cutover',
    none: 'No verifications.',
    columns: [
      column('at', 'When', 'instant'),
      column('what', 'Expectation'),
      column('state', 'Result', 'state', expectation),
      column('detail', 'Detail'),
    ],
    rows: cutoverChecks.flatMap(({ at, expectations }) =>
      expectations.map(({ what, state, detail }) => ({ at, what, state, detail })),
    ),
  });

const headersTable = ({ headers }: CaseState): ReportTable =>
  table('headers', {
    caption: 'Custom headers, values masked',
    none: 'No custom headers.',
    columns: [
      column('webhookId', 'Endpoint', 'id'),
      column('name', 'Header'),
      column('masked', 'Value'),
      column('state', 'State', 'state', { tones: { set: 'ok', planned: 'warn' } }),
    ],
    rows: [...headers].flatMap(([webhookId, { set, planned }]) => [
      ...set.map(({ name, masked }) => ({ webhookId, name, masked, state: 'set' })),
      ...planned.map(({ name, masked }) => ({ webhookId, name, masked, state: 'planned' })),
    ]),
  });

const headerChecksTable = ({ headers }: CaseState): ReportTable =>
  table('header-checks', {
    caption: 'Header checks by test event',
    none: 'No header checks.',
    columns: [
      column('at', 'When', 'instant'),
      column('webhookId', 'Endpoint', 'id'),
      column('result', 'Result', 'state', {
        tones: { passed: 'ok', 'not passed': 'bad', pending: 'warn' },
      }),
      column('headers', 'Headers'),
      column('advice', 'Advice'),
    ],
    rows: [...headers].flatMap(([webhookId, { checks }]) =>
      checks.map(({ at, passed, pending, headers: seen, advice }) => ({
        at,
        webhookId,
        result: pending === true ? 'pending' : passed ? 'passed' : 'not passed',
        headers: seen.map(({ name, result }) => `${name}: ${result}`).join('\n'),
        advice: advice.join('\n'),
      })),
    ),
  });

const firewallsTable = ({ firewallChecks }: CaseState): ReportTable =>
  table('firewalls', {
    caption: 'Firewall checks',
    none: 'No firewall checks.',
    columns: [
      column('at', 'When', 'instant'),
      column('name', 'Rules'),
      below('format', 'name', 'Format'),
      dataColumn('digest', 'SHA-256', 'id'),
      column('address', 'Source IP', 'id'),
      column('result', 'Result', 'state', { tones: { allowed: 'ok', denied: 'bad', unknown: 'warn' } }),
      column('because', 'Reason'),
      below('line', 'because', 'Line', 'integer'),
    ],
    rows: firewallChecks.flatMap(({ at, result }) =>
      result.answers.map(({ address, result: answer, because, line }) => ({
        at,
        name: result.name,
        format: result.format,
        digest: result.digest,
        address,
        result: answer,
        because,
        line,
      })),
    ),
  });
