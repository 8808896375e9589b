import { Box, Divider, NavLink, ScrollArea, Stack, Text } from '@mantine/core';
import {
  IconBriefcase2,
  IconHome,
  IconMessages,
  IconPlugConnected,
  IconSettings,
  IconWebhook,
} from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { useCases } from '#renderer/lib/lists.ts';

const places = [
  { to: '/', label: 'Home', icon: IconHome },
  { to: '/endpoints', label: 'Endpoints', icon: IconWebhook },
  { to: '/messages', label: 'Messages', icon: IconMessages },
  { to: '/local-api', label: 'Local API', icon: IconPlugConnected },
] as const;

/** The screens, and the open cases that were worked on last. */
export const Navigation = () => {
  const { pathname } = useLocation();
  return (
    <Stack gap={0} h="100%" component="nav" aria-label="Screens">
      <Box p="xs">
        {places.map(({ to, label, icon: Icon }) => (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={label}
            leftSection={<Icon size={18} aria-hidden />}
            active={isAt(pathname, to)}
            {...(isAt(pathname, to) ? { 'aria-current': 'page' as const } : {})}
          />
        ))}
      </Box>
      <Divider />
      <Text size="sm" c="dimmed" fw={600} px="md" pt="sm" pb={4}>
        Open cases
      </Text>
      <ScrollArea flex={1} px="xs" type="auto">
        <OpenCases pathname={pathname} />
      </ScrollArea>
      <Divider />
      <Box p="xs">
        <NavLink
          component={Link}
          to="/settings"
          label="Settings"
          leftSection={<IconSettings size={18} aria-hidden />}
          active={isAt(pathname, '/settings')}
          {...(isAt(pathname, '/settings') ? { 'aria-current': 'page' as const } : {})}
        />
      </Box>
    </Stack>
  );
};

const shownCases = 12;

const OpenCases = ({ pathname }: { pathname: string }) => {
  const { data } = useCases();
  const open = data?.results.filter(({ state }) => state === 'open').slice(0, shownCases) ?? [];
  if (open.length === 0) {
    return (
      <Text c="dimmed" px="xs">
        None yet.
      </Text>
    );
  }
  return open.map(({ id, name, integrator }) => (
    <NavLink
      key={id}
      component={Link}
      to={`/cases/${id}`}
      title={name}
      label={
        <Text inherit lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
      }
      description={
        integrator === name ? undefined : (
          <Text span size="sm" inherit lineClamp={1} title={integrator}>
            {integrator}
          </Text>
        )
      }
      leftSection={<IconBriefcase2 size={18} aria-hidden />}
      active={pathname.startsWith(`/cases/${id}`)}
    />
  ));
};

const isAt = (pathname: string, to: string): boolean =>
  to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`);
