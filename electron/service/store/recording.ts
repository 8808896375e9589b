import { readFact, writeFact } from './facts.ts';
import { settingsFact } from './settings.ts';
import type { Store } from './store.ts';

/**
 * Switches the recording of headers and bodies before the first request is served.
 * @param wanted as the settings say, if left out; what is said goes into the settings
 */
export const takeRecording = async (store: Store, wanted: boolean | undefined): Promise<void> => {
  if (wanted === undefined) return;
  const known = await store.read((reader) => readFact(reader, settingsFact));
  if (wanted === (known.recordBodies ?? true)) return;
  await store.write((tx) => writeFact(tx, settingsFact, { ...known, recordBodies: wanted }));
};
