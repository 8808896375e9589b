import type { DoctorCheck, DoctorResult } from '#contract/doctor.ts';

/** A result as JUnit XML, as CI systems read it: a testcase for each check. */
export const junitOf = ({ url, at, checks }: DoctorResult): string => {
  const failures = checks.filter(({ outcome }) => outcome === 'fail').length;
  const skipped = checks.filter(({ outcome }) => isSkipped(outcome)).length;
  const counts = `tests="${checks.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="carryover doctor" ${counts}>`,
    `  <testsuite name="${attribute(url)}" timestamp="${attribute(at.replace(/\.\d+Z$/, ''))}" ${counts}>`,
    ...checks.flatMap(testcase),
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')}\n`;
};

const isSkipped = (outcome: DoctorCheck['outcome']): boolean =>
  outcome === 'undetermined' || outcome === 'not-applicable';

const testcase = ({ id, outcome, title, evidence, fix = '' }: DoctorCheck): string[] => {
  const begin = `    <testcase classname="carryover.doctor" name="${attribute(`${id}: ${title}`)}"`;
  const lines = evidence.join('\n');
  if (outcome === 'fail') {
    return [
      `${begin}>`,
      `      <failure type="${attribute(id)}" message="${attribute(fix)}">${content(lines)}</failure>`,
      '    </testcase>',
    ];
  }
  if (isSkipped(outcome)) {
    const message = `${outcome}: ${evidence.at(-1) ?? ''}`;
    return [`${begin}>`, `      <skipped message="${attribute(message)}"/>`, '    </testcase>'];
  }
  return [`${begin}>`, `      <system-out>${content(lines)}</system-out>`, '    </testcase>'];
};

/** What XML 1.0 has no way to write: control characters, halves of surrogate pairs, two non-characters. */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const content = (text: string): string =>
  text
    .replace(unwritable, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');

/** Readers turn line breaks of attributes into spaces, unless they are written as references. */
const attribute = (text: string): string =>
  content(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
