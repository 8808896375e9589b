import { NumberInput, Stack, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  mostMinutesBefore,
  type NotificationSettings,
  notificationKindLabels,
  notificationKinds,
} from '#contract/notification-settings.ts';
import { localDesk } from '#renderer/lib/bridge.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';

const queryKey = ['notification-settings'];

/** What the desktop app notifies of; nothing in a browser, which has no notifications of ours. */
export const NotificationsSection = () => {
  const electron = localDesk();
  if (electron === undefined) return null;
  return (
    <Section
      title="Notifications"
      description="Shown while Carryover is in the background. They name cases and counts, never secrets."
    >
      <Choices />
    </Section>
  );
};

const Choices = () => {
  const client = useQueryClient();
  const query = useQuery({ queryKey, queryFn: async () => localDesk()?.notificationSettings() ?? null });
  const save = useMutation({
    mutationFn: async (settings: NotificationSettings) => localDesk()?.setNotificationSettings(settings),
    onSuccess: (kept) => client.setQueryData(queryKey, kept),
    onError: (error) => notifyFailed('The notification settings were not saved', error),
  });
  return (
    <Loaded query={query} text="Loading notification settings…">
      {(settings) =>
        settings === null ? null : (
          <Fields settings={settings} onChange={(changed) => save.mutate({ ...settings, ...changed })} />
        )
      }
    </Loaded>
  );
};

interface FieldsProps {
  readonly settings: NotificationSettings;
  readonly onChange: (changed: Partial<NotificationSettings>) => void;
}

const Fields = ({ settings, onChange }: FieldsProps) => (
  <Stack gap="sm">
    <Switch
      label="Quiet: no notifications"
      description="The tray still shows the next migration window and what is running."
      checked={settings.quiet}
      onChange={({ currentTarget }) => onChange({ quiet: currentTarget.checked })}
    />
    {notificationKinds.map((kind) => (
      <Switch
        key={kind}
        label={notificationKindLabels[kind]}
        checked={!settings.off.includes(kind)}
        onChange={({ currentTarget }) =>
          onChange({
            off: currentTarget.checked ? settings.off.filter((one) => one !== kind) : [...settings.off, kind],
          })
        }
      />
    ))}
    <NumberInput
      label="Minutes before a migration window opens"
      min={1}
      max={mostMinutesBefore}
      allowDecimal={false}
      w={320}
      maw="100%"
      value={settings.minutesBefore}
      onChange={(value) => typeof value === 'number' && value >= 1 && onChange({ minutesBefore: value })}
    />
  </Stack>
);
