import { useShortcuts } from './shortcuts.ts';
import type { KeyedLog } from './use-keyed-log.ts';

/** J and K choose the next and the previous row of a log wherever the focus is on the screen. */
export const useStepKeys = <T>(
  log: Pick<KeyedLog<T>, 'count' | 'row'>,
  idOf: (row: T) => string,
  chosen: string | undefined,
  onChoose: (id: string) => void,
): void => {
  const step = (by: 1 | -1): void => {
    let at = -1;
    for (let index = 0; index < log.count && at < 0; index++) {
      const row = log.row(index);
      if (row !== undefined && idOf(row) === chosen) at = index;
    }
    const next = at < 0 ? 0 : at + by;
    const row = log.row(next);
    if (row === undefined) return;
    onChoose(idOf(row));
    document.querySelector<HTMLElement>(`[data-testid="log-rows"] [data-index="${next}"]`)?.focus();
  };
  useShortcuts('Rows', [
    { label: 'Show next', keys: 'J', run: () => step(1) },
    { label: 'Show previous', keys: 'K', run: () => step(-1) },
  ]);
};
