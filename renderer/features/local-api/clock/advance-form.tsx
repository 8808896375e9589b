import { Button, Group, NumberInput, SegmentedControl, Select } from '@mantine/core';
import { IconPlayerTrackNext } from '@tabler/icons-react';
import { useState } from 'react';
import type { ClockView } from '#contract/clock.ts';
import { formatNumber } from '#contract/format.ts';
import { pickedOf, utcOf } from '#renderer/lib/picked-time.ts';
import { type DraftForm, useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { DayTimeInput } from '#renderer/ui/date-input.tsx';
import { Section } from '#renderer/ui/section.tsx';
import type { Advance } from './advance.ts';
import { Preview } from './preview.tsx';

const units = [
  { value: 's', label: 'seconds', ms: 1000 },
  { value: 'min', label: 'minutes', ms: 60_000 },
  { value: 'h', label: 'hours', ms: 3_600_000 },
  { value: 'd', label: 'days', ms: 86_400_000 },
] as const;
type Unit = (typeof units)[number]['value'];

const presets = [
  { label: '5 minutes', count: 5, unit: 'min' },
  { label: '1 hour', count: 1, unit: 'h' },
  { label: '28-hour schedule', count: 28, unit: 'h' },
  { label: '1 day', count: 1, unit: 'd' },
] as const;

interface AdvanceFormProps {
  readonly clock: ClockView;
  /** Asks for confirmation. */
  readonly onAdvance: (advance: Advance) => void;
}

interface Values {
  by: 'duration' | 'instant';
  /** A text while it is no number yet. */
  count: number | string;
  unit: Unit;
  /** UTC; empty: not chosen yet. */
  instant: string;
}

const initialValues: Values = { by: 'duration', count: 28, unit: 'h', instant: '' };

/** How far to advance, with a preview of the work due by then. */
export const AdvanceForm = ({ clock, onAdvance }: AdvanceFormProps) => {
  const form = useDraftForm({ draft: 'clock:advance', initialValues, error: undefined });
  const advance = advanceOf(form.values, clock.now);
  const isPast = advance !== undefined && Date.parse(advance.to) <= Date.parse(clock.now);
  const next = isPast ? undefined : advance;
  return (
    <Section title="Advance" description="Runs all work due on the way, in order; time cannot go back.">
      <ActionForm
        form={form}
        action="Advance clock…"
        icon={IconPlayerTrackNext}
        blocked={blockedBy(clock, next)}
        onSubmit={() => next && onAdvance(next)}
      >
        <SegmentedControl
          aria-label="Advance"
          style={{ alignSelf: 'flex-start' }}
          data={[
            { value: 'duration', label: 'By duration' },
            { value: 'instant', label: 'To time' },
          ]}
          {...form.getInputProps('by')}
        />
        {form.values.by === 'duration' ? (
          <DurationFields form={form} />
        ) : (
          <InstantField form={form} clock={clock} isPast={isPast} />
        )}
        {next && !clock.advancing && <Preview clock={clock} advance={next} />}
      </ActionForm>
    </Section>
  );
};

/** Why the clock cannot be advanced. */
const blockedBy = ({ paused, advancing }: ClockView, next: unknown): string | undefined => {
  if (paused) return 'Clock paused: resume it first.';
  if (advancing) return 'Clock is advancing.';
  return next === undefined ? 'Choose how far to advance.' : undefined;
};

interface FieldsProps {
  readonly form: DraftForm<Values>;
}

const DurationFields = ({ form }: FieldsProps) => (
  <Group align="flex-end" gap="xs">
    <NumberInput
      label="Duration"
      w={110}
      min={0}
      max={100_000}
      decimalScale={3}
      {...form.getInputProps('count')}
    />
    <Select
      aria-label="Unit"
      w={130}
      allowDeselect={false}
      data={[...units]}
      {...form.getInputProps('unit')}
    />
    {presets.map(({ label, count, unit }) => (
      <Button
        key={label}
        size="xs"
        px="xs"
        mb={3}
        variant="subtle"
        onClick={() => form.setValues({ count, unit })}
      >
        {label}
      </Button>
    ))}
  </Group>
);

interface InstantFieldProps extends FieldsProps {
  readonly clock: ClockView;
  readonly isPast: boolean;
}

const InstantField = ({ form, clock, isPast }: InstantFieldProps) => {
  const [timeZone] = usePreference('timeZone');
  const [openedAt] = useState(clock.now);
  const { instant } = form.values;
  return (
    <DayTimeInput
      label="Time"
      w={260}
      withSeconds
      placeholder="Day and time"
      minDate={pickedOf(openedAt, timeZone)}
      defaultDate={pickedOf(openedAt, timeZone)}
      value={instant === '' ? null : pickedOf(instant, timeZone)}
      onChange={(value) => form.setFieldValue('instant', value === null ? '' : utcOf(value, timeZone))}
      error={isPast ? 'Choose a time after the current one.' : undefined}
    />
  );
};

/** undefined while nothing is chosen. */
const advanceOf = ({ by, count, unit, instant }: Values, now: string): Advance | undefined => {
  if (by === 'instant') return instant === '' ? undefined : { to: instant };
  const ms = units.find(({ value }) => value === unit)?.ms ?? 0;
  if (typeof count === 'string' || count <= 0) return undefined;
  return {
    to: new Date(Date.parse(now) + Math.round(count * ms)).toISOString(),
    by: `${formatNumber(count)} ${unit}`,
  };
};
