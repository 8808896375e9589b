import { Button, Group, NumberInput, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { IconPlayerTrackNext } from '@tabler/icons-react';
import { useState } from 'react';
import type { ClockView } from '#contract/clock.ts';
import { formatNumber } from '#contract/format.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import { DayTimeInput } from '#renderer/ui/date-input.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { pickedOf, utcOf } from './picked-time.ts';
import { Preview } from './preview.tsx';
import type { Wanted } from './wanted.ts';

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
  { label: 'Retry window, 28 h', count: 28, unit: 'h' },
  { label: '1 day', count: 1, unit: 'd' },
] as const;

interface AdvanceFormProps {
  readonly clock: ClockView;
  /** Asks for a move. */
  readonly onAdvance: (wanted: Wanted) => void;
}

interface Choice {
  readonly by: 'duration' | 'instant';
  readonly count: number | '';
  readonly unit: Unit;
  readonly instant: string;
}

/** How far to go, with what will happen on the way. */
export const AdvanceForm = ({ clock, onAdvance }: AdvanceFormProps) => {
  const [choice, setChoice] = useDraft<Choice>('clock:advance', {
    by: 'duration',
    count: 28,
    unit: 'h',
    instant: '',
  });
  const [timeZone] = usePreference('timeZone');
  const [openedAt] = useState(clock.now);
  const change = (changes: Partial<Choice>): void => setChoice({ ...choice, ...changes });
  const wanted = wantedOf(choice, clock.now);
  const isBack = wanted !== undefined && Date.parse(wanted.to) <= Date.parse(clock.now);
  return (
    <Section
      title="Advance"
      description="Runs everything that falls due on the way, in order. Time cannot be turned back."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted !== undefined && !isBack) onAdvance(wanted);
        }}
      >
        <Stack gap="sm">
          <SegmentedControl
            aria-label="How far"
            style={{ alignSelf: 'flex-start' }}
            value={choice.by}
            onChange={(by) => change({ by: by as Choice['by'] })}
            data={[
              { value: 'duration', label: 'By a duration' },
              { value: 'instant', label: 'To an instant' },
            ]}
          />
          {choice.by === 'duration' ? (
            <Group align="flex-end" gap="xs">
              <NumberInput
                label="By"
                w={110}
                min={0}
                max={100_000}
                decimalScale={3}
                value={choice.count}
                onChange={(count) => change({ count: typeof count === 'number' ? count : '' })}
              />
              <Select
                aria-label="Unit"
                w={130}
                allowDeselect={false}
                data={[...units]}
                value={choice.unit}
                onChange={(unit) => change({ unit: (unit ?? 'h') as Unit })}
              />
              {presets.map(({ label, count, unit }) => (
                <Button
                  key={label}
                  size="xs"
                  px="xs"
                  mb={3}
                  variant="subtle"
                  onClick={() => change({ count, unit })}
                >
                  {label}
                </Button>
              ))}
            </Group>
          ) : (
            <DayTimeInput
              label={timeZone === 'utc' ? 'To (UTC)' : 'To'}
              w={260}
              withSeconds
              placeholder="Day and time"
              minDate={pickedOf(openedAt, timeZone)}
              defaultDate={pickedOf(openedAt, timeZone)}
              value={choice.instant === '' ? null : pickedOf(choice.instant, timeZone)}
              onChange={(value) => change({ instant: value === null ? '' : utcOf(value, timeZone) })}
              error={isBack ? 'That is not after the present time of the clock.' : undefined}
            />
          )}
          {wanted !== undefined && !isBack && !clock.advancing && <Preview clock={clock} wanted={wanted} />}
          <Group gap="sm">
            <Button
              type="submit"
              leftSection={<IconPlayerTrackNext size={16} aria-hidden />}
              disabled={wanted === undefined || isBack || clock.paused || clock.advancing}
            >
              Advance the clock…
            </Button>
            {clock.paused && <Text>The clock is paused: resume it first.</Text>}
          </Group>
        </Stack>
      </form>
    </Section>
  );
};

/** undefined while nothing is chosen. */
const wantedOf = ({ by, count, unit, instant }: Choice, now: string): Wanted | undefined => {
  if (by === 'instant') return instant === '' ? undefined : { to: instant };
  const ms = units.find(({ value }) => value === unit)?.ms ?? 0;
  if (count === '' || count <= 0) return undefined;
  return {
    to: new Date(Date.parse(now) + Math.round(count * ms)).toISOString(),
    later: `${formatNumber(count)} ${unit}`,
  };
};
