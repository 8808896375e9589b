import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { actionsToShow } from '#contract/actions-to-show.ts';
import {
  type CheckRequest,
  type CheckResult,
  type EligibilityView,
  type LogFormat,
  logFormats,
  type MentionsView,
  type ReviewMention,
} from '#contract/eligibility.ts';
import type { Job } from '#contract/job.ts';
import { type CoverageOptions, changeCoverage, coverageGiven, isAboutCoverage } from './check-coverage.ts';
import { CommandError } from './command-error.ts';
import { casePath, findCase } from './find-case.ts';
import { targetId } from './find-target.ts';
import { followJob } from './follow-job.ts';
import { formatVerdict, type VerdictToShow, verdictExitCodes } from './format/verdict.ts';
import { withHost } from './host-access.ts';
import type { HttpClient } from './http-client.ts';
import { isDeciding, mentionsToReview, reviewHint, sameFilesText } from './mentions-format.ts';
import { type CommonOptions, withData, withExamples, withExitCodes, withJson } from './options.ts';
import { print, printJson } from './output.ts';

interface Options extends CommonOptions, CoverageOptions {
  readonly all?: true;
  readonly source?: readonly string[];
  readonly scope?: string;
  readonly replace?: true;
  readonly traffic?: readonly string[];
  readonly trafficScope?: string;
  readonly format?: LogFormat;
  readonly fieldMethod?: string;
  readonly fieldPath?: string;
  readonly fieldTime?: string;
  readonly host?: readonly string[];
  readonly configuration?: string | true;
  readonly rules?: string;
  readonly profile?: string;
  readonly webhooks?: string;
}

/** `carryover check`: the evidence collectors and the verdict. */
export const checkCommand = (): Command => {
  const command = new Command('check')
    .description('Check whether the integrator can migrate')
    .argument('[case]', 'case that records the evidence (default: none)')
    .option('--source <path...>', 'source code: folder, .zip, .tar.gz or .tgz')
    .option('--scope <name>', 'name of the code base (default: name of the folder)')
    .option('--replace', 'replace evidence of the same files under another name')
    .option('--traffic <file...>', 'traffic logs: HAR, nginx or Apache combined, JSON lines, CSV')
    .option('--traffic-scope <name>', 'name of the traffic source')
    .addOption(
      new Option('--format <format>', 'format of the traffic logs (default: detected)').choices([
        ...logFormats,
      ]),
    )
    .option('--field-method <name>', 'field or column with the method (JSON lines, CSV)')
    .option('--field-path <name>', 'field or column with the path or URL')
    .option('--field-time <name>', 'field or column with the time')
    .option(
      '--host <host...>',
      "hosts of this API in the logs (default: the target's); without --traffic, of earlier logs",
    )
    .option('--configuration [target]', "read rules, profile and endpoints (default: from the case's target)")
    .option('--rules <file>', 'file with the response of GET /rules')
    .option('--profile <file>', 'file with the response of GET /profile')
    .option('--webhooks <file>', 'file with the response of GET /webhooks')
    .option('--exec-report <file...>', 'JUnit files of `exec --report`: test runs against the local service')
    .option('--exec-scope <name>', 'name of the test suite (default: its folder and command line)')
    .option('--coverage <text>', 'which part of the integration the test suite covers')
    .option('--confirm-coverage', 'confirm that nothing else of the integration calls this API')
    .option('--withdraw-coverage <reason>', 'withdraw the coverage of a test run')
    .option('--by <name>', 'person who states the coverage')
    .option('--all', 'show all findings and reasons')
    .action(check);
  withExitCodes(command, { 0: 'eligible', 3: 'blocked', 4: 'undetermined, or mentions to review' });
  return withExamples(
    withJson(withData(command)),
    ['check acme', "Check the configuration of the case's target."],
    ['check acme --source ./their-app --configuration', 'Check their code too.'],
    ['check --source ./their-app.zip --json', 'Without a case, as JSON.'],
    ['check acme --traffic access.log --host api.example.com', 'Check a traffic log.'],
    ['check acme --exec-report exec.xml', 'Read what a test run against the local service called.'],
    ['check acme --coverage "all jobs" --confirm-coverage --by Jo', 'Confirm what its suite covers.'],
    ['check acme --host api.example.com', 'Name the hosts of earlier logs.'],
  );
};

const check = (reference: string | undefined, options: Options): Promise<void> =>
  withHost(options.data, async ({ desk }) => {
    const found = reference === undefined ? undefined : await findCase(desk, reference);
    if (options.host !== undefined && options.traffic === undefined) {
      return nameHosts(desk, found, options.host, options);
    }
    if (options.execReport === undefined && isAboutCoverage(options)) {
      await changeCoverage(desk, found, options);
      return printCase(desk, found as { readonly id: string }, options);
    }
    const request = await requestOf(desk, options);
    const job = await desk.post<Job>('/api/checks', { ...request, ...(found && { caseId: found.id }) });
    const result = await followJob<CheckResult>(desk, job, options.json ?? false);
    const mentions = await toReview(desk, found, result);
    process.exitCode = exitCodeOf(result, mentions);
    if (options.json) return printJson({ ...result, toReview: mentions });
    const view = found && (await desk.get<EligibilityView>(casePath(found, '/eligibility')));
    printVerdict(
      {
        verdict: result.verdict,
        actions: view && actionsToShow({ ...view, verdict: result.verdict }),
        change: result.change,
        findings: view?.findings ?? result.evidence.flatMap((evidence) => evidence.findings),
        cutOver: view?.cutOver,
      },
      mentions,
      options,
      [...sameFilesText(result.sameFiles), ...recordedText(result)],
    );
  });

const printVerdict = (
  shown: VerdictToShow,
  mentions: readonly ToReview[],
  { all }: Options,
  remarks: readonly string[] = [],
): void =>
  print(
    [
      formatVerdict({ ...shown, all, brief: process.stdout.isTTY === true }),
      ...mentionsToReview(mentions, all),
      ...reviewHint(mentions.length),
      ...remarks,
    ].join('\n\n'),
  );

/**
 * Names the hosts of this API in traffic that was read before.
 * @throws CommandError 2 if no evidence asks for that
 */
const nameHosts = async (
  desk: HttpClient,
  found: { readonly id: string } | undefined,
  hosts: readonly string[],
  options: Options,
): Promise<void> => {
  const path = found === undefined ? undefined : casePath(found, '/eligibility');
  const before = path === undefined ? undefined : await desk.get<EligibilityView>(path);
  const counting = new Set(before?.verdict.rows.flatMap(({ evidence }) => evidence));
  const asking = (before?.evidence ?? []).filter(({ id, traffic }) => traffic?.isOpen && counting.has(id));
  if (found === undefined || path === undefined || asking.length === 0) {
    throw new CommandError(
      '--host applies to traffic logs. Add --traffic, or a case whose traffic needs hosts.',
      2,
    );
  }
  for (const { id, traffic } of asking) {
    const own = hosts.filter((host) => traffic?.hosts.some((one) => one.host === host.toLowerCase()));
    const named = own.length > 0 || asking.length > 1 ? own : hosts;
    await desk.put(casePath(found, `/evidence/${id}/hosts`), { hosts: named });
  }
  await printCase(desk, found, options);
};

const printCase = async (
  desk: HttpClient,
  found: { readonly id: string },
  options: Options,
): Promise<void> => {
  const view = await desk.get<EligibilityView>(casePath(found, '/eligibility'));
  const mentions = await mentionsOf(desk, found);
  process.exitCode = exitCodeOf(view, mentions);
  const { verdict, findings, cutOver } = view;
  if (options.json) return printJson({ verdict });
  printVerdict({ verdict, actions: actionsToShow(view), findings, cutOver }, mentions, options);
};

const recordedText = ({ alreadyRecorded = [], evidence }: CheckResult): string[] =>
  evidence
    .filter(({ id }) => alreadyRecorded.includes(id))
    .map(({ scope }) => `The test run of "${scope}" was evidence of the case already.`);

type ToReview = ReviewMention & { readonly scope: string };

/** Mentions that neither a finding nor a reason settles, and that nobody dismissed. */
const toReview = async (
  desk: HttpClient,
  found: { readonly id: string } | undefined,
  { evidence }: CheckResult,
): Promise<ToReview[]> => {
  if (found === undefined) {
    return evidence.flatMap(({ scope, mentions }) =>
      (mentions?.toReview ?? []).map((mention) => ({ ...mention, scope })),
    );
  }
  return mentionsOf(desk, found);
};

const mentionsOf = async (desk: HttpClient, found: { readonly id: string }): Promise<ToReview[]> => {
  const { results } = await desk.get<MentionsView>(casePath(found, '/mentions'));
  return results.filter(({ dismissed }) => dismissed === undefined);
};

/** Eligible with something left to review is not yet done. */
const exitCodeOf = ({ verdict }: Pick<CheckResult, 'verdict'>, mentions: readonly ToReview[]): number =>
  verdict.state === 'eligible' && mentions.some(isDeciding) ? 4 : verdictExitCodes[verdict.state];

/** @throws CommandError 2 for options that do not go together */
const requestOf = async (desk: HttpClient, options: Options): Promise<CheckRequest> => {
  const { source = [], scope, traffic = [] } = options;
  if (scope !== undefined && source.length !== 1) {
    throw new CommandError('--scope names one --source. Check several separately.', 2);
  }
  return {
    source: source.length === 0 ? undefined : source.map((path) => ({ path: given(path), scope })),
    replaceSame: options.replace,
    traffic: traffic.length === 0 ? undefined : trafficOf(traffic, options),
    execReports: execReportsOf(options),
    ...(await configurationOf(desk, options)),
  };
};

/** Absolute: the host's folder is not the caller's. @throws CommandError 2 if there is nothing */
const given = (path: string): string => {
  const absolute = resolve(path);
  if (!existsSync(absolute)) throw new CommandError(`Nothing found at ${absolute}.`, 2);
  return absolute;
};

const trafficOf = (paths: readonly string[], options: Options): NonNullable<CheckRequest['traffic']> => {
  const { trafficScope, format, fieldMethod, fieldPath, fieldTime, host } = options;
  const hasFields = [fieldMethod, fieldPath, fieldTime].some((field) => field !== undefined);
  return {
    paths: paths.map(given),
    scope: trafficScope,
    format,
    fields: hasFields ? { method: fieldMethod, path: fieldPath, time: fieldTime } : undefined,
    hosts: host && [...host],
  };
};

const execReportsOf = (options: Options): CheckRequest['execReports'] => {
  const { execReport, execScope: scope } = options;
  const coverage = coverageGiven(options);
  if (execReport === undefined) return undefined;
  if (scope !== undefined && execReport.length !== 1) {
    throw new CommandError('--exec-scope names one --exec-report. Check several separately.', 2);
  }
  return execReport.map((path) => ({ path: given(path), scope, coverage }));
};

const configurationOf = async (
  desk: HttpClient,
  { configuration, rules, profile, webhooks }: Options,
): Promise<Pick<CheckRequest, 'configuration'>> => {
  if ([configuration, rules, profile, webhooks].every((one) => one === undefined)) return {};
  return {
    configuration: {
      rulesFile: rules && given(rules),
      profileFile: profile && given(profile),
      webhooksFile: webhooks && given(webhooks),
      targetId: typeof configuration === 'string' ? await targetId(desk, configuration) : undefined,
    },
  };
};
