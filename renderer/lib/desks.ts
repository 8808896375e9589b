import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Desks, TeamDesk } from '#contract/bridge.ts';
import { bridge } from './bridge.ts';

/** The desks that the app knows; nothing in a browser, and until main has said them. */
const known = createStore<{ readonly desks?: Desks }>()(() => ({}));

/** For as long as the page lives. */
export const followDesks = (): void => {
  const electron = bridge();
  if (electron === undefined) return;
  const show = (desks: Desks): void => known.setState({ desks });
  electron.onDesks(show);
  void electron.desks().then(show);
};

export const useDesks = (): Desks | undefined => useStore(known, ({ desks }) => desks);

/** The team's desk whose page this is. */
export const useShownTeam = (): TeamDesk | undefined => useDesks()?.teams.find(({ isShown }) => isShown);

/** What a team's desk is called: its host, with a port that is not the usual one. */
export const nameOfDesk = ({ address }: Pick<TeamDesk, 'address'>): string => new URL(address).host;
