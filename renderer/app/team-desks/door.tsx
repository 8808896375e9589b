import { Alert, Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconInfoCircle, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SessionView } from '#contract/session.ts';
import { type Beginning, signIn } from '#renderer/app/sign-in.ts';
import page from '#renderer/app/sign-in-page.module.css';
import { Worded } from '#renderer/ui/worded.tsx';
import { BrowserSignIn } from './browser-sign-in.tsx';
import { DeskDialogs } from './desk-dialogs.tsx';
import { DeskSwitcher } from './desk-switcher.tsx';
import { showDesk } from './show-desk.ts';

interface DoorProps {
  /** Without a session. */
  readonly first: Beginning;
  readonly onOpen: (session: SessionView) => void;
}

/** ms; a desk that was not reached is shown once it is. */
const retryMs = 5000;

/** The page of a team's desk in the app, where nobody is signed in there or the desk is not reached. */
export const TeamDoor = ({ first, onOpen }: DoorProps) => {
  const { data, refetch, isFetching } = useQuery({
    queryKey: ['team-door'],
    queryFn: signIn,
    initialData: first,
    refetchInterval: ({ state }) => state.data !== undefined && 'unreached' in state.data && retryMs,
  });
  const session = 'session' in data ? data.session : undefined;
  useEffect(() => {
    if (session !== undefined) onOpen(session);
  }, [session, onOpen]);
  return (
    <Box component="main" className={page.page}>
      <Stack gap="md" className={page.form}>
        <Group mx="-8px" grow>
          <DeskSwitcher />
        </Group>
        {'unreached' in data ? (
          <Unreached error={data.unreached} isTrying={isFetching} onRetry={() => void refetch()} />
        ) : (
          <SignedOut
            problem={'problem' in data ? data.problem : undefined}
            onSignedIn={() => void refetch()}
          />
        )}
      </Stack>
      <DeskDialogs />
    </Box>
  );
};

const Heading = ({ children }: { readonly children: string }) => (
  <>
    <title>{`${children} – Carryover`}</title>
    <Title order={1} fz="var(--fs-lg)" lh="var(--lh-lg)">
      {children}
    </Title>
  </>
);

interface SignedOutProps {
  readonly problem: string | undefined;
  readonly onSignedIn: () => void;
}

const SignedOut = ({ problem, onSignedIn }: SignedOutProps) => (
  <>
    <Heading>Sign in again</Heading>
    {problem !== undefined && (
      <Alert role="alert" color="orange" variant="light" icon={<IconInfoCircle aria-hidden />}>
        <Worded text={problem} />
      </Alert>
    )}
    <BrowserSignIn onSignedIn={onSignedIn} />
    <LocalDeskButton />
  </>
);

interface UnreachedProps {
  readonly error: Error;
  readonly isTrying: boolean;
  readonly onRetry: () => void;
}

const Unreached = ({ error, isTrying, onRetry }: UnreachedProps) => (
  <>
    <Heading>Desk not reached</Heading>
    <Alert role="alert" color="red" variant="light" icon={<IconPlugConnectedX aria-hidden />}>
      <Worded text={error.message} />
    </Alert>
    <Text c="dimmed">Retried every 5 seconds.</Text>
    <Group gap="xs">
      <Button loading={isTrying} onClick={onRetry}>
        Retry
      </Button>
      <LocalDeskButton />
    </Group>
  </>
);

const LocalDeskButton = () => (
  <Button variant="default" onClick={() => showDesk(undefined)}>
    Open local desk
  </Button>
);
