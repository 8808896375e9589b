import type { Preferences } from './preferences.ts';

/** The least height of a table's row, px: `--row` in the style sheet. */
export const rowPx = (density: Preferences['density']): number => (density === 'roomy' ? 40 : 32);
