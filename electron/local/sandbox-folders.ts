import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ClockMode, clockModes } from '#contract/sandboxes.ts';
import { readSandboxFacts } from '#service/index.ts';
import { readLastOptions } from './last-options.ts';

/**
 * Where the sandboxes of a data folder are: the one that the folder began with in the folder itself, the one of the
 * other clock below `sandboxes/`, each with its outbox and its backups. They never share a store.
 */
export type SandboxFolders = Readonly<Record<ClockMode, string>>;

const otherOf = (clock: ClockMode): ClockMode => (clock === 'system' ? 'virtual' : 'system');

/** @param wanted the clock of a folder that has no sandbox yet */
export const sandboxFolders = (dataDir: string, wanted?: ClockMode): SandboxFolders => {
  const home = homeOf(dataDir) ?? wanted ?? 'system';
  return { [home]: dataDir, [otherOf(home)]: nested(dataDir, otherOf(home)) } as SandboxFolders;
};

/** The clock of the sandbox that is in the data folder itself. */
export const homeOf = (dataDir: string): ClockMode | undefined => {
  const last = readLastOptions(dataDir);
  if (last.home !== undefined) return last.home;
  const file = join(dataDir, 'service.db');
  return readSandboxFacts(file)?.mode ?? (existsSync(file) ? last.clock : undefined);
};

/** The folders in which there is a sandbox, or was one: the data folder comes first. */
export const usedFolders = (dataDir: string): string[] => [
  dataDir,
  ...clockModes.map((clock) => nested(dataDir, clock)).filter((folder) => existsSync(folder)),
];

/** The one that the next start opens if it is not told otherwise. */
export const chosenFolder = (dataDir: string): string =>
  sandboxFolders(dataDir)[readLastOptions(dataDir).clock];

const nested = (dataDir: string, clock: ClockMode): string => join(dataDir, 'sandboxes', clock);
