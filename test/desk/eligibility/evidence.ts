import { hash, randomUUID } from 'node:crypto';
import type {
  EligibilityRow,
  Evidence,
  Finding,
  MentionSubject,
  Mentions,
  RowStatement,
  TestRun,
} from '#contract/eligibility.ts';
import { findingId } from '#desk/eligibility/finding-id.ts';

const kinds = { 'alerts-endpoints': 'alerts-call', 'rule-id': 'rule-id-use' } as const;

export const sourceFinding = (row: keyof typeof kinds, file: string, weak = false): Finding => ({
  id: findingId(row, kinds[row], file, String(weak)),
  row,
  kind: kinds[row],
  weak,
  confidence: 'high',
  place: { kind: 'source', file, line: 12, excerpt: 'body.RuleId' },
  why: 'It is used.',
});

export const states = (
  rows: Partial<Record<EligibilityRow, RowStatement['says']>>,
): Pick<Evidence, 'rows'> => ({
  rows: Object.entries(rows).map(([row, says]) => ({
    row: row as EligibilityRow,
    says,
    because: `${row}: ${says}.`,
  })),
});

/** A scan of whole source code that found nothing, unless it is told otherwise. */
export const scan = (change: Partial<Evidence> = {}): Evidence => ({
  id: randomUUID(),
  collector: 'source',
  scope: 'app',
  at: '2026-01-10T00:00:00.000Z',
  origin: 'app',
  read: { files: 3, bytes: 100, skipped: [], skippedCount: 0 },
  ...states({ 'alerts-endpoints': 'absent', 'rule-id': 'absent' }),
  findings: [],
  findingCount: change.findings?.length ?? 0,
  mentions: noMentions,
  ...change,
});

const noMentions: Mentions = { count: 0, found: 0, explained: [], reviewCounts: [], toReview: [] };

/** What is to review in one file, one mention a line. */
export const mentionsToReview = (subject: MentionSubject, lines: number, file = 'lib/hook.pm'): Mentions => ({
  count: lines,
  found: 0,
  explained: [],
  reviewCounts: [{ subject, count: lines }],
  toReview: Array.from({ length: lines }, (_, index) => ({
    id: hash('sha256', `${subject} ${file} ${index}`).slice(0, 16),
    subject,
    file,
    line: index + 1,
    excerpt: '$body->{RuleId}',
    cause: 'unknown-language',
  })),
});

/** A scan with strong findings. */
export const findingScan = (findings: Finding[], change: Partial<Evidence> = {}): Evidence => {
  const says = (row: EligibilityRow): RowStatement['says'] => {
    const ofRow = findings.filter((finding) => finding.row === row);
    if (ofRow.some(({ weak }) => !weak)) return 'present';
    return ofRow.length > 0 ? 'weak' : 'absent';
  };
  return scan({
    ...states({ 'alerts-endpoints': says('alerts-endpoints'), 'rule-id': says('rule-id') }),
    findings,
    ...change,
  });
};

/** Traffic of a window, with calls of `/rules/alerts` if there are any. */
export const traffic = (
  from: string,
  to: string,
  calls: number,
  change: Partial<Evidence> & { others?: number } = {},
): Evidence => {
  const { others = 100, ...rest } = change;
  const findings: Finding[] =
    calls === 0
      ? []
      : [
          {
            id: findingId('alerts-endpoints', 'alerts-call', 'GET', '/rules/alerts'),
            row: 'alerts-endpoints',
            kind: 'alerts-call',
            weak: false,
            confidence: 'high',
            place: {
              kind: 'request',
              method: 'GET',
              path: '/rules/alerts',
              first: from,
              last: to,
              count: calls,
            },
            why: 'It was called.',
          },
        ];
  return {
    id: randomUUID(),
    collector: 'traffic',
    scope: 'gateway',
    at: '2026-01-20T00:00:00.000Z',
    origin: 'access.log',
    read: { requests: calls + others, from, to, skipped: [], skippedCount: 0 },
    ...states({ 'alerts-endpoints': calls > 0 ? 'present' : 'nothing-seen' }),
    findings,
    findingCount: findings.length,
    ...rest,
  };
};

type End = NonNullable<TestRun['end']>;

/** A test run of five calls that ended well, and called no alerts endpoint unless it is told otherwise. */
export const testRun = (
  from: string,
  to: string,
  {
    alerts = 0,
    end = {},
    ...change
  }: Omit<Partial<Evidence>, 'testRun'> & { alerts?: number; end?: Partial<End> | null } = {},
): Evidence => {
  const run = randomUUID();
  const place = { kind: 'request', method: 'GET', path: '/rules/alerts', first: from, last: to } as const;
  const findings: Finding[] =
    alerts === 0
      ? []
      : [
          {
            id: findingId('alerts-endpoints', 'alerts-call', 'exec', run),
            row: 'alerts-endpoints',
            kind: 'alerts-call',
            weak: false,
            confidence: 'high',
            place: { ...place, count: alerts },
            why: 'It was called.',
          },
        ];
  const calls = { total: 5 + alerts, succeeded: 5, alerts, unmatched: 0 };
  return {
    id: randomUUID(),
    collector: 'exec',
    scope: 'suite',
    at: to,
    origin: 'exec.xml',
    read: { from, ...(end && { to, requests: calls.total }), skipped: [], skippedCount: 0 },
    ...states({ 'alerts-endpoints': alerts > 0 ? 'present' : 'nothing-seen' }),
    findings,
    findingCount: findings.length,
    testRun: {
      run,
      carryover: '0.3.0',
      program: 'npm',
      mark: '3f2a',
      clock: 'virtual',
      fromState: false,
      started: from,
      sha256: hash('sha256', run),
      ...(end && {
        end: { at: to, exit: { code: 0 }, serviceTime: { from, to }, calls, operations: [], ...end },
      }),
    },
    ...change,
  };
};
