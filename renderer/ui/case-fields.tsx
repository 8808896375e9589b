import { Checkbox, Group, Select, TextInput } from '@mantine/core';
import { partLabels } from '#renderer/lib/labels.ts';
import { useTargets } from '#renderer/lib/lists.ts';
import { unreadText } from '#renderer/lib/unread-text.ts';
import type { DraftForm } from '#renderer/lib/use-draft-form.ts';

export interface CaseValues {
  readonly name: string;
  readonly integrator: string;
  readonly parts: ('webhooks' | 'tokens')[];
  readonly targetId: string;
  readonly clientId: string;
}

/** Of a new case and of one that is edited. */
export const CaseFields = ({ form }: { readonly form: DraftForm<CaseValues> }) => {
  const query = useTargets();
  const targets = query.data?.results ?? [{ id: 'local', name: 'Local service' }];
  const { error, ...target } = form.getInputProps('targetId');
  return (
    <>
      <TextInput label="Case name" required data-autofocus maxLength={200} {...form.getInputProps('name')} />
      <TextInput
        label="Integrator"
        description="Defaults to the case name"
        maxLength={200}
        {...form.getInputProps('integrator')}
      />
      <Checkbox.Group label="Migrate" required {...form.getInputProps('parts')}>
        <Group mt={6}>
          <Checkbox value="webhooks" label={partLabels.webhooks} />
          <Checkbox value="tokens" label={partLabels.tokens} />
        </Group>
      </Checkbox.Group>
      <Select
        label="Target"
        description="Add targets in Settings"
        allowDeselect={false}
        data={targets.map(({ id, name }) => ({ value: id, label: name }))}
        error={error ?? unreadText(query, 'Targets')}
        {...target}
      />
      <TextInput
        label="Client id"
        description="UUID of the integrator's client; can be added later"
        {...form.getInputProps('clientId')}
      />
    </>
  );
};
