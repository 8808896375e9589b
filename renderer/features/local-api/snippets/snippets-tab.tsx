import { Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { About } from '#contract/about.ts';
import type { RevealedKey } from '#contract/desk.ts';
import { revealKey, useKeys } from '#renderer/features/local-api/keys/use-keys.ts';
import { useAbout } from '#renderer/lib/use-about.ts';
import { useReceiver } from '#renderer/lib/use-receiver.ts';
import { useShortly } from '#renderer/lib/use-shortly.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { snippetTasks } from './calls.ts';
import { type Language, languages, snippetOf } from './languages.ts';

/** Calls to be copied into a terminal or a program, with the address and the key of this machine. */
export const SnippetsTab = () => {
  const about = useAbout();
  const found = useKeys();
  return (
    <Section
      title="Snippets"
      description="Calls that work as they are, with nothing to install. Code that is right here is right on the real service, with its address and its key."
    >
      <Loaded query={about} text="Reading the address…">
        {(host) => (
          <Loaded query={found} text="Reading the keys…">
            {(results) => <Snippets about={host} found={results} />}
          </Loaded>
        )}
      </Loaded>
    </Section>
  );
};

interface Shown {
  readonly keyId: string;
  readonly apiKey: string;
}

const placeholder = 'YOUR_API_KEY';

const Snippets = ({ about, found }: { about: About; found: readonly RevealedKey[] }) => {
  const [search, setSearch] = useSearchParams();
  const [shown, setShown] = useShortly<Shown>();
  const [keyId, setKeyId] = useState(found[0]?.id);
  const receiver = useReceiver();
  const [first = snippetTasks[0] as (typeof snippetTasks)[number]] = snippetTasks.filter(
    ({ id }) => id === search.get('call'),
  );
  const language = languages.find(({ id }) => id === search.get('language'))?.id ?? 'curl';
  const key = found.find(({ id }) => id === keyId) ?? found[0];
  const set = (name: string, value: string): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const isShown = key !== undefined && shown?.keyId === key.id;
  const text = snippetOf(language, {
    ...first.call({ receiverUrl: receiver.data?.url }),
    baseUrl: about.apiUrl,
    apiKey: isShown ? shown.apiKey : placeholder,
  });
  const toggle = (id: string): void => {
    if (isShown) setShown(undefined);
    else
      revealKey(id).then(
        (apiKey) => setShown({ keyId: id, apiKey }),
        (error: unknown) => notifyFailed('The key was not put in', error),
      );
  };
  return (
    <Stack>
      <Group align="flex-end" gap="md">
        <Select
          label="Call"
          w={260}
          allowDeselect={false}
          data={snippetTasks.map(({ id, label }) => ({ value: id, label }))}
          value={first.id}
          onChange={(value) => value !== null && set('call', value)}
        />
        <Select
          label="Key"
          w={220}
          allowDeselect={false}
          data={found.map(({ id, name }) => ({ value: id, label: name }))}
          value={key?.id ?? null}
          onChange={(value) => setKeyId(value ?? undefined)}
        />
        {key && (
          <Button
            variant="default"
            leftSection={isShown ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
            onClick={() => toggle(key.id)}
          >
            {isShown ? 'Take the key out' : 'Put the key in'}
          </Button>
        )}
      </Group>
      <SegmentedControl
        aria-label="Language"
        style={{ alignSelf: 'flex-start' }}
        value={language}
        onChange={(value: Language) => set('language', value)}
        data={languages.map(({ id, label }) => ({ value: id, label }))}
      />
      <CodeBlock text={text} what="the snippet" maxHeight={460} />
      <Text c="dimmed">
        {first.note} What stands in {'{braces}'} is for you to fill in.{' '}
        {isShown
          ? 'The key is shown for a minute, and is copied with the snippet.'
          : `${placeholder} stands for the key until you put it in.`}
      </Text>
    </Stack>
  );
};
