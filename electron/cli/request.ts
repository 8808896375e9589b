import { Command, Option } from 'commander';
import type { EligibilityView, MigrationRequestView } from '#contract/eligibility.ts';
import { CommandError } from './command-error.ts';
import { grantCommand } from './cutover-grant.ts';
import { verifyCommand } from './cutover-verify.ts';
import { casePath, findCase } from './find-case.ts';
import { headerIn } from './header-input.ts';
import { withHost } from './host-access.ts';
import { onCase } from './on-case.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { printDocument, printJson, remark } from './output.ts';

interface StepOptions extends CommonOptions {
  readonly by: string;
  readonly note?: string;
}

/** `carryover request`: the migration request, and what comes of it. */
export const requestCommand = (): Command => {
  const command = new Command('request').description('Manage the migration request of an eligible case');
  const commands = [
    draftCommand(),
    showCommand(),
    portalHeaderCommand(),
    stepCommand('sent', 'Record the request as sent'),
    stepCommand('confirmed', 'Record the request as confirmed by the provider'),
    grantCommand('request'),
    verifyCommand('request'),
  ];
  for (const one of commands) command.addCommand(one);
  return withExamples(
    command,
    ['request draft acme > request.md', 'Draft the request.'],
    ['request sent acme --by "Jo" --note "By mail"', 'Record the request as sent.'],
    ['request grant acme --by "Jo"', 'Grant it on the local service.'],
    ['request verify acme', 'Verify endpoints and headers.'],
  );
};

const show = (view: MigrationRequestView, { json }: CommonOptions): void => {
  if (json) {
    printJson(view);
    return;
  }
  printDocument(view.markdown);
  remark(`The request is ${view.state}${view.outdated ? ' (outdated: draft it again)' : ''}.`);
};

const draftCommand = (): Command => {
  const command = new Command('draft')
    .description('Draft the migration request (Markdown)')
    .argument('<case>')
    .action(
      onCase(async ({ desk, found }, options: CommonOptions) => {
        show(await desk.post<MigrationRequestView>(casePath(found, '/request')), options);
      }),
    );
  return withExamples(withJson(withData(command)), ['request draft acme --json', 'The request as JSON.']);
};

const showCommand = (): Command => {
  const command = new Command('show')
    .description('Show the migration request (Markdown)')
    .argument('<case>')
    .action(
      onCase(async ({ desk, found }, options: CommonOptions) => {
        show(await desk.get<MigrationRequestView>(casePath(found, '/request')), options);
      }),
    );
  return withExamples(withJson(withData(command)), ['request show acme', 'Show the drafted request.']);
};

const stepCommand = (step: 'sent' | 'confirmed', description: string): Command => {
  const command = new Command(step)
    .description(description)
    .argument('<case>')
    .requiredOption('--by <name>', 'name of the person, recorded')
    .option('--note <text>', 'note, recorded')
    .action(
      onCase(async ({ desk, found }, options: StepOptions) => {
        const path = casePath(found, `/request/${step}`);
        const view = await desk.post<MigrationRequestView>(path, { by: options.by, note: options.note });
        if (options.json) return printJson(view);
        remark(`The request is ${view.state}.`);
      }),
    );
  return withExamples(withJson(withData(command)), [`request ${step} acme --by "Jo"`, `${description}.`]);
};

interface PortalHeaderOptions extends CommonOptions {
  readonly by: string;
  readonly file?: string;
  readonly equalsProfile?: boolean;
}

const portalHeaderCommand = (): Command => {
  const command = new Command('portal-header')
    .description("Supply the portal's auth header")
    .argument('<case>')
    .requiredOption('--by <name>', 'name of the person, recorded')
    .addOption(new Option('--file <file>', 'file with the header value').conflicts('equalsProfile'))
    .option('--equals-profile', "use the profile's auth header")
    .action((reference: string, options: PortalHeaderOptions) =>
      withHost(options.data, async ({ desk }) => {
        const { by, file, equalsProfile } = options;
        if (file === undefined && equalsProfile !== true) {
          throw new CommandError('Use --file or --equals-profile.', 2);
        }
        const body = file === undefined ? { by, equalsProfile } : { by, value: headerIn(file) };
        const found = await findCase(desk, reference);
        const view = await desk.put<EligibilityView>(casePath(found, '/portal-header'), body);
        if (options.json) return printJson(view);
        remark(`Supplied: ${view.portalHeader?.masked ?? "equals the profile's header"}.`);
      }),
    );
  return withExamples(withJson(withData(command)), [
    'request portal-header acme --by "Jo" --file header.txt',
    "Supply the portal's auth header; stored encrypted.",
  ]);
};
