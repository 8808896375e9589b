import { oneLine } from '#base/terminal-text.ts';
import { colors } from '#cli/colors.ts';
import { columns } from '#cli/output.ts';
import type {
  Action,
  Finding,
  RowResult,
  Verdict,
  VerdictChange,
  VerdictState,
} from '#contract/eligibility.ts';
import { formatCount, formatInstant } from '#contract/format.ts';
import { formatRowState, reasonOf, verdictLabels, verdictTitle } from '#contract/verdict-labels.ts';

/** A verdict for people. */

/** Findings shown for a check unless all are asked for. */
const shownFindings = 10;
const longestBecause = 100;

const verdictColors = { eligible: colors.green, blocked: colors.red, undetermined: colors.yellow } as const;

/** Exit codes of `check`. Source: `docs/reference/rules/eligibility.md#verdict`. */
export const verdictExitCodes: Readonly<Record<VerdictState, number>> = {
  eligible: 0,
  blocked: 3,
  undetermined: 4,
};

export interface VerdictToShow {
  readonly verdict: Verdict;
  /** What has to be done now. */
  readonly actions?: readonly Action[] | undefined;
  /** Those that count. */
  readonly findings: readonly Finding[];
  readonly change?: VerdictChange | undefined;
  /** Since when the migration is confirmed. */
  readonly cutOver?: string | undefined;
  /** All findings and reasons. */
  readonly all?: boolean | undefined;
  /** Long reasons are cut to fit a terminal; in a pipe nothing is. */
  readonly brief?: boolean | undefined;
}

export const formatVerdict = ({
  verdict,
  actions = verdict.actions,
  findings,
  change,
  cutOver,
  all,
  brief,
}: VerdictToShow): string =>
  [
    cutOver !== undefined && verdict.state === 'eligible'
      ? colors.green(`Migrated: the cutover was confirmed ${formatInstant(cutOver)}.`)
      : verdictColors[verdict.state](`${verdictTitle(verdict)}.`),
    rowTable(verdict.rows, brief === true && all !== true),
    ...(all === true ? verdict.rows.flatMap(formatGround) : []),
    ...verdict.rows.flatMap((row) => formatFinding(row, findings, all ?? false)),
    ...formatChange(change),
    ...formatAction(actions),
  ].join('\n\n');

const rowTable = (rows: readonly RowResult[], brief: boolean): string =>
  columns([
    ['CHECK', 'RESULT', 'REASON'],
    ...rows.map((result) => [result.row, formatResult(result), cut(oneLine(reasonOf(result) ?? ''), brief)]),
  ]);

/** Such as "needs an answer, blocks, 3 mentions to review". */
const formatResult = ({ state, blocks, toReview = 0 }: RowResult): string =>
  [
    formatRowState(state),
    ...(blocks ? ['blocks'] : []),
    ...(toReview > 0 ? [`${formatCount(toReview, 'mention')} to review`] : []),
  ].join(', ');

/** What the table has no room for: everything that a check is based on. */
const formatGround = ({ row, state, because }: RowResult): string[] =>
  because.length === 0
    ? []
    : [[`${row}, ${formatRowState(state)}:`, ...because.map((text) => `  ${oneLine(text)}`)].join('\n')];

const cut = (text: string, brief: boolean): string =>
  !brief || text.length <= longestBecause ? text : `${text.slice(0, longestBecause - 1)}…`;

const formatFinding = ({ row, findings }: RowResult, known: readonly Finding[], all: boolean): string[] => {
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

const verdictWord = (state: VerdictState): string => verdictLabels[state].toLowerCase();

const formatChange = (change: VerdictChange | undefined): string[] => {
  if (change === undefined) return [];
  const lines = [
    ...(change.state === undefined
      ? []
      : [`  verdict: ${verdictWord(change.state.from)} → ${verdictWord(change.state.to)}`]),
    ...change.rows.map(({ row, from, to }) => `  ${row}: ${formatRowState(from)} → ${formatRowState(to)}`),
    ...change.gone.slice(0, shownFindings).map((finding) => `  gone: ${findingPlace(finding)}`),
    ...change.appeared.slice(0, shownFindings).map((finding) => `  new: ${findingPlace(finding)}`),
  ];
  return lines.length === 0 ? [] : [['Changes since the last verdict:', ...lines].join('\n')];
};

const formatAction = (actions: readonly Action[]): string[] => {
  if (actions.length === 0) return [];
  const lines = actions.map(
    ({ responsible, blocking, what }) => `  ${responsible}${blocking ? ' (blocks)' : ''}: ${oneLine(what)}`,
  );
  return [['Next steps:', ...lines].join('\n')];
};
