import { readFact, writeFact } from './facts.ts';
import { settingsFact } from './settings.ts';
import type { Store } from './store.ts';

/**
 * Whether what was acknowledged survives a power cut, as the settings say, from the first write on.
 * @param wanted changes the setting
 */
export const takeDurability = async (store: Store, wanted: boolean | undefined): Promise<void> => {
  const known = await store.read((reader) => readFact(reader, settingsFact));
  const durable = wanted ?? known.durable ?? false;
  await store.setDurable(durable);
  if (durable === (known.durable ?? false)) return;
  await store.write((tx) => writeFact(tx, settingsFact, { ...known, durable }));
};
