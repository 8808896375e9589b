import { IconDeviceDesktop, IconPlugConnected, IconUsersGroup } from '@tabler/icons-react';
import type { Entry } from '#renderer/app/palette/arrange.ts';
import { nameOfDesk, useDesks } from '#renderer/lib/desks.ts';
import { openConnect } from './dialogs.ts';
import { localDeskName, showDesk } from './show-desk.ts';

/** The other desks, and the way to a new one; nothing in a browser. */
export const useDeskEntries = (): readonly Entry[] => {
  const desks = useDesks();
  if (desks === undefined) return [];
  const local: Entry = {
    id: 'desk:local',
    group: 'actions',
    label: `Switch to ${localDeskName.toLowerCase()}`,
    description: 'On this machine',
    icon: IconDeviceDesktop,
    run: () => showDesk(undefined),
  };
  const others = desks.teams
    .filter(({ isShown }) => !isShown)
    .map(
      (desk): Entry => ({
        id: `desk:${desk.id}`,
        group: 'actions',
        label: `Switch to ${nameOfDesk(desk)}`,
        description: 'Team desk',
        icon: IconUsersGroup,
        run: () => showDesk(desk.id),
      }),
    );
  return [
    ...(desks.shown === undefined ? [] : [local]),
    ...others,
    {
      id: 'desk:connect',
      group: 'actions',
      label: 'Connect to a team desk…',
      icon: IconPlugConnected,
      run: openConnect,
    },
  ];
};
