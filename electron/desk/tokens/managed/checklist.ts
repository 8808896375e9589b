import { code, inert } from '#base/markdown.ts';
import type { DetailField, DetailView } from '#contract/runbook.ts';
import type { CaseState, RunbookState } from '#desk/cases/state.ts';
import { detailViews } from './form.ts';

/** The missing details of step 1 as Markdown for the integrator, without values. */
export const checklistMarkdown = ({ integrator, name }: CaseState, runbook: RunbookState): string => {
  const details = detailViews(runbook);
  const wanted = details.filter(({ state }) => state === 'missing' || state === 'invalid');
  const optional = details.filter(({ state }) => state === 'left-out');
  const there = details.filter(({ state }) => state === 'given');
  return `${[
    `# ${inert(runbook.form.platformName)}: details for the migration of ${inert(integrator)}`,
    `Case: ${inert(name)}`,
    '## Still needed',
    wanted.length === 0 ? 'Nothing. Every required detail is supplied.' : wanted.map(line).join('\n'),
    ...(optional.length === 0 ? [] : ['## Optional', optional.map(line).join('\n')]),
    '## For each company',
    'List the companies in a file: one row each, with a reference (ref) and a name. Send it over a channel that is safe for secrets.',
    runbook.form.companyFields.map((one) => `- [ ] ${fieldText(one)}`).join('\n') || 'Nothing else.',
    ...(there.length === 0
      ? []
      : ['## Received', there.map(({ label }) => `- [x] ${inert(label)}`).join('\n')]),
  ].join('\n\n')}\n`;
};

const line = (detail: DetailView): string =>
  `- [ ] ${fieldText(detail)}${detail.state === 'invalid' ? ' *The supplied value has the wrong format.*' : ''}`;

const fieldText = ({ name, label, secret, required, help, example }: DetailField): string =>
  [
    `**${inert(label)}** (${code(name)}${secret ? ', secret' : ''}${required ? '' : ', optional'}): ${inert(help)}`,
    ...(secret ? [] : [`For example ${code(example)}.`]),
  ].join(' ');
