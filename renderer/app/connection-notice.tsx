import { Alert, Button, Code, Group, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useStore } from 'zustand';
import type { SessionView } from '#contract/session.ts';
import { api } from '#renderer/lib/api.ts';
import { teamDeskId } from '#renderer/lib/bridge.ts';
import { keys } from '#renderer/lib/keys.ts';
import { knownFolder, useNoteFolder } from '#renderer/lib/known-folder.ts';
import { connection } from '#renderer/lib/live-state.ts';
import { openCommand } from '#renderer/lib/open-command.ts';
import { tellOfSession } from '#renderer/lib/other-session.ts';
import { usePerson, useSignInWays } from '#renderer/lib/who.ts';
import classes from './layout.module.css';
import { SignInForm } from './sign-in-form.tsx';
import { BrowserSignIn } from './team-desks/browser-sign-in.tsx';

/** Only a person can sign in again. What mends itself is said by the status strip. */
export const ConnectionNotice = () => {
  const isSignedOut = useStore(connection, ({ live }) => live.state === 'signed-out');
  useNoteFolder();
  return (
    <div role="alert" className={classes.notice}>
      {isSignedOut && <SignedOutNotice />}
    </div>
  );
};

const SignedOutNotice = () => {
  const person = usePerson();
  const { data: ways } = useSignInWays();
  if (person !== undefined || ways?.people === true || teamDeskId() !== undefined) return <SessionEnded />;
  return (
    <Alert color="orange" radius={0} icon={<IconPlugConnectedX aria-hidden />} title="Signed out">
      Carryover restarted or the session ended. Run <Code>{openCommand('carryover', knownFolder())}</Code> and
      open its address in another tab of this browser. This page then continues, with your input kept.
    </Alert>
  );
};

const SignInAgain = ({ onSignedIn }: { readonly onSignedIn: (view: SessionView) => void }) => {
  if (teamDeskId() === undefined)
    return <SignInForm onSignedIn={({ session: _, ...view }) => onSignedIn(view)} />;
  const read = async (): Promise<void> => {
    onSignedIn(await api.get<SessionView>('/api/session'));
    tellOfSession();
  };
  return <BrowserSignIn onSignedIn={read} />;
};

/** Of a desk with people: one signs in over the screen, which stays as it is. */
const SessionEnded = () => {
  const [opened, { open, close }] = useDisclosure(false);
  const client = useQueryClient();
  const person = usePerson();
  const resume = (view: SessionView): void => {
    // What was read for one person is not shown to another.
    if (person !== undefined && view.person?.id !== person.id) location.reload();
    client.setQueryData(keys.session, view);
    close();
  };
  return (
    <Alert color="orange" radius={0} icon={<IconPlugConnectedX aria-hidden />} title="Signed out">
      <Group gap="sm">
        The session ended, or your access was changed. Your input is kept; sign in and this page continues.
        <Button size="xs" onClick={open}>
          Sign in…
        </Button>
      </Group>
      <Modal opened={opened} onClose={close} title="Sign in">
        {opened && <SignInAgain onSignedIn={resume} />}
      </Modal>
    </Alert>
  );
};
