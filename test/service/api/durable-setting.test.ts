import { expect, test } from 'vitest';
import { createSandboxState } from '#service/api/sandbox-state.ts';
import { readFact } from '#service/store/facts.ts';
import { settingsFact } from '#service/store/settings.ts';
import { testContext } from '#test/support/service-context.ts';

test('of changes that come at once the last one is stored, shown and done', async () => {
  const context = await testContext();
  const { store } = context;
  const done: boolean[] = [];
  const setDurable = store.setDurable;
  store.setDurable = async (durable) => {
    // On is slow: a change to off that comes after it must not be over before.
    for (let turn = 0; durable && turn < 5; turn++) await new Promise(setImmediate);
    await setDurable(durable);
    done.push(durable);
  };
  const state = createSandboxState(context, { linkedCompanies: async () => 0 }, undefined);
  const settings = settingsFact.fallback;
  for (const last of [false, true]) {
    await Promise.all([
      state.setSettings({ ...settings, durable: !last }),
      state.setSettings({ ...settings, durable: last }),
    ]);
    const stored = await store.read((reader) => readFact(reader, settingsFact));
    expect([stored.durable, state.settings().durable, done.at(-1)]).toEqual([last, last, last]);
  }
});
