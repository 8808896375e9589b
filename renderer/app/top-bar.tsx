import { Burger, Button, Group, Kbd, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import { bridge } from '#renderer/lib/bridge.ts';
import { LiveBadge } from './live-badge.tsx';
import { openPalette } from './palette-handle.ts';

interface TopBarProps {
  readonly menuOpened: boolean;
  readonly onToggleMenu: () => void;
}

const isMac = (): boolean => bridge()?.platform === 'darwin' || navigator.userAgent.includes('Mac OS');

export const TopBar = ({ menuOpened, onToggleMenu }: TopBarProps) => (
  <Group h="100%" px="md" justify="space-between" wrap="nowrap">
    <Group gap="xs" wrap="nowrap">
      <Burger
        opened={menuOpened}
        onClick={onToggleMenu}
        hiddenFrom="sm"
        size="sm"
        aria-label={menuOpened ? 'Close the menu' : 'Open the menu'}
      />
      <Text component={Link} to="/" fw={700} c="inherit" td="none">
        Carryover
      </Text>
    </Group>
    <Group gap="sm" wrap="nowrap">
      <LiveBadge />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={<Kbd size="xs">{isMac() ? '⌘ K' : 'Ctrl K'}</Kbd>}
        onClick={openPalette}
      >
        Find or do
      </Button>
    </Group>
  </Group>
);
