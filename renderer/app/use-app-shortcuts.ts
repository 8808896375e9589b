import { useEffect } from 'react';
import { followKeys, useShortcuts } from '#renderer/lib/shortcuts.ts';
import { openPalette } from './palette/palette-store.ts';
import { openShortcuts } from './shortcut-list.tsx';

/** What works on every screen; and the keys of all that is registered are followed. */
export const useAppShortcuts = (): void => {
  useEffect(() => followKeys(document), []);
  useShortcuts('Everywhere', [
    { label: 'Search or run a command', keys: 'mod+K', run: openPalette },
    { label: 'Show keyboard shortcuts', keys: '?', run: openShortcuts, inPalette: true },
  ]);
};
