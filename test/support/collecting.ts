import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Value } from 'typebox/value';
import { Evidence, type Skipped } from '#contract/eligibility.ts';
import type { Reading, Report, TrafficTask } from '#desk/eligibility/reading/task.ts';
import { readSource } from '#desk/eligibility/source/scan.ts';
import { readLogs } from '#desk/eligibility/traffic/read.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Writes files below a folder of the test's own; answers the folder. */
export const filesIn = (files: Record<string, string | Buffer>, folder = temporaryFolder()): string => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
};

/** @throws Error if the evidence is not as the contract says */
const checked = (evidence: Evidence): Evidence => {
  const [problem] = Value.Errors(Evidence, evidence);
  if (problem) throw new Error(`${problem.instancePath} ${problem.message}`);
  return evidence;
};

/** Of no host: nothing that is read is a file of Carryover itself. */
const dataDir = join(import.meta.dirname, 'no-data-folder');

const quiet: Report = () => {};
const evidenceOf = ({ manifest: _, ...reading }: Reading): Evidence =>
  checked({ id: randomUUID(), at: '2026-06-01T00:00:00.000Z', ...reading });

/** What the reading thread does, without starting one for each of many small readings. */
export const scan = async (path: string, scope?: string): Promise<Evidence> =>
  evidenceOf(await readSource({ kind: 'source', path, scope, dataDir }, quiet));

export const traffic = async (
  paths: string | string[],
  other: Partial<TrafficTask> = {},
): Promise<Evidence> =>
  evidenceOf(await readLogs({ kind: 'traffic', paths: [paths].flat(), dataDir, ...other }, quiet));

export const saysOf = (evidence: Evidence, row = 'alerts-endpoints'): string | undefined =>
  evidence.rows.find((one) => one.row === row)?.says;

/** `path reason` of what was skipped. */
export const skipsOf = (evidence: Evidence, ...reasons: Skipped['reason'][]): string[] =>
  evidence.read.skipped
    .filter(({ reason }) => reasons.length === 0 || reasons.includes(reason))
    .map(({ path, reason }) => `${path} ${reason}`);

/** Where things were found. */
export const placesOf = (evidence: Evidence): string[] =>
  evidence.findings.map(({ place, kind }) =>
    place.kind === 'source' ? `${kind} ${place.file}:${place.line}` : kind,
  );
