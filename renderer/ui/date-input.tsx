import { DateInput, type DateInputProps, DateTimePicker, type DateTimePickerProps } from '@mantine/dates';
import '@mantine/dates/styles.css';
import type { KeyboardEvent } from 'react';
import { zoneName } from '#renderer/lib/format.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import classes from './date-input.module.css';

/** The only two inputs of days and times, so that every calendar is accessible. */

const calendar = {
  ariaLabels: {
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    previousYear: 'Previous year',
    nextYear: 'Next year',
    previousDecade: 'Previous decade',
    nextDecade: 'Next decade',
  },
  clearButtonProps: { 'aria-label': 'Clear date' },
  classNames: { day: classes.day, monthsListControl: classes.control, yearsListControl: classes.control },
} as const;

type DayInputProps = Omit<DateInputProps, 'ariaLabels' | 'classNames' | 'onKeyDown' | 'valueFormat'>;

/** Enter takes the day that was typed; it does not submit the form around. */
const keepForm = (event: KeyboardEvent): void => {
  if (event.key === 'Enter') event.preventDefault();
};

/** A day, typed or picked; `withTime` a day and a time. Values are times without a zone, such as `2026-11-21 17:00:00`. */
export const DayInput = (props: DayInputProps) => {
  usePreference('timeZone');
  return (
    <DateInput
      {...calendar}
      {...(props.withTime && saysZone())}
      valueFormat={props.withTime ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD'}
      {...props}
      onKeyDown={keepForm}
    />
  );
};

/** The zone that a time is read in, below the field. */
const saysZone = (): Pick<DateInputProps, 'description' | 'inputWrapperOrder'> => ({
  description: zoneName(),
  inputWrapperOrder: ['label', 'input', 'error', 'description'],
});

type DayTimeInputProps = Omit<DateTimePickerProps, 'ariaLabels' | 'classNames' | 'valueFormat'>;

/** A day and a time, picked. Values are times without a zone, such as `2026-11-21 17:00:00`. */
export const DayTimeInput = (props: DayTimeInputProps) => {
  usePreference('timeZone');
  return (
    <DateTimePicker
      {...calendar}
      {...saysZone()}
      valueFormat={props.withSeconds ? 'D MMM YYYY, HH:mm:ss' : 'D MMM YYYY, HH:mm'}
      timePickerProps={{
        hoursInputLabel: 'Hours',
        minutesInputLabel: 'Minutes',
        secondsInputLabel: 'Seconds',
      }}
      submitButtonProps={{ 'aria-label': 'Apply time' }}
      {...props}
    />
  );
};
