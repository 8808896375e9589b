import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import {
  IconBriefcase2,
  IconHome,
  IconMessages,
  IconPlugConnected,
  IconSearch,
  IconSettings,
  IconSunMoon,
  IconWebhook,
} from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useCases } from '#renderer/lib/lists.ts';
import { filterPalette } from './palette-filter.ts';
import { paletteStore } from './palette-handle.ts';

/** Every screen, case and command, by keyboard: Ctrl or Cmd + K. */
export const Palette = () => {
  const go = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const { data } = useCases();
  const to = (path: string) => () => void go(path);
  const screen = (label: string, path: string, Icon: typeof IconHome, description?: string) => ({
    id: path,
    label,
    ...(description === undefined ? {} : { description }),
    leftSection: <Icon size={18} aria-hidden />,
    onClick: to(path),
  });
  const actions: SpotlightActionGroupData[] = [
    {
      group: 'Screens',
      actions: [
        screen('Home', '/', IconHome),
        screen('Endpoints', '/endpoints', IconWebhook, 'Destinations, headers, secrets, tests'),
        screen('Messages', '/messages', IconMessages, 'Deliveries and attempts'),
        screen('Local API', '/local-api', IconPlugConnected, 'Requests, keys, snippets'),
        screen('Clock', '/local-api/clock', IconPlugConnected, 'Advance, pause, upcoming events'),
        screen('Faults', '/local-api/faults', IconPlugConnected, 'Simulate API errors'),
        screen('Simulated tokens', '/local-api/tokens', IconPlugConnected),
        screen('Cutover', '/local-api/cutover', IconPlugConnected, 'Grant or reverse a cutover'),
        screen('Settings', '/settings', IconSettings),
        screen('Targets', '/settings/targets', IconSettings, 'Local service and remote services'),
        screen('Backups', '/settings/data', IconSettings, 'Make and restore backups'),
      ],
    },
    {
      group: 'Commands',
      actions: [
        screen('New case', '/?new=case', IconBriefcase2, 'Start a migration'),
        screen('New endpoint', '/endpoints?new=endpoint', IconWebhook),
        screen('Check firewall', '/endpoints?check=firewall', IconWebhook, 'Whether it allows the service'),
        {
          id: 'theme',
          label: scheme === 'dark' ? 'Use light theme' : 'Use dark theme',
          leftSection: <IconSunMoon size={18} aria-hidden />,
          onClick: () => setColorScheme(scheme === 'dark' ? 'light' : 'dark'),
        },
      ],
    },
    {
      group: 'Cases',
      actions: (data?.results ?? []).flatMap(({ id, name, integrator }) =>
        caseScreens.map(([label, path]) =>
          screen(
            label === '' ? name : `${name}: ${label}`,
            `/cases/${id}${path}`,
            IconBriefcase2,
            integrator,
          ),
        ),
      ),
    },
  ];
  return (
    <Spotlight
      store={paletteStore}
      actions={actions}
      filter={(query) => filterPalette(query, actions)}
      shortcut={['mod + K']}
      highlightQuery
      scrollable
      maxHeight={420}
      limit={30}
      nothingFound="No results."
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: 'Search or run a command',
        'aria-label': 'Search or run a command',
      }}
    />
  );
};

const caseScreens = [
  ['', ''],
  ['Eligibility', '/eligibility'],
  ['Headers', '/headers'],
  ['Tokens', '/tokens'],
  ['Managed migration', '/managed'],
  ['Reports', '/reports'],
] as const;
