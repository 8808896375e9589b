import { NumberInput, SimpleGrid } from '@mantine/core';
import type { DraftForm } from '#renderer/lib/use-draft-form.ts';
import type { StartValues } from './start-values.ts';

type InputProps = DraftForm<Pick<StartValues, 'concurrency' | 'syncWithin'>>['getInputProps'];

/** Speed of a run, and how long it waits. */
export const RunOptionFields = ({ getInputProps }: { readonly getInputProps: InputProps }) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }} maw={760}>
    <NumberInput
      label="Concurrent calls"
      description="At most the limit of the target"
      placeholder="Limit of the target"
      min={1}
      max={100}
      allowDecimal={false}
      {...getInputProps('concurrency')}
    />
    <NumberInput
      label="Sync timeout (hours)"
      description="A row fails after it"
      placeholder="24"
      min={0.1}
      max={720}
      {...getInputProps('syncWithin')}
    />
  </SimpleGrid>
);
