import { Group, Text } from '@mantine/core';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import {
  blankFault,
  FaultFields,
  type FaultValues,
  faultOf,
  isKnownRoute,
  valuesOf,
} from './fault-fields.tsx';
import { presets } from './fault-labels.ts';
import { useSetFaults } from './set-faults.ts';

/** Adds a fault or a fixture at the end of the list. */
export const AddFault = () => {
  const set = useSetFaults();
  const form = useDraftForm({ draft: 'fault:new', initialValues: blankFault, error: set.error });
  const add = (values: FaultValues): void =>
    set.mutate((present) => [...present, faultOf(values)], {
      onSuccess: ({ before }) => {
        form.forget();
        const what = values.answer === 'fixture' ? 'Fixture' : 'Fault';
        notifyDone(`${what} added.`, () => set.mutate(() => before));
      },
    });
  return (
    <Section title="Add fault or fixture">
      <ActionForm
        form={form}
        saving={set}
        action={form.values.answer === 'fixture' ? 'Add fixture' : 'Add fault'}
        failed="Fault not added"
        beside={
          !isKnownRoute(form.values.route) && <Text c="dimmed">Unknown route: it may match no call.</Text>
        }
        onSubmit={add}
      >
        <Group gap="xs">
          {presets.map(({ label, fault }) => (
            <SmallButton key={label} onClick={() => form.setValues(valuesOf(fault))}>
              {label}
            </SmallButton>
          ))}
        </Group>
        <FaultFields form={form} />
      </ActionForm>
    </Section>
  );
};
