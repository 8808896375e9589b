import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { instantInName, systemTime } from '#base/clock.ts';
import { dataKeyFingerprint } from '#base/data-key-id.ts';
import { readRecoveryCode } from '#base/recovery-code.ts';
import { keyFile } from '#base/sealing.ts';
import { groupedFingerprint } from '#contract/signature-states.ts';
import { isDeskUnder, wantedDataKey } from '#desk/index.ts';
import { usedFolders } from '#local/sandbox-folders.ts';
import { folderError } from '#local/start-error.ts';
import { isSandboxUnder } from '#service/index.ts';
import { claimDataFolder, requireDataFolder } from './data-folder.ts';

/**
 * Puts the data key of a recovery code into the key file of a folder, if it is that of the folder. A key file that is
 * there is kept aside, unless it has this key.
 * @throws StartError if a host runs on the folder, or it can't be used
 */
export const restoreDataKey = (
  dataDir: string,
  code: string,
): { readonly path: string } | { readonly problem: string } => {
  const read = readRecoveryCode(code);
  if ('problem' in read) return { problem: `${read.problem} Nothing was changed.` };
  try {
    requireDataFolder(dataDir);
    const lock = claimDataFolder(dataDir);
    try {
      return putKey(dataDir, read.dataKey);
    } finally {
      lock.release();
    }
  } catch (error) {
    throw folderError(error, dataDir);
  }
};

const putKey = (
  dataDir: string,
  dataKey: Buffer,
): { readonly path: string } | { readonly problem: string } => {
  const wanted = wantedDataKey(dataDir);
  const found = dataKeyFingerprint(dataKey);
  const fits = [
    isDeskUnder(dataDir, dataKey),
    ...usedFolders(dataDir).map((folder) => isSandboxUnder(folder, dataKey)),
  ];
  const isOther = wanted === undefined ? fits.includes(false) && !fits.includes(true) : wanted !== found;
  if (isOther) {
    const wants =
      wanted === undefined ? 'another one' : `the one with the fingerprint ${groupedFingerprint(wanted)}`;
    return {
      problem: `The code is of the key with the fingerprint ${groupedFingerprint(found)}; this data folder wants ${wants}. Nothing was changed.`,
    };
  }
  const path = keyFile(dataDir);
  if (existsSync(path)) renameSync(path, `${path}.${instantInName(systemTime.now())}`);
  writeFileSync(path, dataKey, { mode: 0o600, flag: 'wx', flush: true });
  return { path };
};
