import { createStore } from 'zustand/vanilla';
import type { Entry } from './arrange.ts';
import { screenActions } from './screen-actions.ts';

interface PaletteState {
  readonly opened: boolean;
  /** Above a dialog, the screen below it takes no part. */
  readonly isAboveDialog: boolean;
  /** What the buttons of the screen do, as it was when the palette opened above it. */
  readonly ofScreen: readonly Entry[];
  /** Has the focus back when nothing is chosen. */
  readonly focused: Element | null;
}

const closed: PaletteState = { opened: false, isAboveDialog: false, ofScreen: [], focused: null };

export const paletteStore = createStore<PaletteState>()(() => closed);

export const openPalette = (): void => {
  if (paletteStore.getState().opened) return;
  const isAboveDialog = document.querySelector('[aria-modal="true"]') !== null;
  paletteStore.setState({
    opened: true,
    isAboveDialog,
    ofScreen: isAboveDialog ? [] : screenActions(document),
    focused: document.activeElement,
  });
};

/** The focus goes back first: what is chosen next may take it on. */
export const closePalette = (): void => {
  const { focused } = paletteStore.getState();
  paletteStore.setState(closed);
  if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
};
