import { hash } from 'node:crypto';
import { canonical } from '#base/canonical.ts';
import { fileProblem } from '#base/file-problem.ts';
import { writeAtomically } from '#base/write-atomically.ts';
import { CommandError } from '#cli/command-error.ts';
import { type ExecReport, execReportFormat, execReportProperties } from '#contract/exec-report.ts';
import type { Observation, ObservationKind } from './observations.ts';

export interface JunitContent {
  /** Undefined while the command runs. */
  readonly observations?: readonly Observation[];
  /** What counts as a failure; the rest is told in the output of its test. */
  readonly failOn: readonly ObservationKind[];
  /** For eligibility, as properties of the suite. */
  readonly report: ExecReport;
}

/** What the service saw as a JUnit file, which CI systems show beside the suite's own. */
export const writeJunit = (path: string, content: JunitContent): Promise<void> =>
  writeAtomically(path, junitOf(content)).catch((cause: unknown) => {
    // The system names the file beside it, which nobody asked for.
    throw new CommandError(`The report ${path} can't be written: ${fileProblem(cause)}.`, 1, { cause });
  });

export const junitOf = ({ observations, failOn, report }: JunitContent): string => {
  const isFailure = ({ kind, found }: Observation): boolean => found.length > 0 && failOn.includes(kind);
  const cases = observations?.map((one) => testCase(one, isFailure(one))) ?? [unfinished];
  const failures = observations?.filter(isFailure).length ?? 0;
  const counts = `tests="${cases.length}" failures="${failures}" errors="${observations === undefined ? 1 : 0}" skipped="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="carryover exec" ${counts}>`,
    ...propertiesOf(report),
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
};

const testCase = (one: Observation, isFailure: boolean): string => {
  const lines = [one.seen, ...one.found].join('\n');
  const failure = isFailure
    ? `<failure message="${escaped(one.failed)}">${escaped(one.found.join('\n'))}</failure>`
    : '';
  return `    <testcase classname="carryover" name="${escaped(one.name)}">${failure}<system-out>${escaped(lines)}</system-out></testcase>`;
};

/** Of a run that was killed, this is all that there is. */
const unfinished =
  '    <testcase classname="carryover" name="The run ended"><error message="The run has not ended, or it was killed."/></testcase>';

const propertiesOf = (report: ExecReport): string[] => {
  const text = asciiOf(canonical(report));
  const { format, sha256, report: content } = execReportProperties;
  const properties = [
    [format, String(execReportFormat)],
    [sha256, hash('sha256', text)],
    [content, text],
  ] as const;
  return [
    '    <properties>',
    ...properties.map(([name, value]) => `      <property name="${name}" value="${escaped(value)}"/>`),
    '    </properties>',
  ];
};

/** JSON says every character in ASCII too: so XML changes none of them. */
const asciiOf = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** XML 1.0 has no place for most control characters, not even escaped. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"\n]/g, (sign) => entities[sign] as string);
