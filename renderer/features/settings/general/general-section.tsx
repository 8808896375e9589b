import {
  Button,
  Group,
  Input,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
  useMantineColorScheme,
} from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { Preferences } from '#renderer/lib/preferences.ts';
import { useNow } from '#renderer/lib/use-now.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';

type Theme = 'auto' | 'light' | 'dark';

/** Choices of the person at this machine; they are kept with the app or the browser. */
export const GeneralSection = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [timeZone, setTimeZone] = usePreference('timeZone');
  const now = useNow(1000);
  return (
    <Stack>
      <Section title="Looks">
        <Choice label="Theme" description="System follows the light or dark theme of this machine.">
          {(name) => (
            <SegmentedControl
              aria-label={name}
              value={colorScheme}
              onChange={(value) => setColorScheme(value as Theme)}
              data={[
                { value: 'auto', label: 'System' },
                { value: 'light', label: 'Light' },
                { value: 'dark', label: 'Dark' },
              ]}
            />
          )}
        </Choice>
      </Section>
      <Section title="Times">
        <Choice
          label="How times are written"
          description={
            <>
              Now is <Instant at={new Date(now).toISOString()} exact />. The time in UTC is behind each of
              them.
            </>
          }
        >
          {(name) => (
            <SegmentedControl
              aria-label={name}
              value={timeZone}
              onChange={(value) => setTimeZone(value as Preferences['timeZone'])}
              data={[
                { value: 'local', label: `Local (${Intl.DateTimeFormat().resolvedOptions().timeZone})` },
                { value: 'utc', label: 'UTC' },
              ]}
            />
          )}
        </Choice>
      </Section>
      <WhoActs />
    </Stack>
  );
};

interface ChoiceProps {
  readonly label: string;
  readonly description: ReactNode;
  readonly children: (name: string) => ReactNode;
}

const Choice = ({ label, description, children }: ChoiceProps) => {
  const id = useId();
  return (
    <Input.Wrapper id={id} label={label} labelElement="div" description={description}>
      <div style={{ marginTop: 8 }}>{children(label)}</div>
    </Input.Wrapper>
  );
};

/** Whose name stands in the audit chain. */
const WhoActs = () => {
  const [actor, setActor] = usePreference('actor');
  const [typed, setTyped] = useState(actor);
  const wanted = typed.trim();
  return (
    <Section
      title="Who acts"
      description="The name that stands beside what you do, in timelines and reports."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setActor(wanted);
          setTyped(wanted);
          notifyDone(
            wanted === '' ? 'What you do is now under your user of this machine.' : `You act as ${wanted}.`,
            () => {
              setActor(actor);
              setTyped(actor);
            },
          );
        }}
      >
        <Stack gap="xs">
          <Group align="flex-end" gap="sm">
            <TextInput
              label="Your name"
              placeholder="Your user of this machine"
              maxLength={200}
              w={320}
              maw="100%"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Button type="submit" disabled={wanted === actor}>
              Save the name
            </Button>
          </Group>
          <Text c="dimmed">What was done under another name stays as it was written.</Text>
        </Stack>
      </form>
    </Section>
  );
};
