import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { IconHelpCircle, IconSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import { KeyNames } from '#renderer/ui/key-names.tsx';
import classes from './header-tools.module.css';
import { openPalette } from './palette-handle.ts';

/** At the right edge of every header. */
export const HeaderTools = () => (
  <>
    <UnstyledButton className={classes.search} onClick={openPalette}>
      <IconSearch size={16} stroke={1.6} aria-hidden />
      <span className={classes.label}>Search or run a command</span>
      <span className={classes.key}>
        <KeyNames keys="mod+K" />
      </span>
    </UnstyledButton>
    <Tooltip label="Help">
      <ActionIcon component={Link} to="/help" variant="subtle" color="gray" aria-label="Help">
        <IconHelpCircle size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  </>
);
