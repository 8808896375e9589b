import { oneLine } from '#base/terminal-text.ts';
import { colors } from '#cli/colors.ts';
import { columns } from '#cli/output.ts';
import type { CutoverPlanView, HeaderConflict, PlannedRule, Precondition } from '#contract/cutover.ts';
import { planSummary, preconditionLabels, shortEventTypes } from '#contract/cutover-labels.ts';
import { formatCount, formatInstant, formatList } from '#contract/format.ts';
import { broken, section, sections, sideBySide, terminalWidth, wrapped } from './layout.ts';

/** The plan of a cutover as a person reads it: what there is today beside what will be. */

const leftWidth = 36;
const rightWidth = terminalWidth - leftWidth - 2;

type Endpoint = CutoverPlanView['endpoints'][number];

export const formatPlan = (plan: CutoverPlanView): string =>
  sections(
    headline(plan),
    diff(plan),
    headerTable(plan),
    properties(plan.rules),
    section('Tasks of the integrator', plan.tasks.flatMap(taskLines)),
    section('Preconditions', plan.preconditions.flatMap(preconditionLines)),
    section('Header conflicts', plan.conflicts.flatMap(conflictLines)),
  );

const headline = (plan: CutoverPlanView): string => {
  const { digest, frozen, read } = plan;
  const state =
    frozen === undefined
      ? colors.yellow('not frozen')
      : colors.green(`frozen ${formatInstant(frozen.at)} by ${oneLine(frozen.by ?? frozen.actor)}`);
  return `${colors.bold(`Plan ${digest.slice(0, 12)}`)}  ${state}\n${planSummary(plan)}\n${colors.dim(`Target read ${formatInstant(read)}.`)}`;
};

const diff = (plan: CutoverPlanView): string => {
  const byId = new Map(plan.rules.map((rule) => [rule.ruleId, rule]));
  const carried = new Set(plan.endpoints.flatMap(({ fromRules }) => fromRules));
  const rest = plan.rules.filter(({ ruleId }) => !carried.has(ruleId));
  const blocks = plan.endpoints.map((endpoint) => {
    const rules = endpoint.fromRules.flatMap((id) => byId.get(id) ?? []);
    return block(rules, endpointHead(endpoint), companyOf(endpoint.companyId));
  });
  if (rest.length > 0) blocks.push(block(rest, ['No endpoint'], 'no webhook'));
  const head = sideBySide(['TODAY'], ['AFTER CUTOVER'], leftWidth).map(colors.dim);
  return blocks.length === 0 ? '' : [...head, blocks.join('\n\n')].join('\n');
};

const companyOf = (companyId: string | undefined): string =>
  companyId === undefined ? 'all companies' : `company ${companyId.slice(0, 8)}`;

const endpointHead = ({ url, eventTypes }: Endpoint): string[] => [
  ...broken(oneLine(url), rightWidth).map(colors.bold),
  colors.dim(formatCount(eventTypes.length, 'event type')),
];

const block = (rules: readonly PlannedRule[], endpoint: readonly string[], company: string): string =>
  [
    ...sideBySide([colors.bold(formatCount(rules.length, 'rule')), colors.dim(company)], endpoint, leftWidth),
    ...rules.flatMap((rule) => sideBySide(ruleLines(rule), gainedLines(rule), leftWidth)),
  ].join('\n');

const ruleLines = ({ ruleId, type, emails }: PlannedRule): string[] => [
  ...marked(colors.red('-'), wrapped(oneLine(type), leftWidth - 2)),
  `  ${colors.dim(ruleId.slice(0, 8))}`,
  ...emails.flatMap((email) => broken(oneLine(email), leftWidth - 2).map((line) => `  ${line}`)),
];

const gainedLines = ({ url, emails, eventTypes, conditionsLost }: PlannedRule): string[] => {
  const types = shortEventTypes(eventTypes).flatMap((type) => broken(type, rightWidth - 2));
  const gained =
    url === undefined ? types.map((type) => `  ${colors.dim(type)}`) : marked(colors.green('+'), types);
  const warnings = [
    ...conditionsLost.map(({ condition, check }) => [`Condition lost: ${condition}`, `Check: ${check}`]),
    ...(emails.length === 0 ? [] : [['Emails are not carried over: rebuild them (`carryover recipes`).']]),
  ];
  return [
    ...gained,
    ...warnings.flatMap((texts) =>
      marked(
        colors.yellow('!'),
        texts.flatMap((text) => broken(oneLine(text), rightWidth - 2)),
      ),
    ),
  ];
};

/** A mark before the first line, room before the others. */
const marked = (mark: string, lines: readonly string[]): string[] =>
  lines.map((line, at) => `${at === 0 ? mark : ' '} ${line}`);

/** One table if all endpoints have the same headers, as they mostly do. */
const headerTable = ({ endpoints, conflicts }: CutoverPlanView): string => {
  const undecided = new Set(conflicts.filter(isUndecided).map(({ header }) => header));
  const sets = Map.groupBy(endpoints, ({ headers }) => JSON.stringify(headers));
  return sections(
    ...[...sets.values()].map((those) => {
      const [{ headers } = { headers: [] }] = those;
      const which =
        sets.size === 1
          ? 'on each endpoint'
          : `on ${those.map(({ url, companyId }) => `${oneLine(url)} (${companyOf(companyId)})`).join(', ')}`;
      return section(
        `Headers ${which}`,
        headers.length === 0
          ? ['none']
          : columns([
              ['NAME', 'VALUE', 'SOURCE'],
              ...headers.map(({ name, masked, source }) =>
                undecided.has(name)
                  ? [oneLine(name), colors.yellow('undecided'), '–']
                  : [oneLine(name), oneLine(masked), source === 'always' ? 'always sent' : source],
              ),
            ]).split('\n'),
      );
    }),
  );
};

const properties = (rules: readonly PlannedRule[]): string => {
  const renamed = new Map(rules.flatMap((rule) => rule.renamed).map((one) => [`${one.from} ${one.to}`, one]));
  const dropped = [...new Set(rules.flatMap((rule) => rule.dropped))];
  const rows = [...renamed.values()].map(({ from, to }) => [from, to]).sort(byName);
  return section('Properties', [
    ...(rows.length === 0 ? [] : columns([['LEGACY', 'NEW'], ...rows]).split('\n')),
    ...wrapped(dropped.length === 0 ? '' : `Dropped: ${dropped.join(', ')}`, terminalWidth - 2),
  ]);
};

const byName = ([a = '']: readonly string[], [b = '']: readonly string[]): number => a.localeCompare(b, 'en');

const taskLines = ({ title, why, uses = [] }: CutoverPlanView['tasks'][number], at: number): string[] => {
  const [first = '', ...more] = wrapped(oneLine(title), terminalWidth - 6);
  const places = formatList(uses.map(oneLine), 3);
  return [
    `${String(at + 1).padStart(2)} ${first}`,
    ...[
      ...more,
      ...[why, places].flatMap((text) => wrapped(oneLine(text), terminalWidth - 6).map(colors.dim)),
    ].map((line) => `   ${line}`),
  ];
};

/** ✓ holds, ✗ fails, ? not known; what holds needs no reason. */
const preconditionLines = ({ id, holds, why, neededFor }: Precondition): string[] => {
  const later = neededFor === 'apply' && holds !== true ? colors.dim(' (before apply)') : '';
  const mark = holds === true ? colors.green('✓') : holds === null ? colors.yellow('?') : colors.red('✗');
  return [
    `${mark} ${preconditionLabels[id]}${later}`,
    ...(holds === true ? [] : wrapped(oneLine(why), terminalWidth - 6).map((line) => `  ${line}`)),
  ];
};

const conflictLines = ({ header, values, use, by }: HeaderConflict): string[] => [
  `${use === undefined ? colors.yellow('!') : colors.green('✓')} ${oneLine(header)}${use === undefined ? ': two values' : `: the ${use}'s value${by === undefined ? '' : `, decided by ${oneLine(by)}`}`}`,
  ...columns([['', ''], ...values.map(({ source, masked }) => [source, oneLine(masked)])])
    .split('\n')
    .slice(1)
    .map((line) => `  ${line}`),
];

/** What keeps a plan from being frozen. */
const blockers = ({ preconditions }: CutoverPlanView): Precondition[] =>
  preconditions.filter(({ neededFor, holds }) => neededFor === 'plan' && holds !== true);

const isUndecided = ({ use }: HeaderConflict): boolean => use === undefined;

/** Exit codes of `cutover plan`: 3 if something needed does not hold or is undecided, 4 if it is not known. */
export const planExitCode = (plan: CutoverPlanView): number => {
  const open = blockers(plan);
  if (plan.conflicts.some(isUndecided) || open.some(({ holds }) => holds === false)) return 3;
  return open.length > 0 ? 4 : 0;
};

/** One line: whether it is frozen, and if not, what to do first. */
export const planOutcome = (plan: CutoverPlanView): string => {
  const undecided = plan.conflicts.filter(isUndecided).map(({ header }) => oneLine(header));
  if (undecided.length > 0) {
    return `Not frozen: two values for ${undecided.join(', ')}. Decide with --use portal or --use profile.`;
  }
  const [first] = blockers(plan);
  if (first !== undefined) return `Not frozen: ${oneLine(first.why)}`;
  return plan.frozen === undefined ? 'Not frozen.' : `Frozen. Digest: ${plan.digest}`;
};
