import { Argument, Command } from 'commander';
import type { DismissalAction, DismissalResult, ReviewSelection } from '#contract/dismissal.ts';
import {
  type EligibilityRow,
  type EligibilityView,
  eligibilityRows,
  type MentionsView,
} from '#contract/eligibility.ts';
import { formatCount, formatNumber } from '#contract/format.ts';
import { verdictLabels } from '#contract/verdict-labels.ts';
import { byIdStart } from './by-id-start.ts';
import { type GroupOptions, groupOf, withGroup } from './case-review.ts';
import { CommandError } from './command-error.ts';
import { casePath, findCase } from './find-case.ts';
import { withHost } from './host-access.ts';
import type { HttpClient } from './http-client.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { printJson, remark } from './output.ts';

interface StatementOptions extends CommonOptions {
  readonly by: string;
  readonly note?: string;
  readonly reason?: string;
}

/** Results as the screens name them, and as the files of a case do. */
const stateOf: Readonly<Record<string, 'present' | 'absent'>> = {
  found: 'present',
  'not-found': 'absent',
  present: 'present',
  absent: 'absent',
};

/** Changes the eligibility of a case, and prints the verdict after it. */
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

interface Statement {
  readonly description: string;
  readonly path: 'answer' | 'overrule';
  /** The option with the text, also its name in the request. */
  readonly text: 'note' | 'reason';
  readonly textHelp: string;
  readonly example: readonly [string, string];
}

/** A command by which a person states the result of a check. */
const statementCommand = (name: string, { description, path, text, textHelp, example }: Statement) => {
  const command = new Command(name)
    .description(description)
    .argument('<case>')
    .addArgument(new Argument('<check>', 'check').choices([...eligibilityRows]))
    .addArgument(new Argument('<result>', 'found or not-found').choices(Object.keys(stateOf)))
    .requiredOption('--by <name>', 'name of the person, recorded')
    .requiredOption(`--${text} <text>`, textHelp)
    .action((reference: string, check: EligibilityRow, word: string, options: StatementOptions) =>
      change(reference, options, (desk, of) => {
        const body = { state: stateOf[word], by: options.by, [text]: options[text] };
        return desk.put(`${of}/rows/${check}/${path}`, body);
      }),
    );
  return withExamples(withJson(withData(command)), example);
};

/** `carryover case answer`: for what no file shows. */
export const answerCommand = (): Command =>
  statementCommand('answer', {
    description: 'Answer a check manually',
    path: 'answer',
    text: 'note',
    textHelp: 'source of the answer, recorded',
    example: [
      'case answer acme auth-header-portal found --by "Jo" --note "Seen in the portal"',
      'An auth header is set in the portal.',
    ],
  });

/** `carryover case override`. */
export const overrideCommand = (name = 'override'): Command =>
  statementCommand(name, {
    description: 'Override the result of a check',
    path: 'overrule',
    text: 'reason',
    textHelp: 'reason, recorded',
    example: [
      'case override acme rule-id not-found --by "Jo" --reason "Dead code, removed in their release 7"',
      'The evidence and the override are both kept.',
    ],
  });

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
  const act = { desk, path, action: { kind: 'dismiss', reason } as const };
  if (group !== undefined) {
    const { items } = await changeSeveral(act, 'mentions', { filter: group });
    if (items.length === 0) throw new CommandError(emptyGroup, 2);
    return;
  }
  const { findings } = await desk.get<EligibilityView>(`${path}/eligibility`);
  const { results } = await desk.get<MentionsView>(`${path}/mentions`);
  const chosen = [...new Set(ids)].map((id) => byIdStart([...findings, ...results], id, noFinding(id)));
  const idsIn = (isMention: boolean): string[] =>
    chosen.flatMap((one) => ('subject' in one === isMention ? [one.id] : []));
  await changeSeveral(act, 'findings', { ids: idsIn(false) });
  await changeSeveral(act, 'mentions', { ids: idsIn(true) });
};

const emptyGroup = 'This group has no mentions to review. List them with `carryover case review CASE`.';

interface SeveralOf {
  readonly desk: HttpClient;
  readonly path: string;
  readonly action: DismissalAction;
}

/** @throws CommandError 1 if one of them was refused; the others are done */
const changeSeveral = async (
  { desk, path, action }: SeveralOf,
  what: 'findings' | 'mentions',
  selection: ReviewSelection,
): Promise<DismissalResult> => {
  if ('ids' in selection && selection.ids.length === 0) return noneChanged;
  const result = await desk.post<DismissalResult>(`${path}/${what}/bulk`, { selection, action });
  const refused = result.items.find(({ outcome }) => outcome === 'refused');
  if (refused === undefined) return result;
  throw new CommandError(
    `${formatNumber(result.refused)} of ${formatCount(result.items.length, what.slice(0, -1))} not changed: ${refused.why}`,
    1,
  );
};

const noneChanged: DismissalResult = { done: 0, unchanged: 0, refused: 0, items: [] };

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
          return desk.delete(`${path}/rows/${what}/${lastStatement(view, what)}`);
        }
        const dismissed = [
          ...view.dismissals.map(({ findingId }) => ({ id: findingId, isMention: false })),
          ...view.mentionDismissals.flatMap(({ ids }) => ids.map((id) => ({ id, isMention: true }))),
        ];
        const { id, isMention } = byIdStart(dismissed, what, noFinding(what));
        const act = { desk, path, action: { kind: 'restore' } as const };
        return changeSeveral(act, isMention ? 'mentions' : 'findings', { ids: [id] });
      }),
    );
  return withExamples(withJson(withData(command)), [
    'case restore acme rule-id',
    'Withdraws the override first, then the answers.',
  ]);
};

const noFinding = (id: string): string =>
  `There is no finding or mention ${id} here. \`check\` shows them with their ids.`;

/** An override counts more than answers. @throws CommandError 2 if there is neither */
const lastStatement = ({ overrules, answers }: EligibilityView, wanted: string): 'overrule' | 'answer' => {
  if (overrules.some(({ row: of }) => of === wanted)) return 'overrule';
  if (answers.some(({ row: of }) => of === wanted)) return 'answer';
  throw new CommandError(`Nobody has overridden or answered ${wanted}, so nothing was withdrawn.`, 2);
};
