import { Command } from 'commander';
import { localTargetId } from '#contract/target.ts';
import { compareRecording } from '#fidelity/compare.ts';
import type { ApiDocument } from '#fidelity/document.ts';
import { withHost } from './host-access.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { recordedCalls } from './record.ts';
import { printComparison, readRecordingFile, withCompareOptions } from './recordings.ts';

interface Options extends CommonOptions {
  readonly customData?: string;
}

/** `carryover compare`: the same calls to the local service, beside a recording. */
export const compareCommand = (): Command => {
  const compare = new Command('compare')
    .description('Compare a recording of a target with the local service')
    .action(compareFile);
  return withExamples(
    withJson(withData(withCompareOptions(compare))),
    ['compare production.recording.json', 'Differences in status, headers and fields.'],
    ['compare production.recording.json --json', 'For scripts; the exit code says the result.'],
  );
};

const compareFile = async (path: string, options: Options): Promise<void> => {
  // Before a host is started for it.
  const recording = readRecordingFile(path);
  const compared = await withHost(options.data, async ({ desk }) => {
    const document = await desk.get<ApiDocument>('/api/public-openapi');
    const { calls } = await recordedCalls(desk, localTargetId, options);
    return compareRecording(recording, calls, document);
  });
  printComparison(compared, options.json);
};
