import { Code, List, Stack, Text } from '@mantine/core';
import { useAbout } from '#renderer/lib/use-about.ts';
import { Section } from '#renderer/ui/section.tsx';

/** What to take along, and what is lost without it. */
export const AnotherMachine = () => {
  const { data } = useAbout();
  const folder = data?.dataDir ?? 'the data folder';
  const isInKeychain = data?.keyProtection === 'keychain';
  return (
    <Section title="Restoring on another machine">
      <Stack gap="sm">
        <List type="ordered" spacing={6}>
          <List.Item>Stop Carryover on both machines: one host works on a folder at a time.</List.Item>
          <List.Item>
            Copy the whole folder <Code>{folder}</Code> to the other machine, by a way that nobody else can
            read: it holds secrets, sealed, and{' '}
            {isInKeychain
              ? 'not the key to them, which is in the keychain.'
              : 'beside them the key that opens them.'}
          </List.Item>
          <List.Item>
            Start Carryover there with <Code>--data</Code> and the folder's new place.
          </List.Item>
          <List.Item>
            Restoring an older state: put a file of <Code>backups/</Code> into the same folder there, start,
            and restore it above.
          </List.Item>
        </List>
        <Text fw={600}>
          {isInKeychain
            ? "The key is in this system's keychain, which does not come along."
            : 'The key is the file carryover.key in the folder: it must come along.'}
        </Text>
        <Text>
          Without the key the cases are all there, with their audit chains. Lost are the secrets: API keys of
          targets, auth headers, signing secrets, and credentials of token rows that are still to be migrated.{' '}
          <Code>carryover serve --new-key</Code> then makes a new key, keeps the cases and puts the sandbox
          aside; keys of targets are given anew, and tokens are imported anew.
        </Text>
        <Text c="dimmed">
          For one case alone, export it as a case file from its menu: it needs no key, and holds no secrets.
        </Text>
      </Stack>
    </Section>
  );
};
