import { oneLine } from '#base/terminal-text.ts';
import { colors } from '#cli/colors.ts';
import type { DoctorChange, DoctorCheck, DoctorOutcome, DoctorPlan, DoctorResult } from '#contract/doctor.ts';
import { formatCount, formatList } from '#contract/format.ts';
import { broken, sections, terminalWidth } from './layout.ts';

/** What a test sends, before it sends anything. */
export const formatPlan = ({ requests, host, loopback, secret, headers }: DoctorPlan): string => {
  const place = loopback ? `${host} (this machine)` : host;
  const withHeaders = headers.length === 0 ? '' : `, with ${formatList(headers.map(oneLine))}`;
  const text = `Sends up to ${formatCount(requests, 'request')} to ${oneLine(place)}, ${secrets[secret]}${withHeaders}.`;
  return broken(text, terminalWidth).join('\n');
};

const secrets: Readonly<Record<DoctorPlan['secret'], string>> = {
  given: 'signed with the given secret',
  endpoint: "signed with the endpoint's secret",
  none: 'without the secret (give it with --secret-file)',
};

const marks: Readonly<Record<DoctorOutcome, string>> = {
  pass: colors.green('✓'),
  fail: colors.red('✗'),
  undetermined: colors.yellow('?'),
  'not-applicable': colors.dim('–'),
};

/** @param changes since the last test of the same URL; undefined: there was none, or nobody asked */
export const formatDoctor = (result: DoctorResult, changes?: readonly DoctorChange[]): string => {
  const { checks, url } = result;
  return sections(
    broken(oneLine(url), terminalWidth).join('\n'),
    checks.map(formatCheck).join('\n'),
    formatReasons(checks),
    checks
      .filter(({ outcome }) => outcome === 'fail')
      .map(formatFailure)
      .join('\n\n'),
    formatChanges(changes),
    formatVerdict(result),
  );
};

const idWidth = 20;

/** One line: what passed says it by its title. */
const formatCheck = ({ id, outcome, title }: DoctorCheck): string => {
  const word = outcome === 'undetermined' || outcome === 'not-applicable' ? ` (${outcome})` : '';
  return `${marks[outcome]} ${id.padEnd(idWidth)} ${colors.dim(`${title}${word}`)}`;
};

const mostIds = 4;

/** Why checks are undetermined; many for the same reason. */
const formatReasons = (checks: readonly DoctorCheck[]): string => {
  const byReason = new Map<string, string[]>();
  for (const { id, outcome, evidence } of checks) {
    if (outcome !== 'undetermined') continue;
    const reason = oneLine(evidence.at(-1) ?? '');
    byReason.set(reason, [...(byReason.get(reason) ?? []), id]);
  }
  return [...byReason]
    .map(([reason, ids]) => indented(`${formatList(ids, mostIds)}: ${reason}`, `${colors.yellow('?')} `))
    .join('\n');
};

const formatFailure = ({ id, evidence, fix = '', sample }: DoctorCheck): string =>
  [
    `${marks.fail} ${colors.bold(id)}`,
    ...evidence.map((line) => colors.dim(indented(oneLine(line), '  '))),
    indented(fix, '→ '),
    ...(sample === undefined ? [] : [`  Sample: carryover doctor --sample ${sample}`]),
  ].join('\n');

/** The first line behind a mark, the others under it. */
const indented = (text: string, mark: string): string =>
  broken(text, terminalWidth - 2)
    .map((line, at) => `${at === 0 ? mark : '  '}${line}`)
    .join('\n');

const formatChanges = (changes: readonly DoctorChange[] | undefined): string => {
  if (changes === undefined) return '';
  if (changes.length === 0) return 'No changes since the last test of this URL.';
  const lines = changes.map(({ id, from, to }) => `  ${id.padEnd(idWidth)} ${from} → ${to}`);
  return ['Changed since the last test of this URL:', ...lines].join('\n');
};

const formatVerdict = ({ verdict, checks, requests }: DoctorResult): string => {
  const count = (wanted: DoctorOutcome): number => checks.filter(({ outcome }) => outcome === wanted).length;
  const [passed, failed, open] = [count('pass'), count('fail'), count('undetermined')];
  const sent = `${formatCount(requests, 'request')} sent`;
  if (verdict === 'pass') return colors.green(`Passed: ${formatCount(passed, 'check')}, ${sent}.`);
  const others = open === 0 ? '' : `, ${open} undetermined`;
  if (verdict === 'fail') {
    return colors.red(`Failed: ${formatCount(failed, 'check')}${others}, ${passed} passed, ${sent}.`);
  }
  return colors.yellow(`Undetermined: ${formatCount(open, 'check')}, ${passed} passed, ${sent}.`);
};
