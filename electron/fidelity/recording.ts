import { Value } from 'typebox/value';
import { toIso } from '#base/clock.ts';
import { JsonBoundError, parseBounded } from '#base/json/parse-bounded.ts';
import { packageVersion } from '#base/package-root.ts';
import {
  FidelityRecording,
  type RecordedCall,
  recordingFormat,
  recordingVersion,
} from '#contract/fidelity.ts';

/** Larger ones were not written by us. */
export const mostBytes = 16 * 1_048_576;
const mostValues = 500_000;

/** A file that is no recording, or none that this version reads; a sentence about the file, without its name. */
export class RecordingError extends Error {}

/** @param host undefined leaves it out */
export const recordingOf = (
  calls: readonly RecordedCall[],
  recordedAtMs: number,
  host: string | undefined,
): FidelityRecording => ({
  format: recordingFormat,
  version: recordingVersion,
  carryover: packageVersion(),
  recordedAt: toIso(recordedAtMs),
  ...(host === undefined ? {} : { host }),
  calls: [...calls],
});

export const recordingText = (recording: FidelityRecording): string =>
  `${JSON.stringify(recording, null, 1)}\n`;

/** @throws RecordingError */
export const readRecording = (bytes: Uint8Array): FidelityRecording => {
  if (bytes.length > mostBytes) throw new RecordingError('is larger than a recording can be (16 MiB)');
  const value = parse(bytes);
  const { format, version } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  if (format !== recordingFormat) throw new RecordingError('is not a recording made by `carryover record`');
  if (typeof version === 'number' && version > recordingVersion) {
    throw new RecordingError('was made by a newer version of Carryover. Update Carryover to read it');
  }
  if (!Value.Check(FidelityRecording, value)) {
    throw new RecordingError('is damaged, or was edited. Record again');
  }
  return value;
};

const parse = (bytes: Uint8Array): unknown => {
  try {
    return parseBounded(new TextDecoder('utf-8', { fatal: true }).decode(bytes), { values: mostValues });
  } catch (error) {
    if (error instanceof JsonBoundError) throw new RecordingError(`was not read: ${error.message}`);
    throw new RecordingError('is not JSON: it is cut off, or no recording');
  }
};
