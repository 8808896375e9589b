import { Alert, Box, Stack, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { NewSession } from '#contract/session.ts';
import { Worded } from '#renderer/ui/worded.tsx';
import { Logo } from './logo.tsx';
import { SignInForm } from './sign-in-form.tsx';
import classes from './sign-in-page.module.css';

interface SignInPageProps {
  /** Why there is no session, where a person may ask. */
  readonly problem: string | undefined;
  readonly onSignedIn: (session: NewSession) => void;
}

/** The page of a desk with people, for who is not signed in. */
export const SignInPage = ({ problem, onSignedIn }: SignInPageProps) => (
  <Box component="main" className={classes.page}>
    <Stack gap="md" className={classes.form}>
      <div className={classes.brand}>
        <Logo />
        <span>Carryover</span>
      </div>
      <div>
        <Title order={1} fz="var(--fs-lg)" lh="var(--lh-lg)">
          Sign in
        </Title>
        <Text c="dimmed">{location.host}</Text>
      </div>
      <div role="alert">
        {problem !== undefined && (
          <Alert color="orange" variant="light" icon={<IconInfoCircle aria-hidden />}>
            <Worded text={problem} />
          </Alert>
        )}
      </div>
      <SignInForm onSignedIn={onSignedIn} />
    </Stack>
  </Box>
);
