import { Checkbox, TextInput } from '@mantine/core';
import type { StateList } from '#contract/states.ts';
import type { DraftForm } from '#renderer/lib/use-draft-form.ts';
import { isStateName, isTaken } from './use-states.ts';

export interface NameValues {
  readonly name: string;
  readonly replace: boolean;
}

/** Why a state can't be kept under this name yet. */
export const blockedName = ({ name, replace }: NameValues, list: StateList): string | undefined => {
  const wanted = name.trim();
  if (wanted === '') return 'Enter a name.';
  if (!isStateName(wanted)) return 'Change the name.';
  return isTaken(wanted, list) && !replace ? 'Change the name, or replace the state.' : undefined;
};

interface NameFieldsProps<T extends NameValues> {
  readonly form: DraftForm<T>;
  readonly list: StateList;
}

/** The name of a state, and whether one that has it is replaced. */
export const NameFields = <T extends NameValues>({ form, list }: NameFieldsProps<T>) => {
  const name = form.values.name.trim();
  const input = form.getInputProps('name');
  const problem =
    name === '' || isStateName(name)
      ? undefined
      : 'Use letters, digits, blanks, hyphens and underscores; begin with a letter or a digit.';
  return (
    <>
      <TextInput
        label="Name"
        data-autofocus
        maxLength={63}
        {...input}
        error={problem ?? input.error}
        placeholder="Such as Before cutover"
      />
      {isTaken(name, list) && (
        <Checkbox
          label={`Replace state "${name}"`}
          description="A state has this name. Replacing it can't be undone."
          {...form.getInputProps('replace', { type: 'checkbox' })}
        />
      )}
    </>
  );
};
