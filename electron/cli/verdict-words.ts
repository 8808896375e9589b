import { oneLine } from '#base/terminal-text.ts';
import type {
  Action,
  Finding,
  RowResult,
  Verdict,
  VerdictChange,
  VerdictState,
} from '#contract/eligibility.ts';
import { colors } from './colors.ts';
import { columns } from './output.ts';
import { instantWords } from './time-words.ts';

/** A verdict for people. */

/** Findings shown for a row unless all are asked for. */
const shownFindings = 10;
const longestBecause = 100;

const stateWords: Readonly<Record<VerdictState, string>> = {
  eligible: colors.green('Eligible: the migration may be requested.'),
  blocked: colors.red('Blocked: the integrator must not migrate yet.'),
  undetermined: colors.yellow('Undetermined: absence must be shown, and some of it is not yet.'),
};

/** Exit codes of `check`. Source: issue "the migration desk", part 5. */
export const verdictExitCodes: Readonly<Record<VerdictState, number>> = {
  eligible: 0,
  blocked: 3,
  undetermined: 4,
};

export interface Told {
  readonly verdict: Verdict;
  /** Those that count. */
  readonly findings: readonly Finding[];
  readonly change?: VerdictChange | undefined;
  /** Since when the migration is confirmed. */
  readonly cutOver?: string | undefined;
  /** Every finding and every ground, however many there are. */
  readonly all?: boolean | undefined;
  /** Long grounds are cut to fit a terminal; in a pipe nothing is. */
  readonly brief?: boolean | undefined;
}

export const verdictWords = ({ verdict, findings, change, cutOver, all, brief }: Told): string =>
  [
    cutOver !== undefined && verdict.state === 'eligible'
      ? colors.green(`Migrated: the cutover was confirmed ${instantWords(cutOver)}.`)
      : stateWords[verdict.state],
    rowTable(verdict.rows, brief === true && all !== true),
    ...(all === true ? verdict.rows.flatMap(groundWords) : []),
    ...verdict.rows.flatMap((row) => findingWords(row, findings, all ?? false)),
    ...changeWords(change),
    ...actionWords(verdict.actions),
  ].join('\n\n');

const rowTable = (rows: readonly RowResult[], brief: boolean): string =>
  columns([
    ['ROW', 'STATE', 'BECAUSE'],
    ...rows.map(({ row, state, blocks, because, missing }) => [
      row,
      blocks ? `${state}, blocks` : state,
      cut(oneLine(because[0] ?? missing ?? ''), brief),
    ]),
  ]);

/** What the table has no room for: all that a row stands on. */
const groundWords = ({ row, state, because }: RowResult): string[] =>
  because.length === 0
    ? []
    : [[`${row} is ${state}, because:`, ...because.map((text) => `  ${oneLine(text)}`)].join('\n')];

const cut = (text: string, brief: boolean): string =>
  !brief || text.length <= longestBecause ? text : `${text.slice(0, longestBecause - 1)}…`;

const findingWords = ({ row, findings }: RowResult, known: readonly Finding[], all: boolean): string[] => {
  const wanted = new Set(findings);
  const found = known.filter(({ id }) => wanted.has(id));
  if (found.length === 0) return [];
  const shown = all ? found : found.slice(0, shownFindings);
  const more = findings.length - shown.length;
  const lines = shown.map(
    (finding) => `  ${finding.id}  ${findingPlace(finding)}${finding.weak ? ' (weak)' : ''}`,
  );
  return [[`${row}:`, ...lines, ...(more > 0 ? [`  and ${more} more; --all shows them`] : [])].join('\n')];
};

/** `file:line  excerpt`, `GET /path, 3 times`, or what the resource says. */
export const findingPlace = ({ place }: Pick<Finding, 'place'>): string => {
  if (place.kind === 'source') return oneLine(`${place.file}:${place.line}  ${place.excerpt.trim()}`);
  if (place.kind === 'resource') return oneLine(place.text);
  const times = place.count === 1 ? 'once' : `${place.count} times`;
  const by = place.caller === undefined ? '' : ` by ${place.caller}`;
  return oneLine(`${place.method} ${place.path}, ${times}${by}, last ${place.last}`);
};

const changeWords = (change: VerdictChange | undefined): string[] => {
  if (change === undefined) return [];
  const lines = [
    ...(change.state === undefined ? [] : [`  verdict: ${change.state.from} → ${change.state.to}`]),
    ...change.rows.map(({ row, from, to }) => `  ${row}: ${from} → ${to}`),
    ...change.gone.slice(0, shownFindings).map((finding) => `  gone: ${findingPlace(finding)}`),
    ...change.appeared.slice(0, shownFindings).map((finding) => `  new: ${findingPlace(finding)}`),
  ];
  return lines.length === 0 ? [] : [['Since the verdict before:', ...lines].join('\n')];
};

const actionWords = (actions: readonly Action[]): string[] => {
  if (actions.length === 0) return [];
  const lines = actions.map(
    ({ responsible, blocking, what }) => `  ${responsible}${blocking ? ' (blocks)' : ''}: ${oneLine(what)}`,
  );
  return [['To do:', ...lines].join('\n')];
};
