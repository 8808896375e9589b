import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { fileProblem } from '#base/file-problem.ts';
import type { AgreeingParty, RunbookView, WindowRequest } from '#contract/runbook.ts';
import { CommandError } from './command-error.ts';
import { formatSchedule } from './format/runbook.ts';
import type { HttpClient } from './http-client.ts';
import { commandOnCase } from './on-case.ts';
import { onRunbook } from './on-runbook.ts';
import { type CommonOptions, integer, withExamples } from './options.ts';
import { print, printDocument, printJson, remark } from './output.ts';
import {
  type AgreementOptions,
  agreementOf,
  agreementOptions,
  partyOption,
  refuseOthers,
  withAgreement,
} from './runbook-agreement.ts';

interface Options extends CommonOptions, AgreementOptions {
  readonly estimate?: true;
  readonly companies?: number;
  readonly zone?: string;
  readonly otherZone?: string;
  readonly start?: string;
  readonly end?: string;
  readonly agree?: AgreeingParty;
  readonly ics?: string;
  readonly yes?: true;
}

/** `carryover runbook schedule`: step 2. */
export const scheduleCommand = (): Command => {
  const command = commandOnCase(
    'schedule',
    'Step 2: estimate, propose, agree on and export the migration window',
  )
    .option('--estimate', 'estimate the duration from the last rehearsal')
    .option('--companies <n>', 'number of companies, if not imported yet', integer(1, 1_000_000))
    .option('--start <local>', 'window start, local time, such as 2026-03-28T22:00')
    .option('--end <local>', 'window end, local time')
    .option('--zone <zone>', 'time zone, such as Europe/Berlin')
    .option('--other-zone <zone>', 'time zone of the other party')
    .addOption(partyOption('--agree', 'record the agreement of this party'))
    .option('--yes', 'replace an agreed window without confirmation')
    .option('--ics <file>', 'export the window as a calendar file (.ics); - for stdout');
  withAgreement(command).action(schedule);
  return withExamples(
    command,
    ['runbook schedule acme --estimate', 'Likely and worst duration.'],
    [
      'runbook schedule acme --start 2026-03-28T22:00 --end 2026-03-29T06:00 --zone Europe/Berlin --other-zone America/New_York',
      'Propose a window.',
    ],
    ['runbook schedule acme --agree integrator --by "Kim" --quote-file mail.txt', 'Record an agreement.'],
    [
      'runbook schedule acme --start 2026-04-04T22:00 --end 2026-04-05T06:00 --zone Europe/Berlin --yes',
      'Replace an agreed window; without --yes, only lists the consequences.',
    ],
    ['runbook schedule acme --ics window.ics', 'Export a calendar file.'],
  );
};

const schedule = (reference: string, options: Options): Promise<void> => {
  const { agree, ics } = options;
  const ofAgree = agree === undefined ? [] : agreementOptions;
  refuseOthers(options, [...windowOptions, ...ofAgree], 'without --agree');
  if (ics === '-' && options.json) throw new CommandError('--ics - and --json both write to stdout.', 2);
  const window = windowOf(options);
  const agreement = agree && agreementOf(agree, options);
  return onRunbook(reference, options, async (desk, path) => {
    await estimate(desk, path, options);
    if (window !== undefined) await propose(desk, path, window, options.yes ?? false);
    if (agreement !== undefined) await desk.post(`${path}/window/agreements`, agreement);
    if (ics !== undefined) write(ics, (await desk.file(`${path}/window.ics`)).content);
    const view = await desk.get<RunbookView>(path);
    if (options.json) return printJson(view);
    (ics === '-' ? remark : print)(formatSchedule(view));
    for (const line of openPoints(view)) remark(line);
  });
};

const estimate = async (desk: HttpClient, path: string, { estimate, companies }: Options): Promise<void> => {
  if (!estimate && companies === undefined) return;
  await desk.post(`${path}/estimate`, { companies });
};

const openPoints = ({ steps }: RunbookView): string[] => {
  const step = steps.find(({ id }) => id === 'schedule');
  return [...(step?.missing ?? []), ...(step?.remarks ?? [])];
};

/** @throws CommandError 1 over an agreed window, unless that is confirmed: names what becomes void */
const propose = async (
  desk: HttpClient,
  path: string,
  window: WindowRequest,
  isConfirmed: boolean,
): Promise<void> => {
  const voids = isConfirmed ? (await desk.get<RunbookView>(path)).window?.voids : undefined;
  await desk.put(`${path}/window`, voids === undefined ? window : { ...window, confirm: voids.confirm });
};

/** @throws CommandError 2 if it is not whole */
const windowOf = ({ start, end, zone, otherZone }: Options): WindowRequest | undefined => {
  if ([start, end, zone, otherZone].every((one) => one === undefined)) return undefined;
  if (start === undefined || end === undefined || zone === undefined) {
    throw new CommandError('A window needs --start, --end and --zone.', 2);
  }
  return { start, end, zone, otherZone };
};

const windowOptions: readonly (keyof Options)[] = [
  'estimate',
  'companies',
  'start',
  'end',
  'zone',
  'otherZone',
  'agree',
  'ics',
  'yes',
];

const write = (path: string, content: Buffer): void => {
  if (path === '-') {
    printDocument(content);
    return;
  }
  try {
    writeFileSync(path, content, { mode: 0o600 });
  } catch (cause) {
    throw new CommandError(`${path} can't be written: ${fileProblem(cause)}.`, 1, { cause });
  }
  remark(`Wrote ${path}.`);
};
