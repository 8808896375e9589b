import { basename } from 'node:path';
import { Command, Option } from 'commander';
import {
  type AddressAnswer,
  type AllowListFormat,
  type AllowListRequest,
  type AllowListResult,
  allowListFormats,
} from '#contract/allow-list.ts';
import { errorCatalogue } from '#contract/errors.ts';
import { colors } from './colors.ts';
import { CommandError } from './command-error.ts';
import { findCase } from './find-case.ts';
import { readText } from './header-input.ts';
import { withHost } from './host-access.ts';
import { type CommonOptions, integer, withData, withExamples, withExitCodes, withJson } from './options.ts';
import { print, printJson, remark } from './output.ts';

interface Options extends CommonOptions {
  readonly format?: AllowListFormat;
  readonly port: number;
  readonly case?: string;
}

const usualPort = 443;

/** `carryover allow-list`: whether firewall rules let in both source addresses. */
export const allowListCommand = (): Command => {
  const command = new Command('allow-list')
    .description("Check whether firewall rules allow the service's source IPs")
    .argument('<file>', 'firewall rules; - reads stdin')
    .addOption(
      new Option('--format <format>', 'format of the rules (default: detected)').choices([
        ...allowListFormats,
      ]),
    )
    .option('--port <port>', 'port of the consumer', integer(1, 65_535), usualPort)
    .option('--case <case>', 'case that records the result (default: none)')
    .action(checkAllowList);
  withExitCodes(command, { 0: 'both allowed', 3: 'at least one denied', 4: 'unknown' });
  return withExamples(
    withJson(withData(command)),
    ['allow-list rules.v4', 'Rules from iptables-save.'],
    ['allow-list - --port 8443', 'Rules from stdin: nft list ruleset | carryover allow-list - --port 8443'],
    ['allow-list groups.json --case acme', 'AWS security groups; the result is recorded.'],
  );
};

const checkAllowList = async (file: string, options: Options): Promise<void> => {
  const text = await readText(file);
  await withHost(options.data, async ({ desk }) => {
    const request: AllowListRequest = {
      text,
      port: options.port,
      format: options.format,
      ...(file === '-' ? {} : { name: basename(file).slice(0, 300) }),
      ...(options.case === undefined ? {} : { caseId: (await findCase(desk, options.case)).id }),
    };
    const result = await desk.post<AllowListResult>('/api/allow-list', request).catch(refused);
    process.exitCode = exitCodeOf(result);
    if (options.json) return printJson(result);
    show(result);
  });
};

const show = ({ name = 'stdin', format, port, answers, advice, remarks }: AllowListResult): void => {
  print(`${name}, read as ${format}, port ${port}\n`);
  print(answers.map(formatAnswer).join('\n'));
  if (advice.length > 0) print(`\n${advice.map((line) => `→ ${line}`).join('\n')}`);
  for (const { line, text } of remarks) remark(line === undefined ? text : `Line ${line}: ${text}`);
};

const refusals = (['allowList.unreadable', 'allowList.unrecognized', 'allowList.otherTool'] as const).map(
  (code) => errorCatalogue[code].detailedErrorCode,
);

/** Rules that are refused say as little about the addresses as ones that leave them open: a script is told the same. */
const refused = (error: unknown): never => {
  if (!(error instanceof CommandError) || !refusals.includes(error.errorCode ?? 0)) throw error;
  throw new CommandError(error.message, 4, { cause: error });
};

const exitCodeOf = ({ answers }: AllowListResult): number => {
  if (answers.some(({ result }) => result === 'denied')) return 3;
  return answers.some(({ result }) => result === 'unknown') ? 4 : 0;
};

const marks = { allowed: colors.green('✓'), denied: colors.red('✗'), unknown: colors.yellow('?') } as const;

const formatAnswer = ({ address, result, line, text, because }: AddressAnswer): string => {
  const place = line === undefined ? '' : `  line ${line}`;
  const shown = text === undefined ? '' : `  ${text}`;
  return `${marks[result]} ${address.padEnd(15)}  ${result}${place}${colors.dim(shown)}\n    ${because}`;
};
