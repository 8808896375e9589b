import { Group, Input, NumberInput, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import type { RetentionRule } from '#contract/retention.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from './action-form.tsx';

interface Values {
  readonly kind: string;
  readonly days: number | '';
}

interface RuleFormProps<K extends string> {
  readonly label: string;
  /** Besides `days`. */
  readonly options: Readonly<Record<K, string>>;
  readonly rule: RetentionRule | NoInfer<K>;
  readonly saving: { readonly isPending: boolean; readonly error: unknown };
  readonly onSave: (rule: number | NoInfer<K>) => void;
}

/** How long cases, or one of them, are kept. */
export const RuleForm = <K extends string>({ label, options, rule, saving, onSave }: RuleFormProps<K>) => {
  const id = useId();
  const kindNow = typeof rule === 'number' ? 'days' : rule;
  const form = useDraftForm<Values>({
    initialValues: { kind: kindNow, days: typeof rule === 'number' ? rule : '' },
    error: saving.error,
  });
  const { kind, days } = form.values;
  const isChanged = kind !== kindNow || (kind === 'days' && days !== rule);
  const choices = Object.entries<string>({ ...options, days: 'Delete after some days' });
  return (
    <ActionForm
      form={form}
      saving={saving}
      action="Save retention"
      failed="Retention not saved"
      blocked={isChanged ? undefined : 'No changes'}
      onSubmit={() => {
        if (kind !== 'days') onSave(kind as K);
        else if (days !== '') onSave(days);
      }}
    >
      <Group align="flex-start" gap="md">
        <Input.Wrapper label={label} labelElement="div" labelProps={{ id }}>
          <div>
            <SegmentedControl
              aria-labelledby={id}
              data={choices.map(([value, text]) => ({ value, label: text }))}
              {...form.getInputProps('kind')}
            />
          </div>
        </Input.Wrapper>
        {kind === 'days' && (
          <NumberInput
            label="Days after the last entry"
            required
            withAsterisk={false}
            min={1}
            max={36_500}
            allowDecimal={false}
            thousandSeparator=","
            w={220}
            {...form.getInputProps('days')}
          />
        )}
      </Group>
    </ActionForm>
  );
};
