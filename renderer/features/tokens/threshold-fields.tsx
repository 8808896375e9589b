import { MultiSelect, NumberInput, SimpleGrid } from '@mantine/core';
import { type Cause, causeLabels, causes } from '#contract/cause-labels.ts';
import { offeredThresholds } from '#contract/run-thresholds.ts';
import type { Thresholds } from '#contract/token-runs.ts';
import { numberIn } from './number-in.ts';

/** Thresholds as typed; '' while a field is empty. */
export interface ThresholdValues {
  readonly failedPercent: number | string;
  readonly afterRows: number | string;
  readonly consecutive: number | string;
  readonly causes: Cause[];
}

export const offeredValues: ThresholdValues = { ...offeredThresholds, causes: [] };

export const thresholdValues = ({
  failedPercent,
  afterRows,
  consecutive,
  causes: named = [],
}: Thresholds): ThresholdValues => ({
  failedPercent: failedPercent ?? '',
  afterRows: afterRows ?? '',
  consecutive: consecutive ?? '',
  causes: [...named],
});

export const thresholdsOf = (values: ThresholdValues): Thresholds => ({
  failedPercent: numberIn(values.failedPercent),
  afterRows: numberIn(values.failedPercent) === undefined ? undefined : numberIn(values.afterRows),
  consecutive: numberIn(values.consecutive),
  causes: values.causes.length === 0 ? undefined : [...values.causes],
});

interface ThresholdFieldsProps {
  readonly values: ThresholdValues;
  readonly onChange: (changes: Partial<ThresholdValues>) => void;
}

/** When a run pauses by itself; an empty field: never. */
export const ThresholdFields = ({ values, onChange }: ThresholdFieldsProps) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }} maw={760}>
    <NumberInput
      label="Pause at failed rows"
      description="Share of the rows that ended"
      placeholder="Never"
      suffix=" %"
      min={1}
      max={100}
      allowDecimal={false}
      value={values.failedPercent}
      onChange={(failedPercent) => onChange({ failedPercent })}
    />
    <NumberInput
      label="After rows"
      description="Ended before the share counts"
      placeholder="1"
      min={1}
      max={10_000}
      allowDecimal={false}
      value={values.afterRows}
      onChange={(afterRows) => onChange({ afterRows })}
    />
    <NumberInput
      label="Pause at failures in a row"
      placeholder="Never"
      min={1}
      max={10_000}
      allowDecimal={false}
      value={values.consecutive}
      onChange={(consecutive) => onChange({ consecutive })}
    />
    <MultiSelect
      label="Pause at any failure by"
      placeholder={values.causes.length === 0 ? 'No cause' : undefined}
      data={causes.map((value) => ({ value, label: causeLabels[value].title }))}
      value={values.causes}
      onChange={(named) => onChange({ causes: named as Cause[] })}
    />
  </SimpleGrid>
);
