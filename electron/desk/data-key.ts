import { existsSync } from 'node:fs';
import { createSealer } from '#base/sealing.ts';
import { sealHead } from './cases/chain.ts';
import { deskKeys } from './core/context.ts';
import { isIdentityUnder } from './core/identity.ts';
import { identityFile, readIdentityFile } from './core/identity-file.ts';
import { hasJournal, readSealedSamples } from './store/sealed-samples.ts';
import { openTargetKey } from './targets/target-row.ts';
import { isRowSecretUnder } from './tokens/vault.ts';

/** What a data folder says of its data key, before anything of it is opened. Nothing is written. */

/** The fingerprint of the key that the folder wants; undefined if it was not noted yet. */
export const wantedDataKey = (dataDir: string): string | undefined => readIdentityFile(dataDir)?.dataKey;

/**
 * Whether a key is the one of the folder: by its signing identity or, in a folder from before there was one, by whatever
 * was sealed or coded with it. One thing that fits is enough: others may be from before a key was lost.
 * @returns undefined if nothing tells
 */
export const isDeskUnder = (dataDir: string, dataKey: Uint8Array): boolean | undefined => {
  const file = readIdentityFile(dataDir);
  if (file !== undefined) return isIdentityUnder(file, dataKey);
  const { heads, targets, vaultRows } = readSealedSamples(dataDir);
  const { authenticate, deriveKey } = deskKeys(dataKey);
  const sealer = createSealer(dataKey);
  const answers = [
    ...heads.map((head) => () => sealHead(head.case_id, head, authenticate) === head.seal),
    ...targets.map((row) => () => openTargetKey(sealer, row) !== undefined),
    ...vaultRows.map((row) => () => isRowSecretUnder(deriveKey, row)),
  ];
  return answers.length === 0 ? undefined : answers.some((fits) => fits());
};

/** Whether the signing key went missing: there is a journal that it wrote. */
export const isIdentityMissing = (dataDir: string): boolean =>
  !existsSync(identityFile(dataDir)) && hasJournal(dataDir);
