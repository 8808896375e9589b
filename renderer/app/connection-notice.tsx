import { Alert, Code } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { knownFolder, useNoteFolder } from '#renderer/lib/known-folder.ts';
import { connection } from '#renderer/lib/live-state.ts';
import { openCommand } from '#renderer/lib/open-command.ts';
import classes from './layout.module.css';

/** Only a person can sign in again. What mends itself is said by the status strip. */
export const ConnectionNotice = () => {
  const isSignedOut = useStore(connection, ({ live }) => live.state === 'signed-out');
  useNoteFolder();
  return (
    <div role="alert" className={classes.notice}>
      {isSignedOut && (
        <Alert color="orange" radius={0} icon={<IconPlugConnectedX aria-hidden />} title="Signed out">
          Carryover restarted or the session ended. Run <Code>{openCommand('carryover', knownFolder())}</Code>{' '}
          and open its address in another tab of this browser. This page then continues, with your input kept.
        </Alert>
      )}
    </div>
  );
};
