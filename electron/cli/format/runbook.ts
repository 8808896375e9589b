import { oneLine } from '#base/terminal-text.ts';
import { colors } from '#cli/colors.ts';
import { columns } from '#cli/output.ts';
import { formatCount, formatDuration, formatInstant } from '#contract/format.ts';
import type { RunbookStepView, RunbookView } from '#contract/runbook.ts';

/** A managed migration as a person reads it. */

const marks = { open: '○', done: colors.green('●'), overruled: colors.yellow('◐') } as const;
const stateLabels = { open: 'open', done: 'done', overruled: 'overridden' } as const;
const shownHeldBack = 10;
const shownEvidence = 8;

export const formatRunbook = (view: RunbookView): string =>
  view.steps.length === 0
    ? [
        'No managed migration. Open one with `runbook open CASE PLATFORM`.',
        ...view.routes.map(({ words }) => oneLine(words)),
      ].join('\n')
    : [
        `${colors.bold(`Managed migration of ${oneLine(view.platformName ?? '')} connections`)}  ${colors.dim(view.platformKey ?? '')}`,
        ...view.steps.map(formatStep),
        ...formatHeldBack(view),
      ].join('\n\n');

const formatStep = (step: RunbookStepView): string => {
  const { number, id, title, responsible, state, since, due, evidence, missing, remarks, overrule } = step;
  const about = [
    responsible,
    `${stateLabels[state]} since ${formatInstant(since)}`,
    ...(due === undefined ? [] : [`due ${formatInstant(due)}`]),
    ...(step.doneBy === undefined ? [] : [`by ${oneLine(step.doneBy)}`]),
    id,
  ];
  const cut = evidence.length - shownEvidence;
  return [
    `${marks[state]} ${number}. ${title}  ${colors.dim(about.join(', '))}`,
    ...(cut > 0 ? [colors.dim(`    ${cut} earlier (all with \`--json\`)`)] : []),
    ...evidence.slice(-shownEvidence).map(formatEvidence),
    ...(overrule === undefined
      ? []
      : [
          `    Overridden by ${oneLine(overrule.by)}, ${formatInstant(overrule.at)}: ${oneLine(overrule.reason)}`,
        ]),
    ...(state === 'done' ? [] : missing.map((what) => `    ${colors.yellow('!')} ${oneLine(what)}`)),
    ...remarks.map((what) => `    ${colors.yellow('?')} ${oneLine(what)}`),
  ].join('\n');
};

const formatEvidence = ({ text, at, by }: RunbookStepView['evidence'][number]): string => {
  const given = [
    ...(at === undefined ? [] : [formatInstant(at)]),
    ...(by === undefined ? [] : [`by ${oneLine(by)}`]),
  ];
  return `    ${oneLine(text)}${given.length === 0 ? '' : colors.dim(`  ${given.join(', ')}`)}`;
};

const formatHeldBack = ({ syncing: { heldBack, heldBackCount } }: RunbookView): string[] => {
  if (heldBackCount === 0) return [];
  const some = heldBack.slice(0, shownHeldBack).map(oneLine).join(', ');
  const more = heldBackCount > shownHeldBack ? ` and ${heldBackCount - shownHeldBack} more` : '';
  return [`Held: ${some}${more}.`];
};

/** One line: which step is next, and what it lacks. */
export const formatNext = ({ steps }: RunbookView): string => {
  const next = steps.find(({ state }) => state === 'open');
  return next === undefined
    ? 'All steps are done or overridden.'
    : `Next: step ${next.number}, ${next.title} (${next.responsible}). ${oneLine(next.missing[0] ?? '')}`;
};

export const formatSchedule = ({ estimate, window }: RunbookView): string => {
  const lines: string[] = [];
  if (estimate !== undefined) {
    lines.push(
      `Estimate for ${formatCount(estimate.companies, 'company', 'companies')}: likely ${formatDuration(estimate.likelyMs)}, at worst ${formatDuration(estimate.worstMs)}.`,
      ...estimate.how.map((line) => `  ${oneLine(line)}`),
    );
  }
  if (window !== undefined) {
    lines.push(
      columns([['WINDOW', 'FROM', 'TO'], ...window.local.map(({ zone, start, end }) => [zone, start, end])]),
      ...window.agreements.map(
        ({ party, name, at }) => `Agreed by ${oneLine(name)} (${party}), ${formatInstant(at)}.`,
      ),
    );
  }
  return lines.join('\n') || 'Not scheduled.';
};

export const formatDetails = ({ details }: RunbookView): string =>
  columns([
    ['FIELD', 'STATE', 'VALUE', 'WHAT'],
    ...details.map(({ name, state, value = '', label, required, kept }) => [
      name,
      kept === false ? 'not supplied' : state,
      oneLine(value),
      required ? label : `${label} (optional)`,
    ]),
  ]);

export const formatCallback = ({ callbackUrl, callbackCheck: check }: RunbookView): string => {
  if (check === undefined) return callbackUrl ?? '';
  if (check.found) return `${oneLine(check.callbackUrl)} is registered.`;
  const near = check.near.flatMap(({ url, differences }) => [
    `  ${oneLine(url)}`,
    ...differences.map((one) => `    ${oneLine(one)}`),
  ]);
  return [
    `${oneLine(check.callbackUrl)} is not registered: ${formatCount(check.urls, 'URL is', 'URLs are')} in the list.`,
    ...(near.length === 0 ? ['No close match.'] : near),
  ].join('\n');
};
