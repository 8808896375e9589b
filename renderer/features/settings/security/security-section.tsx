import { Alert, Button, Code, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { KeyProtection } from '#contract/bridge.ts';
import { bridge } from '#renderer/lib/bridge.ts';
import { keys } from '#renderer/lib/keys.ts';
import { useAbout } from '#renderer/lib/use-about.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';

/** Where the key is that everything secret is sealed with. */
export const SecuritySection = () => (
  <Stack>
    {bridge() === undefined ? <InBrowser /> : <InApp />}
    <Section title="What is sealed">
      <Text>
        API keys, signing secrets, values of headers and credentials of token rows are sealed with one key for
        each data folder, and leave it only when they are sent or shown on request. What is revealed is hidden
        again after a minute, and is never kept in the page. Credentials are shredded as soon as their row is
        migrated. Losing the key loses the secrets, never the cases.
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

const meaning: Readonly<Record<KeyProtection['kept'], string>> = {
  keychain:
    "The key is wrapped by the system's keychain: a copy of the data folder opens nothing without your login on this machine.",
  'key-file':
    'The key is a file in the data folder that only your user may read. Whoever can read the whole folder, or a copy of it, can open the secrets.',
};

/** Moving the key is for the app: a browser cannot reach a keychain. */
const InBrowser = () => {
  const query = useAbout();
  return (
    <Section title={title} actions={query.data && <Kept kept={query.data.keyProtection} />}>
      <Loaded query={query} text="Reading where the key is…">
        {({ keyProtection }) => (
          <Stack gap="sm">
            <Text>{meaning[keyProtection]}</Text>
            {keyProtection === 'key-file' && (
              <Text>
                In a browser it can't be moved. Open the same data folder in the desktop app, and move it into
                the keychain there; commands such as <Code>carryover serve</Code> then need the app to open
                it.
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
    queryFn: async () => (await bridge()?.keyProtection()) as KeyProtection,
  });
  const protect = useMutation({
    mutationFn: async () => (await bridge()?.protectKey()) as KeyProtection,
    onSuccess: (protection) => {
      client.setQueryData(protectionKey, protection);
      void client.invalidateQueries({ queryKey: keys.about });
      notifyDone('The key is in the keychain, and its file is removed.');
    },
  });
  return (
    <Section title={title} actions={query.data && <Kept kept={query.data.kept} />}>
      <Loaded query={query} text="Asking the system…">
        {({ kept, keychain, why }) => (
          <Stack gap="sm" align="flex-start">
            <Text>{meaning[kept]}</Text>
            {!keychain && (
              <Alert color="orange" title="This system offers no keychain" w="100%">
                {why ?? 'The key stays in its file.'}
              </Alert>
            )}
            {keychain && kept === 'key-file' && (
              <Button
                leftSection={<IconKey size={16} aria-hidden />}
                loading={protect.isPending}
                onClick={() => protect.mutate()}
              >
                Move the key into the keychain
              </Button>
            )}
            {protect.error && <ErrorNotice title="The key was not moved" error={protect.error} />}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
};
