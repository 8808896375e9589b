import { hash } from 'node:crypto';
import { basename } from 'node:path';
import { Value } from 'typebox/value';
import { toIso } from '#base/clock.ts';
import { shown } from '#base/shown-text.ts';
import type { Evidence, Finding } from '#contract/eligibility.ts';
import { CatalogueError } from '#contract/errors.ts';
import { ExecReport, execReportFormat, execReportProperties } from '#contract/exec-report.ts';
import { formatCount } from '#contract/format.ts';
import { findingId } from '#desk/eligibility/finding-id.ts';
import { readBounded } from '#desk/eligibility/reading/read-bounded.ts';
import type { Reading } from '#desk/eligibility/reading/task.ts';
import { describeRun } from './faults.ts';
import { junitProperties, XmlProblem } from './junit-properties.ts';

export interface ExecReportTask {
  /** Absolute. */
  readonly path: string;
  readonly scope?: string | undefined;
  /** Whose own files are not read. */
  readonly dataDir: string;
}

/** A suite of ten thousand tests has about 2 MB. */
const longestBytes = 20 * 1_048_576;

/**
 * Reads the JUnit file of `carryover exec --report` as evidence.
 * @throws CatalogueError `file.unreadable`, `execReport.foreign`, `execReport.newer`, `execReport.changed`
 */
export const readExecReport = async ({ path, scope, dataDir }: ExecReportTask): Promise<Reading> => {
  const content = await readBounded(path, dataDir, longestBytes);
  const properties = propertiesIn(path, content);
  const { report, sha256 } = reportIn(path, properties);
  const digest = hash('sha256', content);
  const { end, ...begun } = report;
  const { alerts: _, ...ended } = end ?? { alerts: [] };
  const findings = [...alertsFindings(report), ...retryFindings(report)];
  return {
    collector: 'exec',
    scope: scope ?? scopeOf(report),
    origin: shown(basename(path), 200),
    digest,
    files: { sha256: digest, of: 'file' },
    read: {
      bytes: content.byteLength,
      ...(end === undefined ? {} : { requests: end.calls.total, to: end.at }),
      from: report.started,
      skipped: [],
      skippedCount: 0,
    },
    rows: statementsOf(report),
    findings,
    findingCount: findings.length,
    testRun: { ...begun, ...(end === undefined ? {} : { end: ended as Omit<typeof end, 'alerts'> }), sha256 },
  };
};

/** The same for the same command line in the same folder: another suite never replaces its evidence. */
const scopeOf = ({ folder = 'test run', program, mark }: ExecReport): string =>
  `${folder} (${program === undefined ? '' : `${program} `}${mark})`;

const propertiesIn = (path: string, content: Buffer): ReadonlyMap<string, string> => {
  const foreign = (problem: string): CatalogueError =>
    new CatalogueError('execReport.foreign', { path, problem });
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    const [own, ...others] = junitProperties(text, execReportProperties.report);
    if (own === undefined) throw foreign('it has no properties that `exec` writes');
    if (others.length > 0) throw foreign('it holds the reports of several runs');
    return own;
  } catch (error) {
    if (error instanceof CatalogueError) throw error;
    throw foreign(error instanceof XmlProblem ? error.message : 'it is not text in UTF-8');
  }
};

const reportIn = (
  path: string,
  properties: ReadonlyMap<string, string>,
): { report: ExecReport; sha256: string } => {
  const changed = (problem: string): CatalogueError =>
    new CatalogueError('execReport.changed', { path, problem });
  const format = properties.get(execReportProperties.format) ?? '';
  if (/^[1-9]\d{0,8}$/.test(format) && Number(format) > execReportFormat) {
    throw new CatalogueError('execReport.newer', { path, format, known: execReportFormat });
  }
  if (format !== String(execReportFormat)) throw changed('it does not say its format');
  const text = properties.get(execReportProperties.report) ?? '';
  const sha256 = hash('sha256', text);
  if (sha256 !== properties.get(execReportProperties.sha256)) {
    throw changed('its content does not have the SHA-256 that it names');
  }
  const report = parsed(text);
  if (report === undefined) throw changed('its content does not fit the format');
  const problem = contradiction(report);
  if (problem !== undefined) throw changed(problem);
  return { report, sha256 };
};

const parsed = (text: string): ExecReport | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(ExecReport, value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** What no run writes. */
const contradiction = ({ started, end }: ExecReport): string | undefined => {
  const instants = [started, ...instantsOf(end)];
  if (instants.some((text) => Number.isNaN(Date.parse(text)) || toIso(Date.parse(text)) !== text)) {
    return 'it has instants in another form';
  }
  if (end === undefined) return undefined;
  const { at, calls, alerts, operations } = end;
  const sum = (all: readonly { count: number }[]): number =>
    all.reduce((before, { count }) => before + count, 0);
  if (Date.parse(at) < Date.parse(started)) return 'it ended before it started';
  if (sum(alerts) !== calls.alerts) return 'its calls of the alerts endpoints do not add up';
  const others = calls.total - calls.alerts - calls.unmatched;
  if (others < calls.succeeded || others < sum(operations)) return 'its calls do not add up';
  const isOutside = alerts.some(
    ({ first, last }) =>
      Date.parse(first) > Date.parse(last) ||
      Date.parse(first) < Date.parse(started) ||
      Date.parse(last) > Date.parse(at),
  );
  return isOutside ? 'it has calls from outside its time' : undefined;
};

const instantsOf = (end: ExecReport['end']): string[] =>
  end === undefined
    ? []
    : [end.at, ...Object.values(end.serviceTime), ...end.alerts.flatMap(({ first, last }) => [first, last])];

const statementsOf = (report: ExecReport): Evidence['rows'] => {
  const { alerts = [], retryAfter } = report.end ?? {};
  return [
    {
      row: 'alerts-endpoints',
      says: alerts.length > 0 ? 'present' : 'nothing-seen',
      because: describeRun(report),
      findingCount: alerts.length,
    },
    ...(retryAfter === undefined
      ? []
      : [
          {
            row: 'retry-after',
            says: 'weak',
            because: `Consumers of the test run responded to alerts with Retry-After ${formatCount(retryAfter, 'time')}. They may be the suite's own.`,
            findingCount: 1,
          } as const,
        ]),
  ];
};

const alertsFindings = ({ run, end }: ExecReport): Finding[] =>
  (end?.alerts ?? []).map(({ method, path, first, last, count, caller }) => ({
    id: findingId('alerts-endpoints', 'alerts-call', 'exec', run, method, path, caller ?? ''),
    row: 'alerts-endpoints',
    kind: 'alerts-call',
    weak: false,
    confidence: 'high',
    place: { kind: 'request', method, path, first, last, count, ...(caller === undefined ? {} : { caller }) },
    why: 'A call to an alerts endpoint in a test run.',
  }));

const retryFindings = ({ run, end }: ExecReport): Finding[] =>
  end?.retryAfter === undefined
    ? []
    : [
        {
          id: findingId('retry-after', 'retry-after-seen', 'exec', run),
          row: 'retry-after',
          kind: 'retry-after-seen',
          weak: true,
          confidence: 'low',
          place: { kind: 'resource', resource: 'alert', text: 'responses to alerts in a test run' },
          why: 'A consumer of the test run responded with Retry-After.',
        },
      ];
