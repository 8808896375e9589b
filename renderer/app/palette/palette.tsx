import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import {
  IconArrowsExchange,
  IconBriefcase2,
  IconBug,
  IconClock,
  IconClockCheck,
  IconClockPlay,
  IconDatabase,
  IconHelpCircle,
  IconHome,
  IconKey,
  IconKeyboard,
  IconListCheck,
  IconMessages,
  IconPlugConnected,
  IconPlus,
  IconReport,
  IconSearch,
  IconServer2,
  IconSettings,
  IconShieldCheck,
  IconSunMoon,
  IconTable,
  IconTimeline,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { CaseSummary } from '#contract/case.ts';
import { useCases } from '#renderer/lib/lists.ts';
import { useShortcutGroups } from '#renderer/lib/shortcuts.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import { KeyNames } from '#renderer/ui/key-names.tsx';
import { filterPalette } from './palette-filter.ts';
import { paletteStore } from './palette-handle.ts';

interface Destination {
  readonly label: string;
  readonly path: string;
  readonly Icon: typeof IconHome;
  readonly description?: string;
}

const screens: readonly Destination[] = [
  { label: 'Home', path: '/', Icon: IconHome },
  { label: 'Endpoints', path: '/endpoints', Icon: IconWebhook, description: 'Destinations, signing, tests' },
  { label: 'Messages', path: '/messages', Icon: IconMessages, description: 'Deliveries and attempts' },
  {
    label: 'Local API',
    path: '/local-api',
    Icon: IconPlugConnected,
    description: 'Requests, keys, snippets',
  },
  {
    label: 'Clock',
    path: '/local-api/clock',
    Icon: IconClock,
    description: 'Advance, pause, upcoming',
  },
  { label: 'Faults', path: '/local-api/faults', Icon: IconBug, description: 'Simulate API errors' },
  { label: 'Simulated tokens', path: '/local-api/tokens', Icon: IconKey },
  {
    label: 'Cutover',
    path: '/local-api/cutover',
    Icon: IconArrowsExchange,
    description: 'State of the local service',
  },
  { label: 'Help', path: '/help', Icon: IconHelpCircle, description: 'Keyboard shortcuts and glossary' },
  { label: 'Settings', path: '/settings', Icon: IconSettings },
  {
    label: 'Targets',
    path: '/settings/targets',
    Icon: IconServer2,
    description: 'Local and remote services',
  },
  { label: 'Backups', path: '/settings/data', Icon: IconDatabase, description: 'Make or restore a backup' },
];

const commands: readonly Destination[] = [
  {
    label: 'Rehearse in virtual time',
    path: '/local-api/clock?open=virtual',
    Icon: IconClockPlay,
    description: 'Open the virtual sandbox',
  },
  { label: 'Return to system time', path: '/local-api/clock?open=system', Icon: IconClockCheck },
  { label: 'New case', path: '/?new=case', Icon: IconPlus },
  { label: 'New endpoint', path: '/endpoints?new=endpoint', Icon: IconWebhook },
  {
    label: 'Check firewall',
    path: '/endpoints?check=firewall',
    Icon: IconShieldCheck,
    description: 'Allow-list check',
  },
];

const caseScreens = [
  ['', '', IconBriefcase2],
  ['Eligibility', '/eligibility', IconListCheck],
  ['Cutover', '/cutover', IconArrowsExchange],
  ['Endpoints', '/headers', IconWebhook],
  ['Tokens', '/tokens', IconKey],
  ['Managed migration', '/managed', IconUsers],
  ['Reports', '/reports', IconReport],
  ['Timeline', '/timeline', IconTimeline],
] as const;

const ofCase = ({ id, name, integrator }: CaseSummary): readonly Destination[] =>
  caseScreens.map(([label, path, Icon]) => ({
    label: label === '' ? name : `${name}: ${label}`,
    path: `/cases/${id}${path}`,
    Icon,
    description: integrator,
  }));

/** Of a search; the last changed ones without any. */
const mostCases = 20;
const searchMs = 100;

/** Every screen, case and command, by keyboard: Ctrl or Cmd + K. */
export const Palette = () => {
  const go = useNavigate();
  const appearance = useAppearanceCommands();
  const [query, setQuery] = useState('');
  const [asked] = useDebouncedValue(query, searchMs);
  const { data } = useCases({ ...(asked.trim() !== '' && { query: asked.trim() }), limit: mostCases });
  const registered = useRegisteredCommands();
  const open = ({ label, path, Icon, ...more }: Destination): SpotlightActionData => ({
    id: path,
    label,
    ...more,
    leftSection: <Icon size={16} aria-hidden />,
    onClick: () => void go(path),
  });
  const actions: SpotlightActionGroupData[] = [
    { group: 'Screens', actions: screens.map(open) },
    { group: 'Commands', actions: [...commands.map(open), ...appearance, ...registered] },
    { group: 'Cases', actions: (data?.results ?? []).flatMap(ofCase).map(open) },
  ];
  return (
    <Spotlight
      store={paletteStore}
      actions={actions}
      filter={(query) => filterPalette(query, actions)}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      highlightQuery
      scrollable
      maxHeight={420}
      limit={30}
      nothingFound="No results."
      searchProps={{
        leftSection: <IconSearch size={16} aria-hidden />,
        placeholder: 'Search or run a command',
        'aria-label': 'Search or run a command',
      }}
    />
  );
};

/** What the screen and the frame around it offer by keys, too. */
const useRegisteredCommands = (): SpotlightActionData[] =>
  useShortcutGroups()
    .flatMap(({ shortcuts }) => shortcuts)
    .filter(({ inPalette, reason }) => inPalette && reason === undefined)
    .map(({ label, keys, run }) => ({
      id: `do:${label}`,
      label,
      leftSection: <IconKeyboard size={16} aria-hidden />,
      rightSection: keys && <KeyNames keys={keys} />,
      onClick: () => run?.(),
    }));

const useAppearanceCommands = (): SpotlightActionData[] => {
  const { setColorScheme } = useMantineColorScheme();
  const otherScheme = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  const [density, setDensity] = usePreference('density');
  const otherDensity = density === 'roomy' ? 'compact' : 'roomy';
  return [
    {
      id: 'theme',
      label: `Use ${otherScheme} theme`,
      leftSection: <IconSunMoon size={16} aria-hidden />,
      onClick: () => setColorScheme(otherScheme),
    },
    {
      id: 'density',
      label: `Use ${otherDensity} rows`,
      leftSection: <IconTable size={16} aria-hidden />,
      onClick: () => setDensity(otherDensity),
    },
  ];
};
