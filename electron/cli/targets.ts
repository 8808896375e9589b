import { Command } from 'commander';
import type { Target, TargetPatch, TargetRequest, TargetTest } from '#contract/target.ts';
import { confirmed } from './ask.ts';
import { CommandError } from './command-error.ts';
import { withHost } from './host-access.ts';
import { type CommonOptions, integer, withData, withExamples, withJson } from './options.ts';
import { columns, print, printJson, remark } from './output.ts';
import { type KeyOptions, keyFrom, keyFromStdin, proxyFrom, read, withKeyOptions } from './secret-input.ts';

interface Settings extends CommonOptions, KeyOptions {
  readonly url?: string;
  readonly clientId?: string;
  readonly ca?: string | false;
  readonly proxy?: string | false;
  readonly proxyFile?: string;
  readonly callbackUrl?: string | false;
  readonly concurrency?: number;
  readonly perSecond?: number;
}

/** `carryover targets`: where plans are carried out. */
export const targetsCommand = (): Command => {
  const targets = new Command('targets').description('Manage targets: the local service and remote ones');
  const list = new Command('list').description('List targets').action(listTargets);
  const add = withSettings(new Command('add').description('Add a remote target').argument('<name>'))
    .requiredOption('--url <url>', 'base URL; https unless it is on this machine')
    .action(addTarget);
  const change = withSettings(new Command('change').description('Change a remote target').argument('<name>'))
    .option('--url <url>', 'new base URL; another server needs its API key too')
    .option('--name <new>', 'new name')
    .option('--no-ca', 'remove the private certificate authority')
    .option('--no-proxy', 'remove the proxy; HTTPS_PROXY and NO_PROXY apply')
    .option('--no-callback-url', 'remove the callback URL')
    .action(changeTarget);
  const test = new Command('test')
    .description('Test access and rights of a target; read-only')
    .argument('<name>')
    .action(testTarget);
  const remove = new Command('remove')
    .description('Remove a target that no case uses')
    .argument('<name>')
    .option('--yes', 'skip confirmation')
    .action(removeTarget);
  const all = [list, add, change, test, remove];
  for (const command of all) targets.addCommand(withJson(withData(command)), { isDefault: command === list });
  const adding = [
    'targets add production --url https://api.example.com --key-file key.txt',
    'Add a target with the API key from a file.',
  ] as const;
  const testing = ['targets test production', 'Test access and rights.'] as const;
  withExamples(list, ['targets list --json', 'List targets as JSON.']);
  withExamples(add, adding);
  withExamples(change, ['targets change production --key-env NEW_KEY', 'Replace the API key.']);
  withExamples(test, testing);
  withExamples(remove, ['targets remove production --yes', 'Remove without confirmation.']);
  return withExamples(targets, ['targets', 'List targets.'], adding, testing);
};

const withSettings = (command: Command): Command =>
  withKeyOptions(command)
    .option('--client-id <uuid>', 'client id of the integrator on this target')
    .option('--ca <file>', 'PEM certificates of a private authority')
    .option('--proxy <url>', 'HTTP(S) proxy, instead of HTTPS_PROXY')
    .option('--proxy-file <file>', 'file with the proxy URL, for user and password')
    .option('--callback-url <url>', 'OAuth callback URL, as registered with platforms')
    .option('--concurrency <n>', 'maximum concurrent calls', integer(1, 100))
    .option('--per-second <n>', 'maximum calls per second', integer(1, 1000));

const listTargets = (options: CommonOptions): Promise<void> =>
  withHost(options.data, async ({ desk }) => {
    const { results } = await desk.get<{ results: Target[] }>('/api/targets');
    if (options.json) return printJson({ results });
    const rows = results.map((target) => [
      target.name,
      target.kind,
      target.baseUrl,
      target.apiKey,
      target.clientId ?? '-',
      target.hasCa ? 'private' : 'usual',
      target.proxyUrl ?? '-',
      `${target.concurrency} concurrent, ${target.perSecond}/s`,
    ]);
    print(columns([['NAME', 'KIND', 'URL', 'KEY', 'CLIENT', 'CA', 'PROXY', 'LIMITS'], ...rows]));
  });

const addTarget = async (name: string, options: Settings & { readonly url: string }): Promise<void> => {
  const apiKey = (await keyFrom(options)) ?? (await keyFromStdin());
  const request: TargetRequest = { ...settingsOf(options), name, baseUrl: options.url, apiKey };
  await withHost(options.data, async ({ desk }) => {
    const added = await desk.post<Target>('/api/targets', request);
    if (options.json) return printJson(added);
    remark(`Added target "${added.name}" at ${added.baseUrl}. Test it with \`targets test\`.`);
  });
};

const changeTarget = async (name: string, options: Settings & { readonly name?: string }): Promise<void> => {
  const apiKey = await keyFrom(options);
  const patch: TargetPatch = {
    ...settingsOf(options),
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.url === undefined ? {} : { baseUrl: options.url }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(options.ca === false ? { caPem: null } : {}),
    ...(options.proxy === false ? { proxyUrl: null } : {}),
    ...(options.callbackUrl === false ? { callbackUrl: null } : {}),
  };
  if (Object.keys(patch).length === 0)
    throw new CommandError('Nothing to change. See --help for the options.', 2);
  await withHost(options.data, async ({ desk }) => {
    const changed = await desk.patch<Target>(pathOf(name), patch);
    if (options.json) return printJson(changed);
    remark(`Changed target "${changed.name}".`);
  });
};

const settingsOf = ({ clientId, ca, proxy, proxyFile, callbackUrl, concurrency, perSecond }: Settings) => ({
  ...(clientId === undefined ? {} : { clientId }),
  ...(typeof ca === 'string' ? { caPem: read(ca) } : {}),
  ...proxyOf(proxy, proxyFile),
  ...(typeof callbackUrl === 'string' ? { callbackUrl } : {}),
  ...(concurrency === undefined ? {} : { concurrency }),
  ...(perSecond === undefined ? {} : { perSecond }),
});

const proxyOf = (proxy: Settings['proxy'], file: string | undefined): { proxyUrl?: string } => {
  const proxyUrl = proxyFrom(proxy === false ? undefined : proxy, file);
  return proxyUrl === undefined ? {} : { proxyUrl };
};

const testTarget = (name: string, options: CommonOptions): Promise<void> =>
  withHost(options.data, async ({ desk }) => {
    const tested = await desk.post<TargetTest>(`${pathOf(name)}/test`);
    if (!tested.reached) process.exitCode = 1;
    if (options.json) return printJson(tested);
    const rows = tested.rights.map(({ what, call, result }) => [result, what, call]);
    print(columns([['RESULT', 'RIGHT', 'CALL'], ...rows]));
    if (tested.problem !== undefined) remark(tested.problem);
  });

const removeTarget = async (
  name: string,
  options: CommonOptions & { readonly yes?: true },
): Promise<void> => {
  const sure = `Remove target "${name}" and its API key?`;
  if (!options.yes && !(await confirmed(sure, 'Use --yes to skip confirmation.'))) {
    remark('Nothing was changed.');
    return;
  }
  await withHost(options.data, async ({ desk }) => {
    await desk.delete(pathOf(name));
    if (options.json) return printJson({ removed: name });
    remark(`Removed target "${name}".`);
  });
};

const pathOf = (name: string): string => `/api/targets/${encodeURIComponent(name)}`;
