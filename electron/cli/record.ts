import { Command } from 'commander';
import type { RecordedCalls, RecordRequest } from '#contract/fidelity.ts';
import type { Job } from '#contract/job.ts';
import type { Target } from '#contract/target.ts';
import { followJob } from './follow-job.ts';
import { withHost } from './host-access.ts';
import type { HttpClient } from './http-client.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { type RecordOptions, recordingPath, withRecordOptions, writeRecording } from './recordings.ts';

type Options = CommonOptions & RecordOptions;

/** `carryover record`: read-only calls to a target, kept without their data. Its key stays with the host. */
export const recordCommand = (): Command => {
  const record = new Command('record')
    .description('Record what a target answers to read-only calls, without its data')
    .requiredOption('--target <name>', 'name or id of the target (see `targets`)')
    .action(recordFile);
  return withExamples(
    withJson(withData(withRecordOptions(record))),
    ['record --target production', 'Writes production.recording.json.'],
    ['record --target production --no-host --out recording.json', 'Without the host name.'],
  );
};

const recordFile = async (options: Options): Promise<void> => {
  const path = recordingPath(options);
  const { calls, baseUrl } = await withHost(options.data, async ({ desk }) => {
    const { baseUrl } = await desk.get<Target>(targetPath(options.target));
    return { ...(await recordedCalls(desk, options.target, options)), baseUrl };
  });
  writeRecording(path, calls, options, baseUrl);
};

const targetPath = (name: string): string => `/api/targets/${encodeURIComponent(name)}`;

/** The calls are made by the host, which has the key. */
export const recordedCalls = async (
  desk: HttpClient,
  target: string,
  { customData, json }: { readonly customData?: string; readonly json?: true },
): Promise<RecordedCalls> => {
  const request: RecordRequest = customData === undefined ? {} : { customData };
  const job = await desk.post<Job>(`${targetPath(target)}/record`, request);
  return followJob<RecordedCalls>(desk, job, json ?? false, {
    title: 'Calling',
    done: 'Called',
    failed: 'Not recorded',
    cancelled: 'Cancelled: nothing was recorded.',
  });
};
