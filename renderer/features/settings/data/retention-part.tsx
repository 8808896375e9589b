import { Button, Group, NumberInput, type NumberInputProps, Switch, Text } from '@mantine/core';
import { defaultWaitingDeliveries } from '#contract/resources.ts';
import type { Settings } from '#contract/sandbox.ts';
import { type DraftForm, useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { useSaveSettings, useSettings } from '#renderer/lib/use-settings.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';

export const RetentionPart = () => {
  const query = useSettings();
  return (
    <Section title="Retention and rate limit" description="Of the local service">
      <Loaded query={query} text="Loading settings…">
        {(settings) => <RetentionForm key={JSON.stringify(settings)} settings={settings} />}
      </Loaded>
    </Section>
  );
};

interface Values extends Pick<Settings, 'rateLimit'> {
  readonly durable: boolean;
  readonly retention: { readonly [K in keyof Settings['retention']]: number | '' };
  readonly waitingDeliveries: number | '';
}

const RetentionForm = ({ settings }: { settings: Settings }) => {
  const save = useSaveSettings();
  const form = useDraftForm<Values>({
    draft: 'settings:local-service',
    initialValues: { waitingDeliveries: defaultWaitingDeliveries, durable: false, ...settings },
    error: save.error,
  });
  const { rateLimit, retention, waitingDeliveries, durable } = form.values;
  const { messageDays, requests } = retention;
  const isChanged =
    rateLimit !== settings.rateLimit ||
    durable !== (settings.durable ?? false) ||
    messageDays !== settings.retention.messageDays ||
    requests !== settings.retention.requests ||
    waitingDeliveries !== (settings.waitingDeliveries ?? defaultWaitingDeliveries);
  const submit = (): void => {
    if (messageDays === '' || requests === '' || waitingDeliveries === '') return;
    save.mutate(
      { ...settings, rateLimit, retention: { messageDays, requests }, waitingDeliveries, durable },
      {
        onSuccess: () => {
          form.forget();
          notifyDone('Settings saved.', () => save.mutate(settings));
        },
      },
    );
  };
  return (
    <ActionForm
      form={form}
      saving={save}
      action="Save settings"
      failed="Settings not saved"
      blocked={isChanged ? undefined : 'No changes'}
      beside={
        <>
          {isChanged && (
            <Button variant="subtle" onClick={form.forget}>
              Discard changes
            </Button>
          )}
          <Text c="dimmed" role="status">
            {isChanged && 'Unsaved changes'}
          </Text>
        </>
      }
      onSubmit={submit}
    >
      <Fields form={form} />
    </ActionForm>
  );
};

const Fields = ({ form }: { readonly form: DraftForm<Values> }) => (
  <>
    <Group align="flex-start" gap="md">
      <Amount
        label="Messages and alerts (days)"
        description="Older ones are deleted with their attempts"
        min={1}
        max={3650}
        thousandSeparator={false}
        {...form.getInputProps('retention.messageDays')}
      />
      <Amount
        label="Logged requests"
        description="The newest are kept"
        min={100}
        max={10_000_000}
        {...form.getInputProps('retention.requests')}
      />
      <Amount
        label="Waiting deliveries"
        description="Above it, new events get 429"
        min={1000}
        max={100_000_000}
        {...form.getInputProps('waitingDeliveries')}
      />
    </Group>
    <Text c="dimmed">
      Deliveries waiting at an endpoint that stays disabled for as many days are cancelled.
    </Text>
    <Switch
      label="Survive power cuts"
      description="Each commit waits for the disk; slower"
      {...form.getInputProps('durable', { type: 'checkbox' })}
    />
    <Switch
      label="Rate limit"
      description="Responds with 429 like the real service"
      {...form.getInputProps('rateLimit', { type: 'checkbox' })}
    />
  </>
);

const Amount = (props: NumberInputProps) => (
  <NumberInput required withAsterisk={false} w={300} allowDecimal={false} thousandSeparator="," {...props} />
);
