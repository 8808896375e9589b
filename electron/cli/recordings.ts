import { closeSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { systemTime } from '#base/clock.ts';
import { safeFileName } from '#base/file-name.ts';
import { fileProblem } from '#base/file-problem.ts';
import { oneLine } from '#base/terminal-text.ts';
import { writeAtomicallySync } from '#base/write-atomically.ts';
import type { Comparison, FidelityRecording, RecordedCall } from '#contract/fidelity.ts';
import { formatCount } from '#contract/format.ts';
import { mostBytes, RecordingError, readRecording, recordingOf, recordingText } from '#fidelity/recording.ts';
import { CommandError } from './command-error.ts';
import { formatComparison } from './format/comparison.ts';
import { refuseExisting } from './new-file.ts';
import { withExitCodes } from './options.ts';
import { print, printJson, remark } from './output.ts';

/** What `record` and `compare` of both command lines have in common. */

export interface RecordOptions {
  readonly target: string;
  readonly out?: string;
  readonly customData?: string;
  readonly host: boolean;
  readonly json?: true;
}

const withCustomData = (command: Command): Command =>
  command.option('--custom-data <name>', 'custom data type to read too; no list tells their names');

export const withRecordOptions = (command: Command): Command =>
  withExitCodes(
    withCustomData(
      command
        .option('--out <file>', 'output file (default: named after the target)')
        .option('--no-host', 'leave out the host name of the target'),
    ),
    { 0: 'every call that was made was answered', 3: 'recorded; some calls were not answered' },
  );

export const withCompareOptions = (command: Command): Command =>
  withExitCodes(withCustomData(command.argument('<file>', 'recording made by `record`')), {
    0: 'everything was compared; no difference, or declared ones',
    3: 'undeclared differences',
    4: 'no undeclared difference; some was not compared',
  });

/** Where the recording goes. @throws CommandError if there is a file already */
export const recordingPath = ({ out, target }: RecordOptions): string => {
  const path = resolve(out ?? `${safeFileName(target, 'target')}.recording.json`);
  refuseExisting(path);
  return path;
};

/** The whole file or none, for its owner alone. */
export const writeRecording = (
  path: string,
  calls: readonly RecordedCall[],
  options: RecordOptions,
  baseUrl: string,
): void => {
  const host = options.host ? new URL(baseUrl).host : undefined;
  const text = recordingText(recordingOf(calls, systemTime.now(), host));
  try {
    writeAtomicallySync(path, text);
  } catch (cause) {
    throw new CommandError(`${path} can't be written: ${fileProblem(cause)}.`, 1, { cause });
  }
  const answered = calls.filter(({ status }) => status !== undefined).length;
  const withoutId = calls.filter(({ unread }) => unread === 'noId').length;
  const failed = calls.filter(({ unread }) => unread !== undefined && unread !== 'noId');
  if (failed.length > 0) process.exitCode = 3;
  if (options.json) {
    printJson({ file: path, answered, withoutId, notAnswered: failed });
    return;
  }
  remark(`Recorded ${formatCount(answered, 'response')} of ${oneLine(options.target)} in ${path}.`);
  remark(
    options.host
      ? `It holds no values, ids or secrets. It names the host ${host}; --no-host leaves it out.`
      : 'It holds no values, ids, secrets or host name.',
  );
  if (withoutId > 0) remark(`Not called, for lack of an id: ${formatCount(withoutId, 'call')}.`);
  if (failed.length > 0) {
    const reasons = [...new Set(failed.map(({ unread, detail }) => detail ?? unread))].join(', ');
    remark(`Not answered: ${formatCount(failed.length, 'call')} (${reasons}). Record again later.`);
  }
};

/** @throws CommandError naming the file */
export const readRecordingFile = (path: string): FidelityRecording => {
  try {
    return readRecording(atMost(path, mostBytes + 1));
  } catch (cause) {
    if (cause instanceof RecordingError) throw new CommandError(`${path} ${cause.message}.`, 1, { cause });
    throw new CommandError(`${path} can't be read: ${fileProblem(cause)}.`, 1, { cause });
  }
};

/** So much of a file, whatever its size is said to be. */
const atMost = (path: string, bytes: number): Buffer => {
  const file = openSync(path, 'r');
  try {
    const chunks: Buffer[] = [];
    for (let read = 0; read < bytes; ) {
      const chunk = Buffer.alloc(Math.min(1_048_576, bytes - read));
      const length = readSync(file, chunk);
      if (length === 0) break;
      chunks.push(chunk.subarray(0, length));
      read += length;
    }
    return Buffer.concat(chunks);
  } finally {
    closeSync(file);
  }
};

export const printComparison = (compared: Comparison, json: true | undefined): void => {
  const { undeclared, notCompared } = compared.counts;
  if (undeclared > 0) process.exitCode = 3;
  else if (notCompared > 0) process.exitCode = 4;
  if (json) printJson(compared);
  else print(formatComparison(compared));
};
