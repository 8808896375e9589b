import { createSealer } from '#base/sealing.ts';
import { sealedAs } from './core/sealed-as.ts';
import { readSealedKeys } from './store/sealed-samples.ts';

/** Whether the sandbox of a folder was sealed under a key; undefined if nothing in it tells. Nothing is written. */
export const isSandboxUnder = (dataDir: string, dataKey: Uint8Array, file?: string): boolean | undefined => {
  const sealer = createSealer(dataKey);
  const rows = readSealedKeys(dataDir, file);
  if (rows.length === 0) return undefined;
  return rows.some(
    ({ id, sealed_key }) => sealer.openIfPossible(sealed_key, sealedAs.apiKey(id)) !== undefined,
  );
};
