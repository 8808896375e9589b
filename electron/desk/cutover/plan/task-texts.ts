import { hash } from 'node:crypto';
import { composeDraft } from '#base/compose-mail.ts';
import { code, codeBlock, inert } from '#base/markdown.ts';
import type { CutoverTask, SampleLanguage } from '#contract/cutover.ts';
import { addressedContacts } from '#desk/cases/addressed-contacts.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { codeSamples } from '#desk/core/code-samples.ts';
import type { Judged } from './preconditions.ts';

/** A plan with the case that it is of. */
export interface Shown {
  readonly state: CaseState;
  readonly judged: Judged;
}

/** The tasks of a plan, to send to the integrator's developers. @param shown throws CatalogueError `cutoverPlan.none` */
export const createTaskTexts = (shown: (caseId: string) => Promise<Shown>) => ({
  /** With samples in one language. */
  markdown: async (caseId: string, language: SampleLanguage = 'node'): Promise<string> =>
    tasksMarkdown((await shown(caseId)).judged, language),
  /** As a mail that a mail client opens as a draft, to the integrator's contacts. */
  async mail(caseId: string, language: SampleLanguage = 'node'): Promise<Buffer> {
    const { state, judged } = await shown(caseId);
    const to = addressedContacts(state);
    const subject = subjectOf(judged.plan.integrator);
    const text = tasksMarkdown(judged, language);
    // The same mail has the same id.
    const id = hash('sha256', `${judged.digest}\n${subject}\n${text}`).slice(0, 32);
    return composeDraft({ id, to, subject, text });
  },
});

const subjectOf = (integrator: string): string => `Webhook cutover of ${integrator}: changes in your code`;

const tasksMarkdown = ({ plan, digest, seq }: Judged, language: SampleLanguage): string => {
  const { tasks, clientId, integrator } = plan;
  const isDraft = seq === undefined ? ' It is a draft: the plan may still change.' : '';
  const intro = [
    `Your webhooks (client ${clientId === undefined ? 'not known yet' : code(clientId)}) move from legacy rules to the new webhook service.`,
    `This list is of the plan ${code(digest)}.${isDraft}`,
  ];
  const body = tasks.length === 0 ? ['Nothing is to be changed.'] : tasks.flatMap(sectionOf(language));
  return `${[`# ${inert(subjectOf(integrator))}`, intro.join(' '), ...body].join('\n\n')}\n`;
};

const sectionOf =
  (language: SampleLanguage) =>
  ({ title, why, uses = [], sample }: CutoverTask, index: number): string[] => [
    `## ${index + 1}. ${inert(title)}`,
    inert(why),
    ...(uses.length === 0 ? [] : [`Found in your code: ${uses.map(code).join(', ')}.`]),
    ...sampleOf(sample, language),
  ];

const sampleOf = (topic: string | undefined, language: SampleLanguage): string[] => {
  const text = topic === undefined ? undefined : codeSamples(topic)?.[language];
  return text === undefined ? [] : [codeBlock(text.trimEnd())];
};
