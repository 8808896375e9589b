import { Alert, Button, Group, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTool, IconUserQuestion } from '@tabler/icons-react';
import { useSession, useSignInWays } from '#renderer/lib/who.ts';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** On a team's desk, of who sees no case here, which its lists would say one by one: somebody without roles, and the machine. */
export const AccessNotice = () => {
  const { data: session } = useSession();
  const { data: ways } = useSignInWays();
  if (session === undefined) return undefined;
  if (session.person !== undefined) return session.person.grants.length === 0 && <NoRoles />;
  return ways?.people === true && <OfMachine />;
};

const NoRoles = () => (
  <Alert color="blue" radius={0} icon={<IconUserQuestion aria-hidden />} title="No roles yet">
    You are signed in and see nothing of this desk. Ask an admin for a role: they give it under Settings ›
    People, and this page shows it within a minute.
  </Alert>
);

const OfMachine = () => {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <Alert color="blue" radius={0} icon={<IconTool aria-hidden />} title="For maintenance only">
      <Group gap="sm">
        <span>
          The machine of this desk let this page in. It sees no cases; it manages{' '}
          <TextLink to="/settings/people" c="inherit" fz="inherit">
            people
          </TextLink>
          , backups and verification.
        </span>
        <Button size="xs" variant="default" onClick={open}>
          Sign in as a person…
        </Button>
      </Group>
      <Modal opened={opened} onClose={close} title="Sign in">
        {opened && <SignInForm onSignedIn={() => location.reload()} />}
      </Modal>
    </Alert>
  );
};
