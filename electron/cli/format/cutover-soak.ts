import { toIso } from '#base/clock.ts';
import { oneLine } from '#base/terminal-text.ts';
import { colors } from '#cli/colors.ts';
import { columns } from '#cli/output.ts';
import type { SoakView } from '#contract/cutover.ts';
import { soakProblemLabels } from '#contract/cutover-labels.ts';
import { formatCount, formatDuration, formatInstant } from '#contract/format.ts';
import { section, sections, shortened, terminalWidth, wrapped } from './layout.ts';

/** The time after a cutover in which deliveries are watched, as a person reads it. */

const widestUrl = 36;

type Observation = NonNullable<SoakView['last']>;

/** Exit codes of a soak: 3 if there are problems, 4 if it could not be seen. */
export const soakExitCode = ({ last }: SoakView): number => {
  if (last === undefined) return 4;
  if (last.problems.length === 0) return 0;
  return last.problems.every(({ id }) => id === 'not-readable') ? 4 : 3;
};

/** @param nowMs system time, Unix ms */
export const formatSoak = (soak: SoakView, nowMs: number): string => {
  const { last } = soak;
  return sections(
    headline(soak, nowMs),
    last === undefined ? '' : endpointTable(last),
    section('Problems', last?.problems.flatMap(problemLines) ?? []),
  );
};

const headline = ({ started, until, by, state, last }: SoakView, nowMs: number): string => {
  const left = Date.parse(until) - nowMs;
  const time = state === 'over' || left <= 0 ? 'over' : `${formatDuration(left)} left`;
  return [
    `${colors.bold(`Soak until ${formatInstant(until)}`)}  ${time}`,
    colors.dim(`Started ${formatInstant(started)} by ${oneLine(by)}.`),
    outcomeOf(last),
  ].join('\n');
};

const outcomeOf = (last: Observation | undefined): string => {
  if (last === undefined) return colors.yellow('Not observed yet.');
  const seen = colors.dim(`As of ${formatInstant(last.at)}.`);
  if (last.problems.length === 0) return `${colors.green('No problems.')} ${seen}`;
  return `${colors.red(`${formatCount(last.problems.length, 'problem')}.`)} ${seen}`;
};

const endpointTable = ({ endpoints }: Observation): string => {
  if (endpoints.length === 0) return '';
  return columns([
    ['ENDPOINT', 'URL', 'DELIVERED', 'FAILED', 'WAITING', ''],
    ...endpoints.map(({ webhookId, url, deliveries, disabled }) => [
      webhookId.slice(0, 8),
      shortened(oneLine(url), widestUrl),
      ...(deliveries === undefined
        ? ['–', '–', '–']
        : [deliveries.succeeded, deliveries.failed, deliveries.waiting].map(String)),
      disabled ? colors.red('disabled') : '',
    ]),
  ]);
};

const problemLines = ({ id, what, count }: Observation['problems'][number]): string[] => [
  `${id === 'not-readable' ? colors.yellow('?') : colors.red('✗')} ${soakProblemLabels[id]}${count > 1 ? ` ×${count}` : ''}`,
  ...wrapped(oneLine(what), terminalWidth - 6).map((line) => `  ${line}`),
];

/** The end of a soak of so many days. @param nowMs system time, Unix ms */
export const soakUntil = (days: number, nowMs: number): string => toIso(nowMs + days * dayMs);
const dayMs = 86_400_000;
