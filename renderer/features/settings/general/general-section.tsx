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

/** Preferences of this person, stored in the app or the browser. */
export const GeneralSection = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [density, setDensity] = usePreference('density');
  const [timeZone, setTimeZone] = usePreference('timeZone');
  const now = useNow(1000);
  return (
    <Stack>
      <Section title="Appearance">
        <Stack>
          <Choice label="Theme">
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
          <Choice label="Table rows" description="Compact rows show more at once.">
            {(name) => (
              <SegmentedControl
                aria-label={name}
                value={density}
                onChange={(value) => setDensity(value as Preferences['density'])}
                data={[
                  { value: 'compact', label: 'Compact' },
                  { value: 'roomy', label: 'Roomy' },
                ]}
              />
            )}
          </Choice>
        </Stack>
      </Section>
      <Section title="Times">
        <Choice
          label="Time zone"
          description={
            <>
              Current time: <Instant at={new Date(now).toISOString()} exact />. Tooltips show UTC.
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
      <ActorName />
    </Stack>
  );
};

interface ChoiceProps {
  readonly label: string;
  readonly description?: ReactNode;
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

/** The name recorded in the audit chain. */
const ActorName = () => {
  const [actor, setActor] = usePreference('actor');
  const [typed, setTyped] = useState(actor);
  const wanted = typed.trim();
  return (
    <Section title="Your name" description="Shown in timelines and reports">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setActor(wanted);
          setTyped(wanted);
          notifyDone(
            wanted === '' ? 'Your system user name is used now.' : `Your name is now ${wanted}.`,
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
              label="Name"
              placeholder="System user name"
              maxLength={200}
              w={320}
              maw="100%"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Button type="submit" disabled={wanted === actor}>
              Save name
            </Button>
          </Group>
          <Text c="dimmed">Earlier entries keep the name they were recorded with.</Text>
        </Stack>
      </form>
    </Section>
  );
};
