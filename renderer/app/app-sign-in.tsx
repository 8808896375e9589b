import { Alert, Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { type AppCode, appTokenDays, type SessionView } from '#contract/session.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { rolesInShort } from '#renderer/lib/role-labels.ts';
import { useSession } from '#renderer/lib/who.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Worded } from '#renderer/ui/worded.tsx';
import { type AppAsking, askingIn, responseTo } from './app-asking.ts';
import { Logo } from './logo.tsx';
import classes from './sign-in-page.module.css';

/** Where a program on this machine asks to be signed in. Nothing leads here from within the desk. */
export const Component = () => {
  const asking = askingIn(useLocation().search);
  const session = useSession();
  return (
    <Box component="main" className={classes.page}>
      <title>Sign in a program – Carryover</title>
      <Stack gap="md" className={classes.form}>
        <div className={classes.brand}>
          <Logo />
          <span>Carryover</span>
        </div>
        {asking === undefined ? (
          <Refused text="The address is not a whole one, so nothing was done. Begin the sign-in again in the program." />
        ) : (
          <Loaded query={session} text="Loading…">
            {({ person }) =>
              person === undefined ? (
                <Refused text="This desk has no people, so nobody is signed in here. Add people under Settings › People first." />
              ) : (
                <Asked asking={asking} person={person} />
              )
            }
          </Loaded>
        )}
      </Stack>
    </Box>
  );
};

interface AskedProps {
  readonly asking: AppAsking;
  readonly person: NonNullable<SessionView['person']>;
}

const Asked = ({ asking, person }: AskedProps) => {
  const agree = useApiMutation(
    async () => {
      const { challenge, name } = asking;
      const { code } = await api.post<AppCode>('/api/session/app-codes', { challenge, name });
      location.replace(responseTo(asking, { code }));
    },
    { isSecret: true },
  );
  const isSent = agree.isSuccess;
  return (
    <>
      <Heading>
        Sign in {asking.name} on this machine as {person.name}?
      </Heading>
      <Text>
        It gets an access token of {person.login} for {appTokenDays} days, with the rights of this session (
        {rightsOf(person)}). You can revoke it under Settings › Account.
      </Text>
      <Text>
        The token goes only to a program on this machine, at port {asking.port}. Agree only if you have just
        begun this sign-in.
      </Text>
      {agree.error && (
        <Alert role="alert" color="red" variant="light" icon={<IconAlertTriangle aria-hidden />}>
          <b>Not signed in.</b> <Worded text={agree.error.message} />
        </Alert>
      )}
      <Group>
        <Button loading={agree.isPending || isSent} onClick={() => agree.mutate()}>
          Sign in
        </Button>
        <Button
          variant="default"
          onClick={() => location.replace(responseTo(asking, { error: 'access_denied' }))}
        >
          Cancel
        </Button>
      </Group>
    </>
  );
};

const rightsOf = ({ grants, readsOnly }: AskedProps['person']): string =>
  readsOnly ? 'reading only' : rolesInShort(grants);

const Heading = ({ children }: { readonly children: ReactNode }) => (
  <Title order={1} fz="var(--fs-lg)" lh="var(--lh-lg)">
    {children}
  </Title>
);

const Refused = ({ text }: { readonly text: string }) => (
  <>
    <Heading>Sign in a program</Heading>
    <Text>{text}</Text>
  </>
);
