import { oneLine } from '#base/terminal-text.ts';
import { colors } from '#cli/colors.ts';
import { columns } from '#cli/output.ts';
import type { DualRunView } from '#contract/cutover.ts';
import { parityFaultLabels, parityVerdictLabels } from '#contract/cutover-labels.ts';
import { formatCount, formatDuration } from '#contract/format.ts';
import type { ParityReport, ParityVerdict } from '#contract/parity.ts';
import { section, sections, shortened, terminalWidth, wrapped } from './layout.ts';

/** What both mechanisms sent, compared, as a person reads it. */

const shownRows = 40;
const widestExample = 20;
const verdictColors = { holds: colors.green, fails: colors.red, unknown: colors.yellow } as const;

/** Exit codes of what compares. */
export const parityExitCodes: Readonly<Record<ParityVerdict, number>> = { holds: 0, fails: 3, unknown: 4 };

export const formatParity = (report: ParityReport): string =>
  sections(headline(report), matrix(report), expected(report), unexplained(report), findings(report));

const headline = ({ verdict, why, occurrences, conditionLost, late, requests }: ParityReport): string => {
  const { both, legacyOnly, newOnly, twice } = occurrences;
  const unread = requests.unreadable === 0 ? '' : `, ${requests.unreadable} unreadable`;
  return [
    verdictColors[verdict](`${parityVerdictLabels[verdict]}.`),
    ...why.flatMap((text) => wrapped(oneLine(text), terminalWidth)),
    `${formatCount(both, 'occurrence')} in both, ${legacyOnly} legacy only, ${newOnly} new only, ${twice} twice`,
    ...(conditionLost === 0 ? [] : [`Expected by lost conditions: ${conditionLost} of the new only`]),
    `Requests: ${requests.legacy} legacy, ${requests.new} new${unread}`,
    ...(late === undefined
      ? []
      : [`New after legacy: median ${signed(late.p50Ms)}, p99 ${signed(late.p99Ms)}`]),
  ].join('\n');
};

/** The new mechanism may also be the earlier one. */
const signed = (ms: number): string => (ms < 0 ? `−${formatDuration(-ms)}` : formatDuration(ms));

const companyLabels = { all: 'all', 'own-rule': 'own rule', none: 'none' } as const;

const matrix = ({ matrix: rows }: ParityReport): string => {
  if (rows.length === 0) return '';
  const cells = rows.map(({ ruleType, company, both, legacyOnly, newOnly, twice }) => [
    oneLine(ruleType),
    companyLabels[company],
    ...[both, legacyOnly, newOnly, twice].map(String),
  ]);
  return columns([['RULE TYPE', 'COMPANY', 'BOTH', 'LEGACY ONLY', 'NEW ONLY', 'TWICE'], ...cells]);
};

/** Of an expected one the mapping tells all; of an unexplained one an example is needed. */
const expected = ({ differences }: ParityReport): string => {
  const those = differences.filter(({ kind }) => kind === 'expected');
  if (those.length === 0) return '';
  const rows = those
    .slice(0, shownRows)
    .map(({ property, count, mapping }) => [String(count), oneLine(mapping ?? property)]);
  const table = columns([['COUNT', 'MAPPING'], ...rows]).split('\n');
  return section('Expected differences', [...table, ...more(those.length)]);
};

const unexplained = ({ differences }: ParityReport): string => {
  const those = differences.filter(({ kind }) => kind === 'unexplained');
  if (those.length === 0) return '';
  const rows = those
    .slice(0, shownRows)
    .map(({ property, count, example }) => [
      String(count),
      shortened(oneLine(property), widestExample),
      cell(example.legacy),
      cell(example.new),
    ]);
  const table = columns([['COUNT', 'PROPERTY', 'LEGACY', 'NEW'], ...rows]).split('\n');
  return section('Unexplained differences', [...table, ...more(those.length)]);
};

const cell = (value: string | undefined): string =>
  value === undefined ? '–' : shortened(oneLine(value), widestExample);

const more = (count: number): string[] =>
  count > shownRows ? [`and ${count - shownRows} more; --json shows them`] : [];

const findings = ({ findings: all }: ParityReport): string =>
  section('Faults', [
    ...all
      .slice(0, shownRows)
      .flatMap(({ id, count, what }) => [
        `${colors.red('✗')} ${parityFaultLabels[id]} ×${count}  ${colors.dim(id)}`,
        ...wrapped(oneLine(what), terminalWidth - 6).map((line) => `  ${line}`),
      ]),
    ...more(all.length),
  ]);

type Pair = DualRunView['pairs'][number];
const pairMarks: Readonly<Record<Pair['outcome'], string>> = {
  both: colors.green('✓ both'),
  'legacy-only': colors.red('✗ legacy only'),
  'new-only': colors.red('✗ new only'),
  twice: colors.red('✗ twice'),
  waiting: colors.yellow('… waiting'),
};

/** One line of a dual run. */
export const formatPair = ({
  at,
  ruleType,
  eventType,
  companyId,
  outcome,
  lateMs,
  unexplained,
}: Pair): string =>
  [
    colors.dim(at.slice(11, 19)),
    pairMarks[outcome],
    oneLine(ruleType),
    ...(eventType === undefined ? [] : [`→ ${oneLine(eventType)}`]),
    ...(companyId === undefined ? [] : [colors.dim(companyId.slice(0, 8))]),
    ...(lateMs === undefined ? [] : [colors.dim(signed(lateMs))]),
    ...(unexplained === 0 ? [] : [colors.red(`${unexplained} unexplained`)]),
  ].join('  ');
