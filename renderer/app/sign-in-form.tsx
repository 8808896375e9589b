import { Alert, Button, Divider, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { tokenPrefix } from '#contract/people.ts';
import type { NewSession } from '#contract/session.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { tellOfSession } from '#renderer/lib/other-session.ts';
import { keepSession } from '#renderer/lib/session.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { useSignInWays } from '#renderer/lib/who.ts';
import { SecretInput } from '#renderer/ui/secret-input.tsx';
import { Worded } from '#renderer/ui/worded.tsx';
import { beginAtProvider } from './provider-sign-in.ts';

interface SignInFormProps {
  /** The session is kept already. */
  readonly onSignedIn: (session: NewSession) => void;
}

/** How people are let in: by the identity provider, where there is one, or by an access token. */
export const SignInForm = ({ onSignedIn }: SignInFormProps) => {
  const { data: ways } = useSignInWays();
  return (
    <Stack gap="sm">
      {ways?.provider && (
        <>
          <ProviderButton host={ways.provider.host} />
          <Divider label="or" />
        </>
      )}
      <TokenForm onSignedIn={onSignedIn} isMain={ways?.provider === undefined} />
      <Text size="sm" c="dimmed">
        The session lasts 12 hours without use, and 7 days at most.
      </Text>
    </Stack>
  );
};

const ProviderButton = ({ host }: { readonly host: string }) => {
  const begin = useApiMutation(beginAtProvider);
  return (
    <>
      {begin.error && <NotSignedIn text={begin.error.message} />}
      <Button fullWidth data-autofocus loading={begin.isPending} onClick={() => begin.mutate()}>
        Sign in with {host}
      </Button>
    </>
  );
};

interface TokenFormProps extends SignInFormProps {
  readonly isMain: boolean;
}

/** What is pasted stays in this form, and opens one session of this page. */
const TokenForm = ({ onSignedIn, isMain }: TokenFormProps) => {
  const signIn = useApiMutation((token: string) => api.post<NewSession>('/api/session', { token }), {
    isSecret: true,
  });
  const form = useDraftForm({
    initialValues: { token: '' },
    secrets: ['token'],
    error: signIn.error,
    validate: { token: (token) => (token.trim().startsWith(tokenPrefix) ? null : notToken) },
  });
  const submit = ({ token }: { readonly token: string }): void =>
    signIn.mutate(token.trim(), {
      onSuccess: (session) => {
        form.forget();
        keepSession(session.session);
        tellOfSession();
        onSignedIn(session);
      },
    });
  return (
    <form autoComplete="off" onSubmit={form.onSubmit(submit)}>
      <Stack gap="sm">
        <SecretInput
          label="Access token"
          description="Of your own, from Settings › Account or from an admin. It is not stored in this browser."
          placeholder={`${tokenPrefix}…`}
          required
          data-autofocus={isMain || undefined}
          maxLength={200}
          {...form.getInputProps('token')}
        />
        {signIn.error && <NotSignedIn text={signIn.error.message} />}
        <Button type="submit" fullWidth variant={isMain ? 'filled' : 'default'} loading={signIn.isPending}>
          {isMain ? 'Sign in' : 'Sign in with the token'}
        </Button>
      </Stack>
    </form>
  );
};

const notToken = `An access token starts with ${tokenPrefix}. Paste all of it.`;

/** Without the way into Help, which is behind the sign-in. */
export const NotSignedIn = ({ text }: { readonly text: string }) => (
  <Alert role="alert" color="red" variant="light" icon={<IconAlertTriangle aria-hidden />}>
    <b>Not signed in.</b> <Worded text={text} />
  </Alert>
);
