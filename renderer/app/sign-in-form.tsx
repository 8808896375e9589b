import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { tokenPrefix } from '#contract/people.ts';
import type { NewSession } from '#contract/session.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { tellOfSession } from '#renderer/lib/other-session.ts';
import { keepSession } from '#renderer/lib/session.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { SecretInput } from '#renderer/ui/secret-input.tsx';
import { Worded } from '#renderer/ui/worded.tsx';

interface SignInFormProps {
  /** The session is kept already. */
  readonly onSignedIn: (session: NewSession) => void;
}

/** How people are let in. What is pasted stays in this form, and opens one session of this page. */
export const SignInForm = ({ onSignedIn }: SignInFormProps) => {
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
          data-autofocus
          maxLength={200}
          {...form.getInputProps('token')}
        />
        {signIn.error && <NotSignedIn text={signIn.error.message} />}
        <Button type="submit" fullWidth loading={signIn.isPending}>
          Sign in
        </Button>
        <Text size="sm" c="dimmed">
          The session lasts 12 hours without use, and 7 days at most.
        </Text>
      </Stack>
    </form>
  );
};

const notToken = `An access token starts with ${tokenPrefix}. Paste all of it.`;

/** Without the way into Help, which is behind the sign-in. */
const NotSignedIn = ({ text }: { readonly text: string }) => (
  <Alert role="alert" color="red" variant="light" icon={<IconAlertTriangle aria-hidden />}>
    <b>Not signed in.</b> <Worded text={text} />
  </Alert>
);
