import { Argument, Command } from 'commander';
import { formatBytes, formatInstant, formatNumber } from '#contract/format.ts';
import { clockModes, type SandboxList, type SandboxOpened, type SandboxView } from '#contract/sandboxes.ts';
import { confirmed } from './ask.ts';
import { colors } from './colors.ts';
import { CommandError } from './command-error.ts';
import { withHost } from './host-access.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { columns, print, printJson, remark } from './output.ts';

interface OpenOptions extends CommonOptions {
  readonly copy?: true;
  readonly empty?: true;
  readonly yes?: true;
}

/** `carryover sandbox`: the sandbox on system time and the one on virtual time. */
export const sandboxCommand = (): Command => {
  const sandbox = new Command('sandbox').description('Change between system time and virtual time');
  const clock = () => new Argument('<clock>', 'clock of the sandbox').choices(clockModes);
  const list = new Command('list').description('List both sandboxes').action(listSandboxes);
  const open = new Command('open')
    .description('Open the sandbox of a clock; a running host changes to it at the same address')
    .addArgument(clock())
    .option('--copy', 'fill it with the present state of the current sandbox')
    .option('--empty', 'start it empty')
    .option('--yes', 'skip confirmation of what is replaced')
    .action(openSandbox);
  const remove = new Command('remove')
    .description('Delete the sandbox that is not open, with its backups')
    .addArgument(clock())
    .option('--yes', 'skip confirmation')
    .action(removeSandbox);
  for (const command of [list, open, remove]) withJson(withData(command));
  withExamples(list, ['sandbox list --json', 'Both sandboxes as JSON.']);
  withExamples(
    open,
    ['sandbox open virtual --copy', 'Rehearse the present state in virtual time.'],
    ['sandbox open system', 'Return to system time; it is as it was left.'],
  );
  withExamples(remove, ['sandbox remove virtual --yes', 'Delete the virtual sandbox.']);
  withExamples(
    sandbox,
    ['sandbox', 'List both sandboxes.'],
    ['sandbox open virtual', 'Rehearse in virtual time.'],
  );
  sandbox.addCommand(list, { isDefault: true });
  for (const command of [open, remove]) sandbox.addCommand(command);
  return sandbox;
};

const listSandboxes = (options: CommonOptions): Promise<void> =>
  withHost(options.data, async ({ desk }) => {
    const list = await desk.get<SandboxList>('/api/sandboxes');
    if (options.json) return printJson(list);
    const head = ['', 'CLOCK', 'TIME', 'SIZE', 'COMPANIES', 'ENDPOINTS', 'WAITING'];
    print(columns([head, ...list.results.map(rowOf)]));
  });

const rowOf = ({ clock, current, exists, bytes, now, ...counts }: SandboxView): string[] => {
  if (!exists) return ['', clock, colors.dim('none'), '', '', '', ''];
  const time = clock === 'system' ? "the system's" : now === undefined ? 'unknown' : formatInstant(now);
  const { companies, endpoints, waiting } = counts;
  const figures = [companies, endpoints, waiting].map((one) => (one === undefined ? '?' : formatNumber(one)));
  const size = bytes === undefined ? '?' : formatBytes(bytes);
  return [current ? '●' : '', clock, time, size, ...figures];
};

const openSandbox = (clock: SandboxView['clock'], options: OpenOptions): Promise<void> =>
  withHost(options.data, async ({ desk }) => {
    const content = contentOf(options);
    const { results } = await desk.get<SandboxList>('/api/sandboxes');
    const isThere = results.some((one) => one.clock === clock && one.exists && !one.current);
    const isReplaced = isThere && content !== undefined;
    const question = `Replace the ${clock} sandbox? What is in it is kept as a backup.`;
    if (isReplaced && !options.yes && !(await confirmed(question, 'Use --yes to skip confirmation.'))) {
      return remark('Nothing was changed.');
    }
    const request = { clock, ...(content === undefined ? {} : { content }) };
    const opened = await desk.post<SandboxOpened>('/api/sandboxes/open', request);
    if (options.json) printJson(opened);
    else print(opened.text);
  });

/** @throws CommandError 2 */
const contentOf = ({ copy, empty }: OpenOptions): 'copy' | 'empty' | undefined => {
  if (copy && empty) throw new CommandError('Choose --copy or --empty, not both.', 2);
  if (copy) return 'copy';
  return empty ? 'empty' : undefined;
};

const removeSandbox = async (
  clock: SandboxView['clock'],
  options: CommonOptions & { readonly yes?: true },
): Promise<void> => {
  const question = `Delete the ${clock} sandbox with its backups? This can't be undone.`;
  if (!options.yes && !(await confirmed(question, 'Use --yes to skip confirmation.'))) {
    return remark('Nothing was changed.');
  }
  await withHost(options.data, ({ desk }) => desk.delete(`/api/sandboxes/${clock}`));
  if (options.json) printJson({ removed: clock });
  else remark(`The ${clock} sandbox is deleted.`);
};
