import { NumberInput, SimpleGrid } from '@mantine/core';

interface Pace {
  readonly concurrency: number | '';
  readonly syncHours: number | '';
}

interface RunOptionFieldsProps<T extends Pace> {
  readonly values: T;
  readonly onChange: (change: Partial<Pace>) => void;
}

/** How fast a run goes, and how long it waits. */
export const RunOptionFields = <T extends Pace>({ values, onChange }: RunOptionFieldsProps<T>) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }}>
    <NumberInput
      label="Calls at once"
      description="Never more than the target's own limit, which it is if left empty."
      placeholder="The target's limit"
      min={1}
      max={100}
      allowDecimal={false}
      value={values.concurrency}
      onChange={(value) => onChange({ concurrency: numberOr(value) })}
    />
    <NumberInput
      label="Longest wait for a sync, hours"
      description="After it a row counts as failed."
      placeholder="24"
      min={0.1}
      max={720}
      value={values.syncHours}
      onChange={(value) => onChange({ syncHours: numberOr(value) })}
    />
  </SimpleGrid>
);

export const numberOr = (value: number | string): number | '' => (typeof value === 'number' ? value : '');
