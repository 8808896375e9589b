import { accessSync, constants, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { fileProblem } from '#base/file-problem.ts';
import { writeAtomicallySync } from '#base/write-atomically.ts';
import type { CaseView } from '#contract/case.ts';
import { type CodeSamples, type SampleLanguage, sampleLanguages } from '#contract/cutover.ts';
import type { DoctorPlan, DoctorRequest, DoctorResult, DoctorRuns } from '#contract/doctor.ts';
import type { Job } from '#contract/job.ts';
import { confirmed } from './ask.ts';
import { CommandError } from './command-error.ts';
import { headersFrom } from './doctor-headers.ts';
import { casePath, findCase } from './find-case.ts';
import { followJob } from './follow-job.ts';
import { formatDoctor, formatPlan } from './format/doctor.ts';
import { junitOf } from './format/junit.ts';
import { findHost, type HostAccess, withHost } from './host-access.ts';
import type { HttpClient } from './http-client.ts';
import { type CommonOptions, withData, withExamples, withExitCodes, withJson } from './options.ts';
import { print, printDocument, printJson, remark } from './output.ts';
import { refuseArgument, secretFrom } from './secret-input.ts';

interface Options extends CommonOptions {
  readonly endpoint?: string;
  readonly case?: string;
  readonly secretFile?: string;
  readonly headerFile?: string;
  readonly load?: true;
  readonly junit?: string;
  readonly yes?: true;
  readonly sample?: string;
  readonly language: SampleLanguage;
}

/** `carryover doctor`: tests of an integrator's endpoint. Source: `docs/reference/rules/doctor.md`. */
export const doctorCommand = (): Command => {
  const command = new Command('doctor')
    .description('Test an endpoint: TLS, timeouts, signatures, duplicates')
    .argument('[url]', 'URL of the consumer (default: of the endpoint)')
    .option('--endpoint <id>', 'endpoint whose URL, secret and headers are used')
    .option('--case <case>', 'case that records the result; its endpoint is the default')
    .option('--secret-file <file>', 'file with the signing secret; - reads stdin')
    .option('--header-file <file>', 'file with the configured headers: "Name: value" lines, or JSON')
    .option('--load', 'also send 50 messages/s for 10 s')
    .option('--junit <file>', 'also write the result as JUnit XML')
    .option('--yes', 'skip confirmation')
    .option('--sample <topic>', 'print the code sample of a fix, and test nothing')
    .addOption(
      new Option('--language <language>', 'language of the sample')
        .choices([...sampleLanguages])
        .default('node'),
    )
    .action(examine);
  refuseArgument(command, '--secret', '--secret-file <file>');
  withExitCodes(command, { 0: 'passed', 3: 'a check failed', 4: 'undetermined' });
  return withExamples(
    withJson(withData(command)),
    ['doctor http://localhost:3000/hooks --secret-file secret.txt', 'A consumer on this machine.'],
    ['doctor --endpoint 3f0c', 'An endpoint of the local service, with its secret and headers.'],
    ['doctor https://acme.example/hooks --case acme --header-file headers.txt', 'Recorded in a case.'],
    ['doctor $URL --secret-file secret.txt --junit doctor.xml --yes', 'A step of a pipeline.'],
    ['doctor --sample raw-body --language python', 'The code sample of a fix.'],
  );
};

const examine = async (url: string | undefined, options: Options): Promise<void> => {
  if (options.sample !== undefined) return showSample(options.sample, options);
  if (url === undefined && options.endpoint === undefined && options.case === undefined) {
    throw new CommandError('Nothing to test. Give a URL, --endpoint or --case.', 2);
  }
  const junit = options.junit === undefined ? undefined : writable(options.junit);
  const given = await givenBy(options);
  await withDoctor(options, async ({ desk }) => {
    const found = options.case === undefined ? undefined : await findCase(desk, options.case);
    const request: DoctorRequest = {
      ...given,
      ...(url === undefined ? {} : { url }),
      ...(found === undefined ? {} : { caseId: found.id }),
      ...(options.endpoint === undefined
        ? {}
        : { webhookId: await endpointId(desk, options.endpoint, found) }),
    };
    const plan = await desk.post<DoctorPlan>('/api/doctor/plan', request);
    remark(formatPlan(plan));
    await consent(plan, options);
    const job = await desk.post<Job>('/api/doctor', { ...request, confirm: plan.confirm });
    const result = await followJob<DoctorResult>(desk, job, options.json ?? false, labels);
    process.exitCode = exitCodes[result.verdict];
    if (junit !== undefined) writeJunit(junit, result);
    if (options.json) return printJson(result);
    const changes = found && (await changesOf(desk, found, result));
    print(formatDoctor(result, changes));
  });
};

/**
 * What needs nothing of the data folder runs beside it unless a host is there already: a pipeline is left without one,
 * and of several tests at once none waits for the end of another.
 */
const withDoctor = async (
  { data, endpoint, case: ofCase }: Options,
  work: (host: HostAccess) => Promise<void>,
): Promise<void> => {
  const needsData = endpoint !== undefined || ofCase !== undefined;
  if (needsData || (await findHost(data)) !== undefined) return withHost(data, work);
  const folder = mkdtempSync(join(tmpdir(), 'carryover-doctor-'));
  try {
    await withHost(folder, work);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const exitCodes = { pass: 0, fail: 3, undetermined: 4 } as const;
const labels = {
  title: 'Testing the endpoint',
  done: 'Tested',
  failed: 'Not tested',
  cancelled: 'Cancelled: nothing was recorded.',
};

/** @throws CommandError 2 where nobody can be asked, 1 if the answer was no */
const consent = async ({ loopback, requests, host }: DoctorPlan, { yes }: Options): Promise<void> => {
  if (loopback || yes) return;
  const question = `Send up to ${requests} requests to ${host}?`;
  if (await confirmed(question, 'Use --yes to skip confirmation. Nothing was sent.')) return;
  throw new CommandError('Nothing was sent.');
};

/** Secrets come from files: arguments are seen by everyone on the machine. */
const givenBy = async (options: Options): Promise<Pick<DoctorRequest, 'secret' | 'headers' | 'load'>> => {
  const { secretFile, headerFile, load } = options;
  if (secretFile === '-' && headerFile === '-') {
    throw new CommandError('Only one file can be read from stdin. Use a file for the other.', 2);
  }
  const secret = await secretFrom({ file: secretFile, env: undefined }, 'signing secret');
  return {
    ...(secret === undefined ? {} : { secret }),
    ...(headerFile === undefined ? {} : { headers: await headersFrom(headerFile) }),
    ...(load ? { load } : {}),
  };
};

/** By its id, or the beginning of one. @throws CommandError 1 */
const endpointId = async (
  desk: HttpClient,
  reference: string,
  found: CaseView | undefined,
): Promise<string> => {
  const wanted = reference.toLowerCase();
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(wanted)) return wanted;
  const ids =
    found === undefined
      ? (await desk.get<{ results: { id: string }[] }>('/api/endpoints')).results.map(({ id }) => id)
      : (
          await desk.get<{ results: { webhook: { id: string } }[] }>(casePath(found, '/endpoints'))
        ).results.map(({ webhook }) => webhook.id);
  const [only, ...others] = ids.filter((id) => id.startsWith(wanted));
  if (only !== undefined && others.length === 0) return only;
  throw new CommandError(
    only === undefined
      ? `No endpoint begins with "${reference}".`
      : `Several endpoints begin with "${reference}". Use a longer id.`,
  );
};

/** What changed since the last test of the same URL in the case. */
const changesOf = async (desk: HttpClient, found: CaseView, { at, url }: DoctorResult) => {
  const { results } = await desk.get<DoctorRuns>(casePath(found, '/doctor'));
  return results.find(({ result }) => result.at === at && result.url === url)?.changes;
};

/** The absolute path; checked before anything is sent. @throws CommandError 2 */
const writable = (path: string): string => {
  const absolute = resolve(path);
  try {
    accessSync(dirname(absolute), constants.W_OK);
    if (statSync(absolute, { throwIfNoEntry: false })?.isDirectory()) {
      throw Object.assign(new Error(), { code: 'EISDIR' });
    }
    return absolute;
  } catch (cause) {
    throw new CommandError(`${path} can't be written: ${fileProblem(cause)}. Nothing was sent.`, 2, {
      cause,
    });
  }
};

/** @throws CommandError 1 */
const writeJunit = (path: string, result: DoctorResult): void => {
  try {
    writeAtomicallySync(path, junitOf(result), 0o644);
  } catch (cause) {
    throw new CommandError(`${path} can't be written: ${fileProblem(cause)}.`, 1, { cause });
  }
};

const showSample = (topic: string, { data, language, json }: Options): Promise<void> =>
  withHost(data, async ({ desk }) => {
    const found = await desk.get<CodeSamples>(`/api/code-samples/${encodeURIComponent(topic)}`);
    if (json) return printJson(found);
    printDocument(found.samples[language] ?? '');
  });
