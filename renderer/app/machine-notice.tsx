import { Alert, Button, Group, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTool } from '@tabler/icons-react';
import { useSession, useSignInWays } from '#renderer/lib/who.ts';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** On a team's desk, of a page that the machine of the desk let in: it sees no case, which its lists say one by one. */
export const MachineNotice = () => {
  const mode = useSession().data?.mode;
  const { data: ways } = useSignInWays();
  const [opened, { open, close }] = useDisclosure(false);
  if (ways?.people !== true || mode === undefined || mode === 'person') return undefined;
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
