import { Argument, Command } from 'commander';
import {
  type EligibilityRow,
  type EligibilityView,
  eligibilityRows,
  type MentionsView,
} from '#contract/eligibility.ts';
import { verdictLabels } from '#contract/verdict-labels.ts';
import { type GroupOptions, groupOf, withGroup } from './case-review.ts';
import { CommandError } from './command-error.ts';
import { casePath, findCase } from './find-case.ts';
import { withHost } from './host-access.ts';
import type { HttpClient } from './http-client.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { printJson, remark } from './output.ts';

interface SaidOptions extends CommonOptions {
  readonly by: string;
}

type Said = 'present' | 'absent';

const row = (): Argument => new Argument('<check>', 'check').choices([...eligibilityRows]);

/** As the screens say it, and as the files of a case do. */
const saidAs: Readonly<Record<string, Said>> = {
  found: 'present',
  'not-found': 'absent',
  present: 'present',
  absent: 'absent',
};
const result = (): Argument => new Argument('<result>', 'found or not-found').choices(Object.keys(saidAs));
const said = (word: string): Said => saidAs[word] as Said;

/** Does something to the eligibility of a case, and says where it stands then. */
const change = (
  reference: string,
  options: CommonOptions,
  work: (desk: HttpClient, path: string) => Promise<unknown>,
): Promise<void> =>
  withHost(options.data, async ({ desk }) => {
    const found = await findCase(desk, reference);
    await work(desk, casePath(found));
    const view = await desk.get<EligibilityView>(casePath(found, '/eligibility'));
    if (options.json) return printJson(view);
    remark(`Recorded. The verdict on "${found.name}" is ${verdictLabels[view.verdict.state].toLowerCase()}.`);
  });

/** `carryover case answer`: for what no file shows. */
export const answerCommand = (): Command => {
  const command = new Command('answer')
    .description('Answer a check manually')
    .argument('<case>')
    .addArgument(row())
    .addArgument(result())
    .requiredOption('--by <name>', 'name of the person, recorded')
    .requiredOption('--note <text>', 'source of the answer, recorded')
    .action((reference: string, of: EligibilityRow, word: string, options: SaidOptions & { note: string }) =>
      change(reference, options, (desk, path) =>
        desk.put(`${path}/rows/${of}/answer`, { state: said(word), by: options.by, note: options.note }),
      ),
    );
  return withExamples(withJson(withData(command)), [
    'case answer acme auth-header-portal found --by "Jo" --note "Seen in the portal"',
    'An auth header is set in the portal.',
  ]);
};

/** `carryover case override`. */
export const overrideCommand = (name = 'override'): Command => {
  const command = new Command(name)
    .description('Override the result of a check')
    .argument('<case>')
    .addArgument(row())
    .addArgument(result())
    .requiredOption('--by <name>', 'name of the person, recorded')
    .requiredOption('--reason <text>', 'reason, recorded')
    .action(
      (reference: string, of: EligibilityRow, word: string, options: SaidOptions & { reason: string }) =>
        change(reference, options, (desk, path) =>
          desk.put(`${path}/rows/${of}/overrule`, {
            state: said(word),
            by: options.by,
            reason: options.reason,
          }),
        ),
    );
  return withExamples(withJson(withData(command)), [
    'case override acme rule-id not-found --by "Jo" --reason "Dead code, removed in their release 7"',
    'The evidence and the override are both kept.',
  ]);
};

/** `carryover case dismiss`. */
export const dismissCommand = (): Command => {
  const command = new Command('dismiss')
    .description('Dismiss findings, or mentions to review')
    .argument('<case>')
    .argument('[ids...]', 'findings or mentions, by id or id prefix')
    .requiredOption('--reason <text>', 'reason, recorded')
    .action((reference: string, ids: readonly string[], options: DismissOptions) =>
      change(reference, options, (desk, path) => dismiss(desk, path, ids, options)),
    );
  return withExamples(
    withJson(withData(withGroup(command))),
    ['case dismiss acme 3f0c9a --reason "A rule of their linter"', 'Stays dismissed when found again.'],
    [
      'case dismiss acme --subject rule-id --file src/lint.pm --reason "Rules of their linter"',
      'All mentions in a file.',
    ],
  );
};

type DismissOptions = CommonOptions & GroupOptions & { readonly reason: string };

/** @throws CommandError 2 without ids and group, or with both */
const dismiss = async (
  desk: HttpClient,
  path: string,
  ids: readonly string[],
  options: DismissOptions,
): Promise<void> => {
  const { reason } = options;
  const group = groupOf(options);
  if ((group === undefined) === (ids.length === 0)) {
    throw new CommandError('Give ids, or a group by --code-base, --subject, --cause or --file.', 2);
  }
  const url = `${path}/mentions/dismissal`;
  if (group !== undefined) return void (await desk.post(url, { group, reason }));
  const { findings } = await desk.get<EligibilityView>(`${path}/eligibility`);
  const { results } = await desk.get<MentionsView>(`${path}/mentions`);
  const chosen = [...new Set(ids)].map((id) => theOne([...findings, ...results], id));
  const mentions = chosen.filter((one) => 'subject' in one).map(({ id }) => id);
  for (const one of chosen) {
    if ('row' in one) await desk.post(`${path}/findings/${one.id}/dismissal`, { row: one.row, reason });
  }
  if (mentions.length > 0) await desk.post(url, { ids: mentions, reason });
};

/** `carryover case restore`. */
export const restoreCommand = (): Command => {
  const command = new Command('restore')
    .description('Withdraw an override, an answer or a dismissal')
    .argument('<case>')
    .argument('<check or id>', 'check, or id of a finding or mention')
    .action((reference: string, what: string, options: CommonOptions) =>
      change(reference, options, async (desk, path) => {
        const view = await desk.get<EligibilityView>(`${path}/eligibility`);
        if (eligibilityRows.some((one) => one === what)) {
          return desk.delete(`${path}/rows/${what}/${saidOf(view, what)}`);
        }
        const dismissed = [
          ...view.dismissals.map(({ findingId }) => ({ id: findingId, isMention: false })),
          ...view.mentionDismissals.flatMap(({ ids }) => ids.map((id) => ({ id, isMention: true }))),
        ];
        const { id, isMention } = theOne(dismissed, what);
        return isMention
          ? desk.post(`${path}/mentions/restoration`, { ids: [id] })
          : desk.delete(`${path}/findings/${id}/dismissal`);
      }),
    );
  return withExamples(withJson(withData(command)), [
    'case restore acme rule-id',
    'Withdraws the override first, then the answers.',
  ]);
};

/** What was said last: an override outweighs answers. @throws CommandError 2 if nobody said anything */
const saidOf = ({ overrules, answers }: EligibilityView, wanted: string): 'overrule' | 'answer' => {
  if (overrules.some(({ row: of }) => of === wanted)) return 'overrule';
  if (answers.some(({ row: of }) => of === wanted)) return 'answer';
  throw new CommandError(`Nobody has overridden or answered ${wanted}, so nothing was withdrawn.`, 2);
};

/** @throws CommandError 2 if the text names none of them, or several */
const theOne = <T extends { readonly id: string }>(all: readonly T[], start: string): T => {
  const found = all.filter(({ id }) => id.startsWith(start.toLowerCase()));
  const [first] = found;
  if (first === undefined) {
    throw new CommandError(
      `There is no finding or mention ${start} here. \`check\` shows them with their ids.`,
      2,
    );
  }
  if (found.length > 1) throw new CommandError(`Several ids begin with ${start}. Give more of the id.`, 2);
  return first;
};
