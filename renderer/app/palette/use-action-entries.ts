import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconKeyboard, IconSunMoon, IconTable, IconWorld } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { useDeskEntries } from '#renderer/app/team-desks/use-desk-entries.ts';
import { useShortcutGroups } from '#renderer/lib/shortcuts.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import type { Entry } from './arrange.ts';
import { paletteStore } from './palette-store.ts';
import { fixedEntries } from './places.ts';

/** What can be done on the present screen, by its keys and by its buttons, and what can be done on each. */
export const useActionEntries = (): readonly Entry[] => {
  const ofScreen = useStore(paletteStore, (state) => state.ofScreen);
  const isAboveDialog = useStore(paletteStore, (state) => state.isAboveDialog);
  const keyed = useKeyed();
  const everywhere = [
    ...fixedEntries,
    ...keyed.filter(isEverywhere),
    ...useDeskEntries(),
    ...useAppearance(),
  ];
  const known = new Set(everywhere.map(nameOf));
  return [
    ...keyed.filter((one) => !(isEverywhere(one) || isAboveDialog)),
    ...ofScreen.filter((one) => !known.has(nameOf(one))),
    ...everywhere,
  ];
};

const isEverywhere = ({ id }: Entry): boolean => id.startsWith('keyed:Everywhere/');

/** A dialog that it opens makes no other action of it. */
const nameOf = ({ label }: Entry): string => label.replace(/…$/, '');

const useKeyed = (): readonly Entry[] =>
  useShortcutGroups().flatMap(({ name, shortcuts }) =>
    shortcuts
      .filter(({ inPalette }) => inPalette)
      .map(
        ({ label, keys, reason, run, icon }): Entry => ({
          id: `keyed:${name}/${label}`,
          group: 'actions',
          label,
          description: name === 'Everywhere' ? undefined : name,
          keys,
          reason,
          run: () => run?.(),
          icon: name === 'Everywhere' ? IconKeyboard : icon,
        }),
      ),
  );

const useAppearance = (): readonly Entry[] => {
  const { setColorScheme } = useMantineColorScheme();
  const theme = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  const [density, setDensity] = usePreference('density');
  const otherDensity = density === 'roomy' ? 'compact' : 'roomy';
  const [zone, setZone] = usePreference('timeZone');
  const otherZone = zone === 'utc' ? 'local' : 'utc';
  const setting = (id: string, label: string, icon: typeof IconTable, run: () => void): Entry => ({
    id: `appearance:${id}`,
    group: 'actions',
    label,
    description: 'Appearance',
    icon,
    run,
  });
  return [
    setting('theme', `Use ${theme} theme`, IconSunMoon, () => setColorScheme(theme)),
    setting('density', `Use ${otherDensity} rows`, IconTable, () => setDensity(otherDensity)),
    setting('zone', `Show times in ${otherZone === 'utc' ? 'UTC' : 'local time'}`, IconWorld, () =>
      setZone(otherZone),
    ),
  ];
};
