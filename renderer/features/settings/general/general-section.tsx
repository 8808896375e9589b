import { Input, SegmentedControl, Stack, TextInput, useMantineColorScheme } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { ownZone } from '#contract/zones.ts';
import type { Preferences } from '#renderer/lib/preferences.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { useNow } from '#renderer/lib/use-now.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import { usePerson } from '#renderer/lib/who.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';

import { NotificationsSection } from './notifications-section.tsx';

type Theme = 'auto' | 'light' | 'dark';

/** Preferences of this person, stored in the app or the browser. */
export const GeneralSection = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [density, setDensity] = usePreference('density');
  const [timeZone, setTimeZone] = usePreference('timeZone');
  const now = useNow(1000);
  const isSignedIn = usePerson() !== undefined;
  return (
    <Stack>
      <Section title="Appearance">
        <Stack>
          <Choice<Theme>
            label="Theme"
            value={colorScheme}
            onChange={setColorScheme}
            options={{ auto: 'System', light: 'Light', dark: 'Dark' }}
          />
          <Choice<Preferences['density']>
            label="Table rows"
            description="Compact rows show more at once."
            value={density}
            onChange={setDensity}
            options={{ compact: 'Compact', roomy: 'Roomy' }}
          />
        </Stack>
      </Section>
      <Section title="Times">
        <Choice<Preferences['timeZone']>
          label="Time zone"
          description={
            <>
              Current time: <Instant at={new Date(now).toISOString()} exact />. Tooltips show UTC.
            </>
          }
          value={timeZone}
          onChange={setTimeZone}
          options={{
            local: `Local (${ownZone()})`,
            utc: 'UTC',
          }}
        />
      </Section>
      <NotificationsSection />
      {isSignedIn || <ActorName />}
    </Stack>
  );
};

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly description?: ReactNode;
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** Labels by value. */
  readonly options: Readonly<Record<T, string>>;
}

const Choice = <T extends string>({ label, description, value, onChange, options }: ChoiceProps<T>) => {
  const id = useId();
  return (
    <Input.Wrapper id={id} label={label} labelElement="div" description={description}>
      <div style={{ marginTop: 8 }}>
        <SegmentedControl
          aria-label={label}
          value={value}
          onChange={(chosen) => onChange(chosen as T)}
          data={Object.entries<string>(options).map(([option, text]) => ({ value: option, label: text }))}
        />
      </div>
    </Input.Wrapper>
  );
};

/** The name recorded in the audit chain. */
const ActorName = () => {
  const [actor, setActor] = usePreference('actor');
  const form = useDraftForm({ initialValues: { name: actor }, error: undefined });
  const save = (name: string): void => {
    setActor(name);
    form.setValues({ name });
  };
  const submit = (name: string): void => {
    save(name);
    notifyDone(name === '' ? 'Your system user name is used now.' : `Your name is now ${name}.`, () =>
      save(actor),
    );
  };
  return (
    <Section title="Your name" description="Shown in timelines and reports">
      <ActionForm
        form={form}
        action="Save name"
        blocked={form.values.name.trim() === actor ? 'No changes' : undefined}
        onSubmit={({ name }) => submit(name.trim())}
      >
        <TextInput
          label="Name"
          description="Earlier entries keep the name they were recorded with."
          placeholder="System user name"
          maxLength={200}
          w={320}
          maw="100%"
          {...form.getInputProps('name')}
        />
      </ActionForm>
    </Section>
  );
};
