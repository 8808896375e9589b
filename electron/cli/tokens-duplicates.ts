import { type Command, Option } from 'commander';
import { oneLine } from '#base/terminal-text.ts';
import { formatCount } from '#contract/format.ts';
import type { DuplicateRequest, Duplicates } from '#contract/token-runs.ts';
import { CommandError } from './command-error.ts';
import { withConfirmation } from './confirm.ts';
import { casePath, findCase } from './find-case.ts';
import { duplicatesOpenCode } from './format/run.ts';
import { withHost } from './host-access.ts';
import { commandOnCase } from './on-case.ts';
import { type CommonOptions, withData, withExamples, withExitCodes, withJson } from './options.ts';
import { columns, print, printJson } from './output.ts';
import { overrideOf, withWindowOverride } from './run-options.ts';

interface Options extends CommonOptions {
  readonly keep?: true;
  readonly remove?: 'own';
  readonly reason?: string;
  readonly yes?: true;
  readonly overrideWindow?: string;
}

/** `carryover tokens duplicates`: what a target has twice after a run, and the decision about it. */
export const tokensDuplicatesCommand = (): Command => {
  const command = commandOnCase('duplicates', 'List duplicates on the target; keep or remove them')
    .addOption(new Option('--keep', 'keep the duplicates').conflicts('remove'))
    .addOption(new Option('--remove <what>', 'remove duplicates created by this desk').choices(['own']))
    .option('--reason <text>', 'reason, recorded; required with --keep and --remove')
    .option('--yes', 'skip confirmation on a remote target')
    .action(duplicates);
  withJson(withData(withWindowOverride(command))).addHelpText(
    'after',
    '\nA company is removed only while another with the same reference has a Linked\nconnection to each of its platforms.',
  );
  withExitCodes(command, { 0: 'nothing to decide', [duplicatesOpenCode]: 'decision open' });
  return withExamples(
    command,
    ['tokens duplicates acme', 'List current duplicates.'],
    [
      'tokens duplicates acme --remove own --reason "The other desk continues"',
      'Remove duplicates created by this desk.',
    ],
  );
};

const duplicates = (reference: string, options: Options): Promise<void> => {
  const request = requestOf(options);
  return withHost(options.data, async ({ desk }) => {
    const path = casePath(await findCase(desk, reference), '/tokens/duplicates');
    const found =
      request === undefined
        ? await desk.get<Duplicates>(path)
        : await withConfirmation((confirm) => desk.post<Duplicates>(path, { ...request, confirm }), options);
    process.exitCode = isOpen(found) ? duplicatesOpenCode : 0;
    if (options.json) printJson(found);
    else print(formatDuplicates(found));
  });
};

/** undefined: only lists. @throws CommandError 2 */
const requestOf = (options: Options): DuplicateRequest | undefined => {
  const { keep, remove, reason } = options;
  if (!keep && remove === undefined) {
    if (reason === undefined) return undefined;
    throw new CommandError('--reason needs --keep or --remove own.', 2);
  }
  if (reason === undefined || reason.trim() === '') {
    throw new CommandError('A decision needs --reason "<why>".', 2);
  }
  return { decision: keep ? 'keep' : 'remove', reason, ...overrideOf(options) };
};

const isOpen = ({ duplicates: found, decision }: Duplicates): boolean =>
  decision === undefined ? found.length > 0 : decision.state === 'open';

const shown = 200;

export const formatDuplicates = (found: Duplicates): string => {
  const { duplicates: all, removed, left = [] } = found;
  const rows = all
    .slice(0, shown)
    .map(({ ref, what, platformKey, used, others, own }) => [
      oneLine(ref),
      platformKey === undefined ? what : `${what} to ${platformKey}`,
      used ?? '–',
      own ? 'yes' : 'no',
      others.join(', '),
    ]);
  const more = all.length > shown ? [`and ${all.length - shown} more; --json shows them`] : [];
  return [
    ...(removed === undefined ? [] : [`${formatCount(removed, 'company was', 'companies were')} removed.`]),
    ...left
      .slice(0, shown)
      .map(({ ref, companyId, why }) => `Left: ${oneLine(ref)} (${companyId}): ${oneLine(why)}`),
    ...(rows.length === 0
      ? ['No duplicates on the target.']
      : [columns([['REF', 'WHAT', 'USED', 'OWN', 'OTHERS'], ...rows]), ...more]),
    ...formatDecision(found),
  ].join('\n');
};

const formatDecision = (found: Duplicates): string[] => {
  const { decision } = found;
  if (isOpen(found)) {
    return [
      'Decide: --remove own removes duplicates created by this desk, --keep keeps them; both need --reason.',
    ];
  }
  if (decision === undefined) return [];
  const by = decision.by === undefined ? '' : ` by ${oneLine(decision.by)}`;
  const isGone = decision.state === 'removed' && decision.removed === 0;
  const said = isGone ? 'nothing to remove' : decision.state;
  return [`Decided${by}: ${said}. ${oneLine(decision.reason ?? '')}`];
};
