import { Command, InvalidArgumentError } from 'commander';
import { systemTime, toIso } from '#base/clock.ts';
import type { ErasureRequest, ErasureResult } from '#contract/erasure.ts';
import { formatCount, formatInstant } from '#contract/format.ts';
import { confirmed } from './ask.ts';
import { CommandError } from './command-error.ts';
import { dayCount } from './day-count.ts';
import { casePath, findCase } from './find-case.ts';
import { withHost } from './host-access.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { columns, printJson, remark } from './output.ts';

interface Options extends CommonOptions {
  readonly entries?: number[];
  readonly notes?: true;
  readonly contacts?: true;
  readonly attachment?: string[];
  readonly excerpts?: true;
  /** Days. */
  readonly olderThan?: number;
  readonly reason?: string;
  readonly yes?: true;
}

/** `carryover case erase`: says first what goes. */
export const eraseCommand = (): Command => {
  const command = new Command('erase')
    .description('Erase personal data; the audit chain stays verifiable')
    .argument('<case>')
    .option('--entries <numbers>', 'texts and names in these timeline entries, such as 3,5', entryNumbers)
    .option('--notes', 'all notes')
    .option('--contacts', 'all contacts')
    .option('--attachment <name...>', 'attachments, with their names and notes')
    .option('--excerpts', 'source excerpts of findings; file and line stay')
    .option('--older-than <days>', 'only excerpts older than this, such as 90d', dayCount)
    .option('--reason <text>', 'reason, recorded; must not repeat erased texts')
    .option('--yes', 'skip confirmation')
    .action((reference: string, options: Options) =>
      withHost(options.data, async ({ desk }) => {
        const body = requestOf(options);
        const view = await findCase(desk, reference);
        const path = casePath(view, '/erasures');
        const plan = await desk.post<ErasureResult>(path, { ...body, dryRun: true });
        remark(formatPlan(view.name, plan));
        if (plan.entries.length + plan.attachments.length === 0) {
          if (options.json) printJson(plan);
          return;
        }
        if (!options.yes && !(await confirmed('Erase it?', 'Use --yes to skip confirmation.'))) {
          return remark('Nothing was erased.');
        }
        const done = await desk.post<ErasureResult>(path, body);
        if (options.json) printJson(done);
        else
          remark(
            `Erased. The case has ${formatCount(done.revision, 'entry', 'entries')} now; verifying it lists what was erased.`,
          );
      }),
    );
  return withExamples(
    withJson(withData(command)),
    ['case erase acme --contacts --notes --reason "asked by Jo"', 'Lists what is erased, then asks.'],
    ['case erase acme --excerpts --older-than 90d --reason "retention" --yes', 'Source excerpts by age.'],
  );
};

const entryNumbers = (text: string): number[] =>
  text.split(',').map((one) => {
    if (!/^\s*[1-9]\d{0,8}\s*$/.test(one)) {
      throw new InvalidArgumentError('Must be entry numbers, such as 3,5.');
    }
    return Number(one);
  });

const dayMs = 86_400_000;

/** @throws CommandError 2 */
const requestOf = (options: Options): ErasureRequest => {
  const { entries, notes, contacts, attachment, excerpts, olderThan, reason } = options;
  if (olderThan !== undefined && !excerpts) throw new CommandError('--older-than needs --excerpts.', 2);
  if ([entries, notes, contacts, attachment, excerpts].every((one) => one === undefined)) {
    throw new CommandError('Nothing to erase. Use an option, such as --contacts or --entries 3,5.', 2);
  }
  if (reason === undefined) throw new CommandError('A reason is required: --reason.', 2);
  return {
    entries,
    notes,
    contacts,
    attachments: attachment,
    excerptsBefore: excerpts && toIso(systemTime.now() - (olderThan ?? 0) * dayMs),
    reason,
  };
};

const formatPlan = (name: string, { entries, attachments, mentions, backups }: ErasureResult): string => {
  if (entries.length + attachments.length === 0) return `Nothing to erase in "${name}".`;
  const rows = entries.map(({ seq, at, actor, kind, texts, why }) => [
    String(seq),
    formatInstant(at),
    actor,
    kind,
    `${formatCount(texts, 'text')}${why === 'copy' ? ', a copy' : ''}`,
  ]);
  return [
    `Erasing this from "${name}" can't be undone:`,
    ...(rows.length === 0 ? [] : [columns([['ENTRY', 'WHEN', 'WHO', 'KIND', 'ERASED'], ...rows])]),
    ...attachments.map((one) => `The attachment "${one.name}", ${formatCount(one.size, 'byte')}`),
    ...(mentions.length === 0
      ? []
      : [`Not erased, although they repeat some of it: entries ${mentions.join(', ')}.`]),
    'Who acted and when is kept. Colleagues keep their copies until they import the case again.',
    ...backupLines(backups),
  ].join('\n');
};

const backupLines = (backups: ErasureResult['backups']): string[] =>
  backups.length === 0
    ? []
    : [
        'Earlier backups still contain it:',
        ...backups.map(({ name, goes }) => `  ${name} (removed by ${formatInstant(goes)} at the latest)`),
      ];
