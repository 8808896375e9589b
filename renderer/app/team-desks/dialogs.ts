import { createStore } from 'zustand/vanilla';
import type { TeamDesk } from '#contract/bridge.ts';

/** Which dialog about team desks is open: one opens from the sidebar, the palette and the menu of the app alike. */
type DeskDialog =
  | { readonly kind: 'none' }
  | { readonly kind: 'connect' }
  | { readonly kind: 'remove'; readonly desk: TeamDesk };

export const deskDialog = createStore<DeskDialog>()(() => ({ kind: 'none' }));

export const openConnect = (): void => deskDialog.setState({ kind: 'connect' }, true);
export const openRemove = (desk: TeamDesk): void => deskDialog.setState({ kind: 'remove', desk }, true);
export const closeDeskDialog = (): void => deskDialog.setState({ kind: 'none' }, true);
