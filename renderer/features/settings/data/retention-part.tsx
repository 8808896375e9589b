import { Button, Group, NumberInput, Stack, Switch, Text } from '@mantine/core';
import type { Settings } from '#contract/sandbox.ts';
import { problemOf } from '#renderer/lib/problem-of.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { useSaveSettings, useSettings } from './use-settings.ts';

/** How long the local service keeps what happens in it, and whether it limits calls as the real one does. */
export const RetentionPart = () => {
  const query = useSettings();
  return (
    <Section
      title="Retention and rate limit"
      description="Of the local service. Cases are kept until you delete them."
    >
      <Loaded query={query} text="Reading the settings…">
        {(settings) => <RetentionForm key={JSON.stringify(settings)} settings={settings} />}
      </Loaded>
    </Section>
  );
};

interface Values {
  readonly messageDays: number | '';
  readonly requests: number | '';
  readonly rateLimit: boolean;
}

const RetentionForm = ({ settings }: { settings: Settings }) => {
  const present: Values = { ...settings.retention, rateLimit: settings.rateLimit };
  const [values, setValues, forget] = useDraft('settings:retention', present);
  const save = useSaveSettings();
  const set = (change: Partial<Values>): void => setValues({ ...values, ...change });
  const { messageDays, requests, rateLimit } = values;
  const isNew = JSON.stringify(values) !== JSON.stringify(present);
  const submit = (): void => {
    if (messageDays === '' || requests === '') return;
    save.mutate(
      { rateLimit, retention: { messageDays, requests } },
      {
        onSuccess: () => {
          forget();
          notifyDone('The settings are saved.', () => save.mutate(settings));
        },
      },
    );
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="sm">
        <Group align="flex-start" gap="md">
          <NumberInput
            label="Messages and alerts, days"
            description="Older ones are removed, with their attempts."
            w={300}
            min={1}
            max={3650}
            allowDecimal={false}
            value={messageDays}
            onChange={(value) => set({ messageDays: numeric(value) })}
            error={problemOf(save.error, 'retention.messageDays')}
          />
          <NumberInput
            label="Requests in the log"
            description="The newest are kept."
            w={300}
            min={100}
            max={10_000_000}
            allowDecimal={false}
            thousandSeparator=","
            value={requests}
            onChange={(value) => set({ requests: numeric(value) })}
            error={problemOf(save.error, 'retention.requests')}
          />
        </Group>
        <Switch
          label="Limit the rate of calls"
          description="Answers 429 as the real service does, when too much is asked."
          checked={rateLimit}
          onChange={(event) => set({ rateLimit: event.currentTarget.checked })}
        />
        {save.error && <ErrorNotice title="The settings were not saved" error={save.error} />}
        <Group gap="sm">
          <Button
            type="submit"
            loading={save.isPending}
            disabled={!isNew || messageDays === '' || requests === ''}
          >
            Save the settings
          </Button>
          {isNew && (
            <Button variant="subtle" onClick={forget}>
              Put them back
            </Button>
          )}
          <Text c="dimmed" role="status">
            {isNew ? 'Not saved yet.' : ''}
          </Text>
        </Group>
      </Stack>
    </form>
  );
};

const numeric = (value: string | number): number | '' => (typeof value === 'number' ? value : '');
