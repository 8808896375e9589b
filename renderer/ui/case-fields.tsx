import { Checkbox, Group, Select, Stack, TextInput } from '@mantine/core';
import { partLabels } from '#renderer/lib/labels.ts';
import { useTargets } from '#renderer/lib/lists.ts';

export interface CaseValues {
  readonly name: string;
  readonly integrator: string;
  readonly parts: readonly ('webhooks' | 'tokens')[];
  readonly targetId: string;
  readonly clientId: string;
}

interface CaseFieldsProps {
  readonly values: CaseValues;
  readonly onChange: (values: CaseValues) => void;
}

/** What a case is: for whom, what moves, and where. */
export const CaseFields = ({ values, onChange }: CaseFieldsProps) => {
  const targets = useTargets();
  const set = (change: Partial<CaseValues>): void => onChange({ ...values, ...change });
  return (
    <Stack>
      <TextInput
        label="Name of the case"
        description="Short: it stands in lists and in commands."
        required
        data-autofocus
        maxLength={200}
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Integrator"
        description="The company whose integration is moved; the name of the case, if left out."
        maxLength={200}
        value={values.integrator}
        onChange={(event) => set({ integrator: event.currentTarget.value })}
      />
      <Checkbox.Group
        label="What moves"
        required
        value={[...values.parts]}
        onChange={(parts) => set({ parts: parts as CaseValues['parts'][number][] })}
      >
        <Group mt={6}>
          <Checkbox value="webhooks" label={partLabels.webhooks} />
          <Checkbox value="tokens" label={partLabels.tokens} />
        </Group>
      </Checkbox.Group>
      <Select
        label="Target"
        description="Where the migration is carried out. More are added in Settings, Targets."
        allowDeselect={false}
        data={(targets.data?.results ?? [{ id: 'local', name: 'Local service' }]).map(({ id, name }) => ({
          value: id,
          label: name,
        }))}
        value={values.targetId}
        onChange={(targetId) => set({ targetId: targetId ?? 'local' })}
      />
      <TextInput
        label="Client id"
        description="The integrator's instance of the service, a UUID. Can be given later."
        value={values.clientId}
        onChange={(event) => set({ clientId: event.currentTarget.value })}
      />
    </Stack>
  );
};
