import { createStore } from 'zustand/vanilla';
import type { Entry } from './arrange.ts';
import { screenActions } from './screen-actions.ts';

interface PaletteState {
  readonly opened: boolean;
  /** What the buttons of the screen do, as it was when the palette opened above it. */
  readonly ofScreen: readonly Entry[];
  /** Has the focus back when nothing is chosen. */
  readonly focused: Element | null;
}

const closed: PaletteState = { opened: false, ofScreen: [], focused: null };

export const paletteStore = createStore<PaletteState>()(() => closed);

export const openPalette = (): void => {
  if (paletteStore.getState().opened) return;
  paletteStore.setState({
    opened: true,
    ofScreen: screenActions(document),
    focused: document.activeElement,
  });
};

/** The focus goes back first: what is chosen next may take it on. */
export const closePalette = (): void => {
  const { focused } = paletteStore.getState();
  paletteStore.setState(closed);
  if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
};
