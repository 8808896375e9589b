import { Alert, Code, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { KeyProtection } from '#contract/bridge.ts';
import { localDesk } from '#renderer/lib/bridge.ts';
import { keys } from '#renderer/lib/keys.ts';
import { useAbout } from '#renderer/lib/use-about.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { RecoveryCode } from './recovery-code.tsx';

/** The protection of the key that encrypts all secrets. */
export const SecuritySection = () => (
  <Stack>
    {localDesk() === undefined ? <InBrowser /> : <InApp />}
    <RecoveryCode />
    <Section title="Encrypted data">
      <Text>
        API keys, signing secrets, header values and token credentials are encrypted with one key per data
        folder, and decrypted only to be sent or shown on request. Revealed values are hidden after a minute;
        credentials are shredded once their row is migrated. Losing the key loses the secrets, never the
        cases.
      </Text>
    </Section>
  </Stack>
);

const title = 'Key protection';

const Kept = ({ kept }: Pick<KeyProtection, 'kept'>) => (
  <StatusBadge tone={kept === 'keychain' ? 'good' : 'attention'}>
    {kept === 'keychain' ? 'In the keychain' : 'In a file'}
  </StatusBadge>
);

const meanings: Readonly<Record<KeyProtection['kept'], string>> = {
  keychain:
    "The system keychain protects the key: a copy of the data folder can't be decrypted without your login on this machine.",
  'key-file':
    "The key is a file in the data folder, readable by the desk's user only. Anyone with a copy of the folder can decrypt the secrets.",
};

/** Only the app can move the key: a browser has no access to a keychain. */
const InBrowser = () => {
  const query = useAbout();
  return (
    <Section title={title} actions={query.data && <Kept kept={query.data.keyProtection} />}>
      <Loaded query={query} text="Loading key protection…">
        {({ keyProtection }) => (
          <Stack gap="sm">
            <Text>{meanings[keyProtection]}</Text>
            {keyProtection === 'key-file' && (
              <Text>
                To move it to the keychain, open this data folder in the desktop app; commands such as{' '}
                <Code>carryover serve</Code> then need the app to open it.
              </Text>
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
};

const protectionKey = ['key-protection'] as const;

const InApp = () => {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: protectionKey,
    queryFn: async () => (await localDesk()?.keyProtection()) as KeyProtection,
  });
  const protect = useMutation({
    mutationFn: async () => (await localDesk()?.protectKey()) as KeyProtection,
    onSuccess: (protection) => {
      client.setQueryData(protectionKey, protection);
      void client.invalidateQueries({ queryKey: keys.about });
      notifyDone('Key moved to the keychain and its file deleted.');
    },
  });
  return (
    <Section title={title} actions={query.data && <Kept kept={query.data.kept} />}>
      <Loaded query={query} text="Checking the keychain…">
        {({ kept, keychain, why }) => (
          <Stack gap="sm" align="flex-start">
            <Text>{meanings[kept]}</Text>
            {!keychain && (
              <Alert color="orange" title="No keychain available" w="100%">
                {why ?? 'The key stays in its file.'}
              </Alert>
            )}
            {keychain && kept === 'key-file' && (
              <IconButton icon={IconKey} loading={protect.isPending} onClick={() => protect.mutate()}>
                Move key to keychain
              </IconButton>
            )}
            {protect.error && <ErrorNotice title="Key not moved" error={protect.error} />}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
};
