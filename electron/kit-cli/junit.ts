import { writeAtomically } from '#base/write-atomically.ts';
import type { Observation, ObservationKind } from './observations.ts';

/**
 * What the service saw as a JUnit file, which CI systems show beside the suite's own.
 * @param failOn what counts as a failure; the rest is told in the output of its test
 */
export const writeJunit = (
  path: string,
  observations: readonly Observation[],
  failOn: readonly ObservationKind[],
): Promise<void> => writeAtomically(path, junitOf(observations, failOn));

export const junitOf = (observations: readonly Observation[], failOn: readonly ObservationKind[]): string => {
  const isFailure = ({ kind, found }: Observation): boolean => found.length > 0 && failOn.includes(kind);
  const cases = observations.map((one) => {
    const lines = [one.seen, ...one.found].join('\n');
    const failure = isFailure(one)
      ? `<failure message="${escaped(one.failed)}">${escaped(one.found.join('\n'))}</failure>`
      : '';
    return `    <testcase classname="carryover" name="${escaped(one.name)}">${failure}<system-out>${escaped(lines)}</system-out></testcase>`;
  });
  const counts = `tests="${observations.length}" failures="${observations.filter(isFailure).length}" errors="0" skipped="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="carryover exec" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
};

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
