import { oneLine } from '#base/terminal-text.ts';
import { colors } from '#cli/colors.ts';
import type { CutoverView } from '#contract/cutover.ts';
import {
  comparisonSourceLabels,
  cutoverStateLabels,
  parityVerdictLabels,
  stageLabels,
} from '#contract/cutover-labels.ts';
import { formatCount, formatInstant } from '#contract/format.ts';
import { section, sections, terminalWidth, wrapped } from './layout.ts';

/** Where a cutover stands, as a person reads it. */

type Stage = CutoverView['stages'][number];

/** Stages that were reached in this cutover, and are no longer. */
const lostIn = (view: CutoverView): Set<Stage['id']> => {
  const { plan, check, soak, state, rollbacks, stages } = view;
  if (state === 'rolled-back') return new Set();
  const [rolledBack] = rollbacks;
  const isLater = (at: string | undefined): boolean =>
    at !== undefined && (rolledBack === undefined || at > rolledBack.at);
  const once: Partial<Record<Stage['id'], boolean>> = {
    planned: isLater(plan?.frozen?.at),
    verified: check?.done === true && isLater(check.at),
    soak: isLater(soak?.started),
  };
  return new Set(stages.filter(({ id, reached }) => !reached && once[id] === true).map(({ id }) => id));
};

const isNotKnown = ({ soak, check }: CutoverView): boolean =>
  check?.state === 'not-visible' ||
  (soak?.last !== undefined &&
    soak.last.problems.length > 0 &&
    soak.last.problems.every(({ id }) => id === 'not-readable'));

/** Exit codes of `cutover status`: 3 if a stage that was reached no longer holds, 4 if that is not known. */
export const statusExitCode = (view: CutoverView): number => {
  if (view.state === 'rolled-back') return 0;
  const hasProblems = (view.soak?.last?.problems.length ?? 0) > 0;
  if (lostIn(view).size === 0 && !hasProblems) return 0;
  return isNotKnown(view) ? 4 : 3;
};

/** @param name of the case */
export const formatStatus = (view: CutoverView, name: string): string => {
  const { state, local, stages } = view;
  const lost = lostIn(view);
  const next = stages.find(({ reached }) => !reached)?.id;
  return sections(
    `${colors.bold(oneLine(name))}  ${cutoverStateLabels[state]}  ${colors.dim(local ? 'local service' : 'remote target')}`,
    section(
      'Stages',
      stages.flatMap((stage) => stageLines(stage, lost.has(stage.id), stage.id === next)),
    ),
    section('Facts', facts(view)),
    nextLine(view),
  );
};

/** What is missing is said of the stage that is next, and of those that are lost. */
const stageLines = (
  { id, responsible, reached, at, why }: Stage,
  isLost: boolean,
  isNext: boolean,
): string[] => {
  const mark = reached ? colors.green('●') : isLost ? colors.red('✗') : '○';
  const when = at === undefined ? '' : `, ${formatInstant(at)}`;
  const lost = isLost ? colors.red('  no longer holds') : '';
  return [
    `${mark} ${stageLabels[id].padEnd(9)}  ${colors.dim(`${responsible}${when}`)}${lost}`,
    ...(isNext || isLost
      ? why.flatMap((text) => wrapped(oneLine(text), terminalWidth - 8).map((line) => `    ${line}`))
      : []),
  ];
};

const facts = ({ plan, comparisons, granted, soak, completed, rollbacks }: CutoverView): string[] => {
  const [comparison] = comparisons;
  return [
    ...(plan?.frozen === undefined
      ? []
      : [`Plan ${plan.digest.slice(0, 12)}, frozen ${formatInstant(plan.frozen.at)}`]),
    ...(comparison === undefined
      ? []
      : [
          `${comparisonSourceLabels[comparison.source]}: ${parityVerdictLabels[comparison.report.verdict].toLowerCase()}${comparison.current ? '' : ' (of an earlier plan)'}, ${formatInstant(comparison.at)}`,
        ]),
    ...(granted === undefined
      ? []
      : [
          `${formatCount(granted.result.endpoints.length, 'endpoint')} created, ${formatInstant(granted.at)}`,
        ]),
    ...(soak === undefined ? [] : [`Soak until ${formatInstant(soak.until)}`]),
    ...(completed === undefined
      ? []
      : [`Completed by ${oneLine(completed.by)}, ${formatInstant(completed.at)}`]),
    ...rollbacks.map(
      ({ at, by, reason, state }) =>
        `${state === 'done' ? 'Rolled back' : 'Rollback requested'} by ${oneLine(by)}, ${formatInstant(at)}: ${oneLine(reason)}`,
    ),
  ];
};

/** One line: what is next, and who does it. */
export const nextLine = ({ next }: CutoverView): string =>
  next === undefined ? '' : `Next (${next.responsible}): ${oneLine(next.what)}`;
