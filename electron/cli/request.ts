import { Command, Option } from 'commander';
import { oneLine } from '#base/terminal-text.ts';
import type {
  CutoverCheck,
  EligibilityView,
  GrantResult,
  MigrationRequestView,
} from '#contract/eligibility.ts';
import { CommandError } from './command-error.ts';
import { casePath, findCase } from './find-case.ts';
import { withHost } from './host-access.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { columns, print, printDocument, printJson, remark } from './output.ts';
import { read } from './secret-input.ts';

interface StepOptions extends CommonOptions {
  readonly by: string;
  readonly note?: string;
}

/** `carryover request`: the migration request, and what comes of it. */
export const requestCommand = (): Command => {
  const command = new Command('request').description(
    'The migration request of an eligible case: drafted, sent, confirmed; and its granting',
  );
  const commands = [
    draftCommand(),
    showCommand(),
    portalHeaderCommand(),
    stepCommand('sent', 'Note that it was sent'),
    stepCommand('confirmed', 'Note that its provider has confirmed it'),
    grantCommand(),
    verifyCommand(),
  ];
  for (const one of commands) command.addCommand(one);
  return withExamples(
    command,
    ['request draft acme > request.md', 'Write the request, to be sent.'],
    ['request sent acme --by "Jo" --note "By mail"', 'Note that it was sent.'],
    ['request grant acme --by "Jo"', 'On the local service: grant it yourself.'],
    ['request verify acme', 'Whether the endpoints and their headers are there.'],
  );
};

const show = (view: MigrationRequestView, { json }: CommonOptions): void => {
  if (json) {
    printJson(view);
    return;
  }
  printDocument(view.markdown);
  remark(`The request is ${view.state}${view.outdated ? ', and outdated: draft it again' : ''}.`);
};

const draftCommand = (): Command => {
  const command = new Command('draft')
    .description('Draft it from the case as it is; prints Markdown')
    .argument('<case>')
    .action((reference: string, options: CommonOptions) =>
      withHost(options.data, async ({ desk }) => {
        const found = await findCase(desk, reference);
        show(await desk.post<MigrationRequestView>(casePath(found, '/request')), options);
      }),
    );
  return withExamples(withJson(withData(command)), ['request draft acme --json', 'The request as JSON.']);
};

const showCommand = (): Command => {
  const command = new Command('show')
    .description('Show it; prints Markdown')
    .argument('<case>')
    .action((reference: string, options: CommonOptions) =>
      withHost(options.data, async ({ desk }) => {
        const found = await findCase(desk, reference);
        show(await desk.get<MigrationRequestView>(casePath(found, '/request')), options);
      }),
    );
  return withExamples(withJson(withData(command)), ['request show acme', 'The request as it was drafted.']);
};

const stepCommand = (step: 'sent' | 'confirmed', description: string): Command => {
  const command = new Command(step)
    .description(description)
    .argument('<case>')
    .requiredOption('--by <name>', 'who did it')
    .option('--note <text>')
    .action((reference: string, options: StepOptions) =>
      withHost(options.data, async ({ desk }) => {
        const found = await findCase(desk, reference);
        const path = casePath(found, `/request/${step}`);
        const view = await desk.post<MigrationRequestView>(path, stepOf(options));
        if (options.json) return printJson(view);
        remark(`The request is ${view.state}.`);
      }),
    );
  return withExamples(withJson(withData(command)), [`request ${step} acme --by "Jo"`, `${description}.`]);
};

const stepOf = ({ by, note }: StepOptions) => ({ by, ...(note === undefined ? {} : { note }) });

interface PortalHeaderOptions extends CommonOptions {
  readonly by: string;
  readonly file?: string;
  readonly equalsProfile?: boolean;
}

const portalHeaderCommand = (): Command => {
  const command = new Command('portal-header')
    .description('Supply the auth header that is set in the portal; needed before the request is sent')
    .argument('<case>')
    .requiredOption('--by <name>', 'who knows it')
    .addOption(new Option('--file <file>', 'file with its value').conflicts('equalsProfile'))
    .option('--equals-profile', 'it is the same as in the profile')
    .action((reference: string, options: PortalHeaderOptions) =>
      withHost(options.data, async ({ desk }) => {
        const { by, file, equalsProfile } = options;
        if (file === undefined && equalsProfile !== true) {
          throw new CommandError('Give the value by --file, or say --equals-profile.', 2);
        }
        const body = file === undefined ? { by, equalsProfile } : { by, value: headerIn(file) };
        const found = await findCase(desk, reference);
        const view = await desk.put<EligibilityView>(casePath(found, '/portal-header'), body);
        if (options.json) return printJson(view);
        remark(`Supplied: ${view.portalHeader?.masked ?? 'the same as in the profile'}.`);
      }),
    );
  return withExamples(withJson(withData(command)), [
    'request portal-header acme --by "Jo" --file header.txt',
    'Supply the auth header that is set in the portal; it is kept sealed.',
  ]);
};

interface GrantOptions extends StepOptions {
  readonly portalAuthFile?: string;
}

const grantCommand = (): Command => {
  const command = new Command('grant')
    .description('Grant it on the local service, as its provider would')
    .argument('<case>')
    .requiredOption('--by <name>', 'who grants it')
    .option('--note <text>')
    .option(
      '--portal-auth-file <file>',
      'file with the auth header that is set in the portal, instead of the one that was supplied',
    )
    .action((reference: string, options: GrantOptions) =>
      withHost(options.data, async ({ desk }) => {
        const found = await findCase(desk, reference);
        const header = portalHeader(options);
        const body = { ...stepOf(options), ...(header === undefined ? {} : { portalAuthHeader: header }) };
        const granted = await desk.post<GrantResult>(casePath(found, '/cutover'), body);
        if (options.json) return printJson(granted);
        print(formatGrant(granted));
      }),
    );
  return withExamples(withJson(withData(command)), [
    'request grant acme --by "Jo" --portal-auth-file header.txt',
    'Carry over the header that is set in the portal, too.',
  ]);
};

const portalHeader = ({ portalAuthFile }: GrantOptions): string | undefined =>
  portalAuthFile === undefined ? undefined : headerIn(portalAuthFile);

/** A header value never is an argument: those are seen by everyone on the machine. */
const headerIn = (file: string): string => {
  const value = read(file).trim();
  if (value === '') throw new CommandError(`The file ${file} holds no header value.`, 2);
  return value;
};

const formatGrant = ({ result: { endpoints, carriedHeaders, notCarried } }: GrantResult): string => {
  const rows = endpoints.map(({ webhook }) => [
    webhook.id,
    oneLine(webhook.url),
    webhook.companyId ?? 'all',
    String(webhook.eventTypes.length),
  ]);
  return [
    columns([['ENDPOINT', 'URL', 'COMPANY', 'EVENT TYPES'], ...rows]),
    `Carried over on each: ${carriedHeaders.join(', ') || 'no header'}.`,
    ...notCarried.map(({ ruleId, reason }) => `Rule ${ruleId}: ${reason}`),
  ].join('\n');
};

type CheckState = NonNullable<CutoverCheck['state']>;
const verifyExitCodes: Readonly<Record<CheckState, number>> = { done: 0, missing: 3, 'not-visible': 4 };
const verifyLabels: Readonly<Record<CheckState, string>> = {
  done: 'All that is expected is there.',
  missing: 'The cutover is not done: something is missing.',
  'not-visible':
    'Nothing is known to be missing, but not all of it can be seen from here. Check the rest as it says.',
};

const verifyCommand = (): Command => {
  const command = new Command('verify')
    .description('Check that endpoints and headers are there')
    .argument('<case>')
    .action((reference: string, options: CommonOptions) =>
      withHost(options.data, async ({ desk }) => {
        const found = await findCase(desk, reference);
        const check = await desk.post<CutoverCheck>(casePath(found, '/cutover/check'));
        process.exitCode = verifyExitCodes[check.state ?? 'missing'];
        if (options.json) return printJson(check);
        const rows = check.expectations.map(({ what, state, detail }) => [oneLine(what), state, detail]);
        print(columns([['EXPECTED', 'STATE', 'DETAIL'], ...rows]));
        remark(verifyLabels[check.state ?? 'missing']);
      }),
    );
  command.addHelpText(
    'after',
    '\nExit codes: 0 all is there, 3 something is missing, 4 not all can be seen; 1 failed, 2 called wrongly.',
  );
  return withExamples(withJson(withData(command)), [
    'request verify acme --json',
    'What was expected and what is there, as JSON.',
  ]);
};
