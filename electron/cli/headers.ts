import { Command } from 'commander';
import type { CaseView } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { HeaderCheckResult, HeaderSetup } from '#contract/header-setup.ts';
import { CommandError } from './command-error.ts';
import { withConfirmation } from './confirm.ts';
import { casePath, findCase } from './find-case.ts';
import { formatCheck, formatSetup, setupTable } from './format/header.ts';
import { type HeaderOptions, headerRequest, readText } from './header-input.ts';
import { withHost } from './host-access.ts';
import type { HttpClient } from './http-client.ts';
import { onCase } from './on-case.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { print, printJson, remark } from './output.ts';

const endpointHelp = 'id or URL prefix (default: the only endpoint)';

/** `carryover headers`: custom headers of the endpoints of a case's target. */
export const headersCommand = (): Command => {
  const headers = new Command('headers').description("Set and check custom headers of a case's endpoints");
  const showing = ['headers show acme', 'Endpoints, their headers and the legacy set-up.'] as const;
  const setting = [
    'headers set acme --basic-user hooks --basic-password-file password.txt --client-id',
    'Basic authorization and X-Service-ClientId.',
  ] as const;
  const checking = ['headers check acme', 'Send a test event and check its headers.'] as const;
  headers.addCommand(
    withExamples(withJson(withData(showCommand())), showing, [
      'headers show acme 3f0c --reveal',
      'Full values; recorded in the timeline.',
    ]),
  );
  headers.addCommand(
    withExamples(
      withJson(withData(setCommand())),
      setting,
      ['headers set acme 3f0c --bearer-file env:HOOK_TOKEN', 'Token from an environment variable.'],
      ['headers set acme 3f0c --header X-Tier=tier.txt --remove X-Old', 'Add a header, remove another.'],
    ),
  );
  headers.addCommand(
    withExamples(
      withJson(withData(checkCommand())),
      checking,
      ['headers check acme --received headers.txt', "Remote target: compare with the consumer's log."],
      ['headers check acme --trigger', 'Remote target: trigger an event with a temporary company.'],
    ),
  );
  return withExamples(headers, showing, setting, checking);
};

const showCommand = (): Command =>
  new Command('show')
    .description('Show headers of endpoints, masked')
    .argument('<case>')
    .argument('[endpoint]', endpointHelp)
    .option('--reveal', 'show full values; recorded')
    .action(showHeaders);

const showHeaders = onCase(
  async (
    { desk, found },
    endpoint: string | undefined,
    options: CommonOptions & { readonly reveal?: true },
  ) => {
    const setups = await listSetups(desk, found);
    if (endpoint === undefined && setups.length !== 1 && !options.reveal) {
      if (options.json) return printJson({ results: setups });
      if (setups.length === 0) return remark('The target has no endpoints.');
      return print(setupTable(setups));
    }
    const known = chooseSetup(setups, endpoint);
    const setup = options.reveal
      ? await desk.get<HeaderSetup>(`${headersPath(found, known)}?reveal=true`)
      : known;
    if (options.json) return printJson(setup);
    print(formatSetup(setup));
  },
);

const setCommand = (): Command =>
  new Command('set')
    .description('Set headers of an endpoint; others stay')
    .argument('<case>')
    .argument('[endpoint]', endpointHelp)
    .option('--basic-user <user>', 'user of Basic authorization')
    .option('--basic-password-file <file>', 'file with the password of Basic authorization')
    .option('--bearer-file <file>', 'file with the token of Bearer authorization')
    .option('--authorization-file <file>', 'file with the whole Authorization value')
    .option('--client-id [uuid]', "X-Service-ClientId (default: the target's client id)")
    .option('--header <name=file...>', 'another header, with its value from a file')
    .option('--remove <name...>', 'headers to remove')
    .addHelpText('after', '\nA file is a path, - for stdin, or env:NAME.')
    .action(setHeaders);

const setHeaders = async (
  reference: string,
  endpoint: string | undefined,
  options: CommonOptions & HeaderOptions,
): Promise<void> => {
  const request = await headerRequest(options);
  await withHost(options.data, async ({ desk }) => {
    const found = await findCase(desk, reference);
    const known = chooseSetup(await listSetups(desk, found), endpoint);
    const setup = await desk.put<HeaderSetup>(headersPath(found, known), request);
    if (options.json) return printJson(setup);
    print(formatSetup(setup));
    if (setup.way === 'guided')
      remark('Saved. Set the values manually in the portal (`headers show --reveal`).');
  });
};

const checkCommand = (): Command =>
  new Command('check')
    .description('Check the headers of sent messages')
    .argument('<case>')
    .argument('[endpoint]', endpointHelp)
    .option('--received <file>', 'file with the headers received by the consumer; - reads stdin')
    .option('--trigger', 'trigger an event with a temporary company (remote target)')
    .option('--event-type <type>', 'event type of the test event (local service)')
    .option('--yes', 'skip confirmation of --trigger')
    .action(checkHeaders);

const checkHeaders = async (
  reference: string,
  endpoint: string | undefined,
  options: CommonOptions & {
    readonly received?: string;
    readonly trigger?: true;
    readonly eventType?: string;
    readonly yes?: true;
  },
): Promise<void> => {
  if (options.received !== undefined && options.trigger) {
    throw new CommandError('Use --trigger first, then --received with the result.', 2);
  }
  const received = options.received === undefined ? undefined : await readText(options.received);
  await withHost(options.data, async ({ desk }) => {
    const found = await findCase(desk, reference);
    const known = chooseSetup(await listSetups(desk, found), endpoint);
    const { trigger, eventType } = options;
    const result = await withConfirmation(
      (confirm) =>
        desk.post<HeaderCheckResult>(`${headersPath(found, known)}/check`, {
          received,
          trigger,
          eventType,
          confirm,
        }),
      options,
    );
    if (!result.passed && !result.pending) process.exitCode = 1;
    if (options.json) return printJson(result);
    print(formatCheck(result));
  });
};

export const listSetups = async (desk: HttpClient, found: CaseView): Promise<HeaderSetup[]> =>
  (await desk.get<{ results: HeaderSetup[] }>(casePath(found, '/endpoints'))).results;

const headersPath = (found: CaseView, { webhook }: HeaderSetup): string =>
  casePath(found, `/endpoints/${webhook.id}/headers`);

/** @throws CatalogueError `webhook.unknownReference`, `webhook.ambiguous` */
export const chooseSetup = (setups: readonly HeaderSetup[], reference = ''): HeaderSetup => {
  if (setups.length === 0) {
    throw new CommandError("The case's target has no endpoints, so no headers can be set or checked.");
  }
  const wanted = reference.toLowerCase();
  const matching = setups.filter(
    ({ webhook }) =>
      webhook.id.startsWith(wanted) ||
      webhook.url.toLowerCase().startsWith(wanted) ||
      webhook.url
        .toLowerCase()
        .replace(/^https?:\/\//, '')
        .startsWith(wanted),
  );
  const exact = matching.filter(({ webhook }) => webhook.url === reference || webhook.id === wanted);
  const found = exact.length === 1 ? exact : matching;
  const [only] = found;
  if (only === undefined) throw new CatalogueError('webhook.unknownReference', { reference });
  if (found.length === 1) return only;
  const candidates = found.map(({ webhook }) => `${webhook.id.slice(0, 8)} (${webhook.url})`).join(', ');
  if (reference === '') {
    throw new CommandError(`The target has several endpoints. Name one of them: ${candidates}.`, 2);
  }
  throw new CatalogueError('webhook.ambiguous', { reference, candidates });
};
