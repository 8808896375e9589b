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

/** Every screen, every case and what can be done anywhere, by keyboard: Ctrl or Cmd + K. */
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
        screen('Endpoints', '/endpoints', IconWebhook, 'Webhook consumers, headers, secrets, tests'),
        screen('Messages', '/messages', IconMessages, 'The message log: deliveries and attempts'),
        screen('Local API', '/local-api', IconPlugConnected, 'Requests, keys, snippets'),
        screen('Clock', '/local-api/clock', IconPlugConnected, 'Advance, pause, what is due'),
        screen('Faults', '/local-api/faults', IconPlugConnected, 'Answers that the local API is to give'),
        screen('Simulated tokens', '/local-api/tokens', IconPlugConnected),
        screen('Cutover', '/local-api/cutover', IconPlugConnected, 'Grant it, or take it back'),
        screen('Settings', '/settings', IconSettings),
        screen('Targets', '/settings/targets', IconSettings, 'Where migrations run'),
        screen('Backups', '/settings/data', IconSettings, 'Make one, restore one'),
      ],
    },
    {
      group: 'Do',
      actions: [
        screen('New case', '/?new=case', IconBriefcase2, 'Begin to work on a migration'),
        screen('New endpoint', '/endpoints?new=endpoint', IconWebhook),
        screen('Check firewall', '/endpoints?check=firewall', IconWebhook, 'Whether it allows the service'),
        {
          id: 'theme',
          label: scheme === 'dark' ? 'Use the light theme' : 'Use the dark theme',
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
      nothingFound="Nothing of this name."
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: 'A screen, a case, or what to do',
        'aria-label': 'Find a screen, a case, or something to do',
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
