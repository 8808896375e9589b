import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { oneLine } from '#base/terminal-text.ts';
import type { RunbookStep, RunbookView, SyncingResult } from '#contract/runbook.ts';
import { CommandError } from './command-error.ts';
import { formatCallback } from './format/runbook.ts';
import type { HttpClient } from './http-client.ts';
import { commandOnCase } from './on-case.ts';
import { onRunbook, printNext, stepArgument } from './on-runbook.ts';
import { type CommonOptions, withExamples, withExitCodes } from './options.ts';
import { columns, print, printJson, remark } from './output.ts';
import {
  type AgreementOptions,
  agreementOptions,
  heldUpBy,
  refuseOthers,
  when,
  withAgreement,
} from './runbook-agreement.ts';
import { read } from './secret-input.ts';

interface DoOptions extends CommonOptions, AgreementOptions {
  readonly file?: string;
  readonly urls?: string;
  readonly ref?: string[];
  readonly list?: string;
  readonly revoke?: string;
}

/** `carryover runbook do`: what is done by hand of each step. */
export const doCommand = (): Command => {
  const command = commandOnCase(
    'do',
    'Do a step: supply details, check callback URLs, confirm disabled syncing',
  )
    .addArgument(stepArgument())
    .option('--file <file>', 'supply: details as a JSON object; - reads stdin')
    .option('--urls <file>', 'update-application: URLs registered with the platform; - reads stdin')
    .option('--ref <ref...>', 'disable-syncing: companies by reference')
    .option('--list <file>', 'disable-syncing: file with companies, one reference or name per line, or CSV')
    .option(
      '--revoke <reason>',
      'disable-syncing: withdraw confirmations of companies (--ref), with a reason',
    );
  withAgreement(command).action((reference: string, step: RunbookStep, options: DoOptions) => {
    refuseOthers(options, optionsOf(step, options), `to the step ${step}`);
    return onRunbook(reference, options, (desk, path) => doers[step](desk, path, options));
  });
  withExitCodes(command, { 0: 'done', 1: 'failed, or not confirmed (URL not registered, company unknown)' });
  return withExamples(
    command,
    ['runbook do acme supply --file details.json', 'Secret values are encrypted and masked.'],
    ['runbook do acme update-application', 'Print the callback URL.'],
    ['runbook do acme update-application --urls urls.txt', 'Check that the list has it.'],
    [
      'runbook do acme disable-syncing --list disabled.csv --by "Kim" --quote "All off since 9:00"',
      'Companies without confirmation are held.',
    ],
    [
      'runbook do acme disable-syncing --ref acme-001 --revoke "Switched on again"',
      'Withdraw a confirmation.',
    ],
  );
};

const optionsOf = (step: RunbookStep, { revoke }: DoOptions): readonly (keyof DoOptions)[] => {
  if (step === 'supply') return ['file'];
  if (step === 'update-application') return ['urls'];
  if (step !== 'disable-syncing') return [];
  return revoke === undefined ? ['ref', 'list', ...agreementOptions] : ['ref', 'revoke'];
};

type Do = (desk: HttpClient, path: string, options: DoOptions) => Promise<void>;

const supply: Do = async (desk, path, { file, ...options }) => {
  if (file === undefined) {
    throw new CommandError('--file is required. See `runbook checklist` for the details.', 2);
  }
  printNext(await desk.put(`${path}/details`, { fields: fieldsIn(await input(file)) }), options);
};

const fieldsIn = (content: string): unknown => {
  try {
    return JSON.parse(content);
  } catch (cause) {
    // The parser's own words would repeat what stands there.
    throw new CommandError('The details must be a JSON object of fields and values.', 2, { cause });
  }
};

const updateApplication: Do = async (desk, path, { urls, json }) => {
  if (urls === undefined) {
    const { callbackUrl } = await desk.get<RunbookView>(path);
    if (callbackUrl === undefined) {
      throw new CommandError(
        'The callback URL is unknown. Set it with `targets change NAME --callback-url`.',
      );
    }
    if (json) return printJson({ callbackUrl });
    print(callbackUrl);
    remark('Register exactly this URL with the platform, then check with --urls.');
    return;
  }
  const view = await desk.post<RunbookView>(`${path}/callback`, { urls: await input(urls) });
  if (view.callbackCheck?.found !== true) process.exitCode = 1;
  if (json) return printJson(view);
  print(formatCallback(view));
};

const disableSyncing: Do = async (desk, path, options) => {
  const { ref, list, revoke, by, json } = options;
  if (revoke !== undefined) {
    if (ref === undefined) throw new CommandError('--ref is required.', 2);
    return printNext(await desk.post(`${path}/syncing/revocations`, { refs: ref, reason: revoke }), options);
  }
  if ((ref === undefined) === (list === undefined)) throw new CommandError('Use either --ref or --list.', 2);
  if (by === undefined) throw new CommandError('--by is required.', 2);
  const companies =
    list === undefined ? { refs: ref } : { list: { name: basename(list), content: await input(list) } };
  const result = await desk.post<SyncingResult>(`${path}/syncing`, {
    ...companies,
    by,
    ...when(options),
    ...heldUpBy(options),
  });
  if (result.unknownCount > 0) process.exitCode = 1;
  if (json) return printJson(result);
  if (result.unknownCount > 0) {
    const rows = result.unknown.map(({ line, text: what, why }) => [String(line), oneLine(what), why]);
    print(columns([['LINE', 'NOT CONFIRMED', 'WHY'], ...rows]));
  }
  const { confirmed, already, unknownCount, runbook } = result;
  const counts = `Confirmed: ${confirmed} · before: ${already} · not recognised: ${unknownCount}.`;
  printNext(runbook, {}, counts);
};

/** Steps that follow from something else: what that is. */
const follows =
  (how: string): Do =>
  async (desk, path, options) =>
    printNext(await desk.get(path), options, how);

const doers: Readonly<Record<RunbookStep, Do>> = {
  supply,
  schedule: follows('Estimate, propose and agree on a window with `runbook schedule`.'),
  'update-application': updateApplication,
  'disable-syncing': disableSyncing,
  'first-company': follows('Completed by a pilot run: `tokens run CASE --pilot REF`.'),
  complete: follows('Migrate the rest with `tokens run`, then hand over with `runbook handover`.'),
};

const input = async (path: string): Promise<string> => (path === '-' ? text(process.stdin) : read(path));
