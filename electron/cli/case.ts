import { Command, Option } from 'commander';
import { type CaseEntries, type CaseRequest, type CaseView, caseParts } from '#contract/case.ts';
import type { CaseList } from '#contract/case-list.ts';
import type { CaseRetention } from '#contract/retention.ts';
import type { Target } from '#contract/target.ts';
import { answerCommand, dismissCommand, overrideCommand, restoreCommand } from './case-answer.ts';
import { attachCommand, contactCommand, noteCommand, stepCommand } from './case-contents.ts';
import { deleteCommand, editCommand, stateCommands } from './case-edit.ts';
import { eraseCommand } from './case-erase.ts';
import { exportCommand, importCommand } from './case-file.ts';
import { caseRetentionCommand, holdCommand, releaseCommand } from './case-retention.ts';
import { removeEvidenceCommand, reviewCommand } from './case-review.ts';
import { casePath, findCase } from './find-case.ts';
import { targetId } from './find-target.ts';
import { caseTable, formatCase, formatEntry } from './format/case.ts';
import { type HostAccess, withHost } from './host-access.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { print, printJson, remark } from './output.ts';

/** `carryover case`: one integrator's migration, from its first look to its end. */
export const caseCommand = (): Command => {
  const command = new Command('case').description("Manage cases: one for each integrator's migration");
  const commands = [newCommand(), listCommand(), showCommand(), editCommand(), ...stateCommands()];
  commands.push(noteCommand(), contactCommand(), attachCommand(), stepCommand());
  commands.push(answerCommand(), overrideCommand(), reviewCommand(), dismissCommand());
  commands.push(restoreCommand(), removeEvidenceCommand());
  commands.push(exportCommand(), importCommand(), eraseCommand(), deleteCommand());
  commands.push(holdCommand(), releaseCommand(), caseRetentionCommand());
  for (const one of commands) command.addCommand(one);
  command.addCommand(overrideCommand('overrule'), { hidden: true });
  return withExamples(
    command,
    ['case new acme --integrator "Acme Ltd"', 'Create a case on the local service.'],
    ['case show acme', 'Current state and next step.'],
    [
      'case answer acme auth-header-portal found --by "Jo" --note "Seen in the portal"',
      'Answer a check manually.',
    ],
    ['case export acme --out acme.carryover', 'Export for a colleague.'],
  );
};

const newCommand = (): Command => {
  const command = new Command('new')
    .description('Create a case')
    .argument('<name>')
    .option('--integrator <name>', 'integrator (default: name of the case)')
    .option('--target <target>', 'target, by name or id', 'local')
    .option('--client-id <uuid>', 'client id of the integrator')
    .addOption(
      new Option('--moves <part...>', 'what the case migrates').choices([...caseParts]).default(['webhooks']),
    )
    .action(openCase);
  return withExamples(
    withJson(withData(command)),
    ['case new acme --integrator "Acme Ltd" --moves webhooks tokens', 'A case for both migrations.'],
    ['case new acme --target production', 'A case on a remote target.'],
  );
};

interface NewOptions extends CommonOptions {
  readonly integrator?: string;
  readonly target: string;
  readonly clientId?: string;
  readonly moves: CaseRequest['parts'];
}

const openCase = (name: string, options: NewOptions): Promise<void> =>
  withHost(options.data, async ({ desk }) => {
    const { integrator, clientId, moves } = options;
    const view = await desk.post<CaseView>('/api/cases', {
      name,
      parts: moves,
      targetId: await targetId(desk, options.target),
      integrator,
      clientId,
    });
    if (options.json) return printJson(view);
    print(view.id);
    remark(`Created the case "${view.name}". Next: ${view.next?.title} (${view.next?.responsible}).`);
  });

const listCommand = (): Command => {
  const command = new Command('list')
    .description('List cases, last changed first')
    .option('--all', 'include archived cases')
    .action((options: CommonOptions & { readonly all?: true }) =>
      withHost(options.data, async ({ desk }) => {
        const { results } = await desk.get<CaseList>('/api/cases');
        const shown = results.filter(({ state }) => options.all || state !== 'archived');
        if (options.json) return printJson({ results: shown });
        if (shown.length === 0) {
          const others = results.length === 0 ? '' : ' except archived ones (--all shows them)';
          return remark(`No cases${others}. Create one with \`carryover case new NAME\`.`);
        }
        print(caseTable(shown));
      }),
    );
  return withExamples(withJson(withData(command)), ['case list --json', 'Cases as JSON.']);
};

const showCommand = (): Command => {
  const command = new Command('show')
    .description('Show a case')
    .argument('<case>')
    .option('--entries', 'show the entries of its audit chain')
    .action((reference: string, options: CommonOptions & { readonly entries?: true }) =>
      withHost(options.data, (host) => showCase(host, reference, options)),
    );
  return withExamples(
    withJson(withData(command)),
    ['case show acme', 'Current state and next step.'],
    ['case show acme --entries', 'Entries of its audit chain.'],
  );
};

const showCase = async (
  { desk }: HostAccess,
  reference: string,
  options: CommonOptions & { readonly entries?: true },
): Promise<void> => {
  const view = await findCase(desk, reference);
  if (options.entries) return showEntries(desk, view, options);
  if (options.json) return printJson(view);
  const target = await desk
    .get<Target>(`/api/targets/${view.targetId}`)
    .then(({ name, baseUrl }) => `${name} (${baseUrl})`)
    .catch(() => `${view.targetId}, which does not exist here`);
  const hold = await desk.get<CaseRetention>(`/api/cases/${view.id}/retention`).then(
    (retention) => retention.hold,
    (): 'unknown' => 'unknown',
  );
  print(formatCase(view, target, hold));
};

const showEntries = async (
  desk: HostAccess['desk'],
  view: CaseView,
  options: CommonOptions,
): Promise<void> => {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page: CaseEntries = await desk.get<CaseEntries>(
      casePath(view, `/entries?after=${after}&limit=1000`),
    );
    for (const entry of page.results) {
      if (options.json) printJson(entry);
      else print(formatEntry(entry));
    }
    after = page.cursor;
  }
};
