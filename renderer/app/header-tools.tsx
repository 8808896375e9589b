import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { IconHelpCircle, IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { helpLinkProps } from '#renderer/ui/help-link.tsx';
import { KeyNames } from '#renderer/ui/key-names.tsx';
import classes from './header-tools.module.css';
import { topicOf } from './help-topics.ts';
import { NotificationBell } from './notification-bell.tsx';
import { openPalette } from './palette/palette-store.ts';
import { UserMenu } from './user-menu.tsx';

/** At the right edge of every header. */
export const HeaderTools = () => (
  <>
    <UnstyledButton className={classes.search} data-in-palette="no" onClick={openPalette}>
      <IconSearch size={16} stroke={1.6} aria-hidden />
      <span className={classes.label}>Search or run a command</span>
      <span className={classes.key}>
        <KeyNames keys="mod+K" />
      </span>
    </UnstyledButton>
    <ScreenHelp />
    <NotificationBell />
    <UserMenu />
  </>
);

/** Explains the present screen, beside it. */
const ScreenHelp = () => {
  const { pathname, search } = useLocation();
  const topic = topicOf(pathname, search);
  const icon = <IconHelpCircle size={16} stroke={1.6} aria-hidden />;
  return topic === undefined ? (
    <Tooltip label="Help">
      <ActionIcon component={Link} to="/help" variant="subtle" color="gray" aria-label="Help">
        {icon}
      </ActionIcon>
    </Tooltip>
  ) : (
    <Tooltip label="Help on this screen">
      <ActionIcon
        component="a"
        variant="subtle"
        color="gray"
        aria-label="Help on this screen"
        {...helpLinkProps(topic)}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
};
