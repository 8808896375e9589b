import { Command, Option } from 'commander';
import {
  type EligibilityView,
  type GroupOfMentions,
  type MentionSubject,
  type MentionsView,
  mentionSubjects,
  type ReviewCause,
  reviewCauses,
} from '#contract/eligibility.ts';
import { isInGroup } from '#contract/mention-labels.ts';
import { verdictLabels } from '#contract/verdict-labels.ts';
import { byIdStart } from './by-id-start.ts';
import { casePath } from './find-case.ts';
import { isDeciding, mentionsToReview, reviewHint } from './mentions-format.ts';
import { onCase } from './on-case.ts';
import { type CommonOptions, withData, withExamples, withExitCodes, withJson } from './options.ts';
import { print, printJson, remark } from './output.ts';

export interface GroupOptions {
  readonly codeBase?: string;
  readonly subject?: MentionSubject;
  readonly cause?: ReviewCause;
  readonly file?: string;
}

/** Options that name a group of mentions. */
export const withGroup = (command: Command): Command =>
  command
    .option('--code-base <name>', 'mentions of this code base')
    .addOption(new Option('--subject <subject>', 'mentions of this subject').choices([...mentionSubjects]))
    .addOption(new Option('--cause <cause>', 'mentions with this cause').choices([...reviewCauses]))
    .option('--file <path>', 'mentions in this file');

/** Undefined if no option names one. */
export const groupOf = ({ codeBase, subject, cause, file }: GroupOptions): GroupOfMentions | undefined => {
  const group = { scope: codeBase, subject, cause, file };
  return Object.values(group).every((value) => value === undefined) ? undefined : group;
};

/** `carryover case review`. */
export const reviewCommand = (): Command => {
  const command = new Command('review')
    .description('List mentions in source code to review')
    .argument('<case>')
    .option('--all', 'show all mentions')
    .action(review);
  withExitCodes(command, { 0: 'nothing to review', 4: 'mentions to review' });
  return withExamples(
    withJson(withData(withGroup(command))),
    ['case review acme', 'Mentions to review in this case.'],
    ['case review acme --subject rule-id --all', 'Every mention of RuleId.'],
  );
};

const review = onCase(
  async ({ desk, found }, options: CommonOptions & GroupOptions & { readonly all?: true }) => {
    const view = await desk.get<MentionsView>(casePath(found, '/mentions'));
    const group = groupOf(options);
    const results = view.results.filter((mention) => isInGroup(mention, group));
    const open = results.filter(({ dismissed }) => dismissed === undefined);
    if (open.some(isDeciding) || view.codeBases.some(({ unlisted }) => unlisted > 0)) process.exitCode = 4;
    if (options.json) return printJson({ ...view, results });
    const old = view.withoutMentions.map(
      ({ scope }) => `"${scope}" was checked before mentions were recorded. Check it again.`,
    );
    const unlisted = view.codeBases.flatMap((one) =>
      one.unlisted === 0
        ? []
        : [`"${one.scope}" has ${one.unlisted} more that are not listed. Check its folders separately.`],
    );
    const parts = [...mentionsToReview(open, options.all), ...unlisted, ...old, ...reviewHint(open.length)];
    print(parts.length === 0 ? 'Nothing to review.' : parts.join('\n\n'));
  },
);

/** `carryover case remove-evidence`. */
export const removeEvidenceCommand = (): Command => {
  const command = new Command('remove-evidence')
    .description('Remove evidence from the verdict')
    .argument('<case>')
    .argument('<evidence>', 'id, id prefix or name of the code base')
    .requiredOption('--reason <text>', 'reason, recorded')
    .action(removeEvidence);
  return withExamples(withJson(withData(command)), [
    'case remove-evidence acme old-app --reason "The same code as acme-app"',
    'Evidence it replaced counts again.',
  ]);
};

const removeEvidence = onCase(
  async ({ desk, found }, wanted: string, options: CommonOptions & { readonly reason: string }) => {
    const { evidence } = await desk.get<EligibilityView>(casePath(found, '/eligibility'));
    const one =
      evidence.findLast(({ scope }) => scope === wanted) ??
      byIdStart(evidence, wanted, `The case has no evidence ${wanted}.`);
    const path = casePath(found, `/evidence/${one.id}/removal`);
    const view = await desk.post<EligibilityView>(path, { reason: options.reason });
    if (options.json) return printJson(view);
    remark(
      `Removed evidence of ${one.scope}. The verdict on "${found.name}" is ${verdictLabels[view.verdict.state].toLowerCase()}.`,
    );
  },
);
