import { Code, List, Stack, Text } from '@mantine/core';
import { useAbout } from '#renderer/lib/use-about.ts';
import { Section } from '#renderer/ui/section.tsx';

/** What to copy, and what is lost without the key. */
export const AnotherMachine = () => {
  const { data } = useAbout();
  const folder = data?.dataDir ?? 'the data folder';
  const isInKeychain = data?.keyProtection === 'keychain';
  return (
    <Section title="Move to another machine">
      <Stack gap="sm">
        <List type="ordered" spacing={6}>
          <List.Item>Stop Carryover on both machines: only one host can use a folder at a time.</List.Item>
          <List.Item>
            Copy the folder <Code>{folder}</Code> over a private channel: it contains encrypted secrets{' '}
            {isInKeychain ? 'without their key, which is in the keychain.' : 'and their key.'}
          </List.Item>
          <List.Item>
            Start Carryover there with <Code>--data</Code> and the new path.
          </List.Item>
          <List.Item>
            To restore an older state, put a file of <Code>backups/</Code> into the same folder there, start,
            and restore it above.
          </List.Item>
        </List>
        <Text fw={600}>
          {isInKeychain
            ? 'The key stays in the keychain of this machine.'
            : 'The key is the file carryover.key in the folder: copy it too.'}
        </Text>
        <Text>
          Without the key, cases and audit chains are complete, but secrets are lost: API keys of targets,
          auth headers, signing secrets, and credentials of unmigrated token rows.{' '}
          <Code>carryover serve --new-key</Code> creates a new key, keeps the cases and sets the sandbox
          aside; then enter the target keys and import the tokens again.
        </Text>
        <Text c="dimmed">
          To move one case, export it from its menu: the file needs no key and contains no secrets.
        </Text>
      </Stack>
    </Section>
  );
};
