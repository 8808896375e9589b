import { Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { About } from '#contract/about.ts';
import type { RevealedKey } from '#contract/desk.ts';
import { revealKey, useKeys } from '#renderer/features/local-api/keys/use-keys.ts';
import { useAbout } from '#renderer/lib/use-about.ts';
import { useReceiver } from '#renderer/lib/use-receiver.ts';
import { useShortly } from '#renderer/lib/use-shortly.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { snippetTasks } from './calls.ts';
import { type Language, languages, snippetOf } from './languages.ts';

/** Calls to copy, with the address and a key of the local service. */
export const SnippetsTab = () => {
  const about = useAbout();
  const keys = useKeys();
  return (
    <Section
      title="Snippets"
      description="Ready-to-run calls; for the real service, change the address and the key."
    >
      <Loaded query={about} text="Loading address…">
        {(host) => (
          <Loaded query={keys} text="Loading keys…">
            {(results) => <Snippets about={host} apiKeys={results} />}
          </Loaded>
        )}
      </Loaded>
    </Section>
  );
};

const placeholder = 'YOUR_API_KEY';

interface SnippetsProps {
  readonly about: About;
  readonly apiKeys: readonly RevealedKey[];
}

const Snippets = ({ about, apiKeys }: SnippetsProps) => {
  const [{ call, language: named }, setState] = useUrlState(['call', 'language']);
  const chosen = useChosenKey(apiKeys);
  const receiver = useReceiver();
  const task = snippetTasks.find(({ id }) => id === call) ?? snippetTasks[0];
  const language = languages.find(({ id }) => id === named)?.id ?? 'curl';
  const text = snippetOf(language, {
    ...task.call({ receiverUrl: receiver.data?.url }),
    baseUrl: about.apiUrl,
    apiKey: chosen.value ?? placeholder,
  });
  return (
    <Stack>
      <Group align="flex-end" gap="md">
        <Select
          label="Call"
          w={260}
          allowDeselect={false}
          data={snippetTasks.map(({ id, label }) => ({ value: id, label }))}
          value={task.id}
          onChange={(value) => value !== null && setState({ call: value })}
        />
        <Select
          label="Key"
          w={220}
          allowDeselect={false}
          data={apiKeys.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen.id ?? null}
          onChange={(value) => chosen.choose(value ?? undefined)}
        />
        {chosen.id !== undefined && <KeyButton isShown={chosen.value !== undefined} {...chosen} />}
      </Group>
      <SegmentedControl
        aria-label="Language"
        style={{ alignSelf: 'flex-start' }}
        value={language}
        onChange={(value: Language) => setState({ language: value })}
        data={languages.map(({ id, label }) => ({ value: id, label }))}
      />
      <CodeBlock text={text} what="snippet" maxHeight={460} />
      <Text c="dimmed">
        {task.note} Replace {'{braces}'}
        {chosen.value === undefined ? ` and ${placeholder}.` : '. The key is shown for a minute.'}
      </Text>
    </Stack>
  );
};

const KeyButton = ({ isShown, toggle }: { readonly isShown: boolean; readonly toggle: () => void }) => {
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <Button variant="default" leftSection={<Icon size={16} aria-hidden />} onClick={toggle}>
      {isShown ? 'Hide key' : 'Insert key'}
    </Button>
  );
};

/** The key of the snippets: its value is read on request, and kept for a minute. */
const useChosenKey = (apiKeys: readonly RevealedKey[]) => {
  const [keyId, choose] = useState<string>();
  const [shown, setShown] = useShortly<{ readonly id: string; readonly apiKey: string }>();
  const id = (apiKeys.find((key) => key.id === keyId) ?? apiKeys[0])?.id;
  const value = shown?.id === id ? shown?.apiKey : undefined;
  const toggle = (): void => {
    if (value !== undefined || id === undefined) setShown(undefined);
    else
      revealKey(id).then(
        (apiKey) => setShown({ id, apiKey }),
        (error: unknown) => notifyFailed('Key not inserted', error),
      );
  };
  return { id, choose, value, toggle };
};
