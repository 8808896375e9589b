import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type DeskAddress, readDeskAddress } from '#contract/desk-address.ts';
import { appTokenDays } from '#contract/session.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Unkept } from './unkept.tsx';
import { useBrowserSignIn } from './use-browser-sign-in.ts';
import { WaitingForBrowser } from './waiting.tsx';

interface ConnectDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Signs the app in at the desk of a team, and shows it. Closing it cancels what is waited for. */
export const ConnectDialog = ({ opened, onClose }: ConnectDialogProps) => (
  <Modal opened={opened} onClose={onClose} title="Connect to a team desk" closeOnClickOutside={false}>
    {opened && <Connect onClose={onClose} />}
  </Modal>
);

/** Of what people write; https:// is the usual one, and may be left out. */
const addressIn = (text: string): DeskAddress => {
  const typed = text.trim();
  return readDeskAddress(typed.includes('://') ? typed : `https://${typed}`);
};

const Connect = ({ onClose }: Pick<ConnectDialogProps, 'onClose'>) => {
  const [text, setText] = useState('');
  const connect = useBrowserSignIn(
    async (electron, address: string) => {
      const id = await electron.connectTeam(address);
      if (id !== undefined) await electron.showDesk(id);
      return id;
    },
    // This page goes, unless the desk that was connected to is the one that it shows.
    (id) => id !== undefined && onClose(),
  );
  const [problem, setProblem] = useState<string>();
  const submit = (): void => {
    if (connect.isPending) return;
    const address = addressIn(text);
    if ('problem' in address) setProblem(`The address ${address.problem}`);
    else connect.mutate(address.origin);
  };
  return (
    <form
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <TextInput
          label="Address"
          description="Of the desk, as an admin of the team gives it"
          placeholder="https://desk.example"
          inputMode="url"
          spellCheck={false}
          required
          data-autofocus
          maxLength={2048}
          readOnly={connect.isPending}
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(undefined);
            connect.reset();
          }}
        />
        <Text>
          You sign in on the page of the desk, in your browser. The app then gets an access token of yours for{' '}
          {appTokenDays} days.
        </Text>
        <Unkept />
        {connect.error && <ErrorNotice title="Not connected" error={connect.error} />}
        {connect.isPending ? (
          <WaitingForBrowser desk={connect.variables} />
        ) : (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Continue in browser</Button>
          </Group>
        )}
      </Stack>
    </form>
  );
};
