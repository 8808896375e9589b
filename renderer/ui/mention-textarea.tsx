import { Combobox, Text, Textarea, type TextareaProps, useCombobox } from '@mantine/core';
import { useRef, useState } from 'react';
import { usePeopleNames } from '#renderer/lib/people-names.ts';

interface MentionTextareaProps extends Omit<TextareaProps, 'value' | 'defaultValue' | 'onChange'> {
  readonly value?: string;
  readonly onChange: (value: string) => void;
}

/** What is being typed after an `@`, up to the caret. */
const typing = /(?<![\p{L}\p{N}._+@-])@([\p{L}\p{N}._+@-]{0,60})$/u;

/** More are found by typing on. */
const most = 8;

interface Typed {
  /** Where the `@` is. */
  readonly at: number;
  readonly word: string;
}

/** A text in which people of the desk are offered after an `@`. */
export const MentionTextarea = ({ value = '', onChange, ...props }: MentionTextareaProps) => {
  const people = usePeopleNames();
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<Typed>();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const found = typed === undefined ? [] : matching(people, typed.word);
  const look = (text: string, caret: number): void => {
    const match = typing.exec(text.slice(0, caret));
    const next = match === null ? undefined : { at: match.index, word: match[1] ?? '' };
    setTyped(next);
    if (next === undefined || matching(people, next.word).length === 0) {
      combobox.closeDropdown();
      return;
    }
    combobox.openDropdown();
    combobox.updateSelectedOptionIndex('active');
  };
  const choose = (login: string): void => {
    if (typed === undefined) return;
    const mention = `@${login} `;
    const after = typed.at + 1 + typed.word.length;
    onChange(value.slice(0, typed.at) + mention + value.slice(after).replace(/^ /, ''));
    combobox.closeDropdown();
    setTyped(undefined);
    const caret = typed.at + mention.length;
    // Once the text is in the field.
    queueMicrotask(() => field.current?.setSelectionRange(caret, caret));
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
      <Combobox.Target withExpandedAttribute={false}>
        <Textarea
          {...props}
          ref={field}
          value={value}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            look(currentTarget.value, currentTarget.selectionStart);
          }}
          onBlur={(event) => {
            combobox.closeDropdown();
            props.onBlur?.(event);
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={found.length === 0}>
        <Combobox.Options aria-label="People to mention">
          {found.map(({ login, name }, at) => (
            <Combobox.Option key={login} value={login} active={at === 0}>
              {name}{' '}
              <Text span size="sm" c="dimmed">
                {login}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
};

const matching = (people: ReturnType<typeof usePeopleNames>, word: string) => {
  const wanted = word.toLowerCase();
  return people
    .filter(
      ({ login, name }) =>
        login !== wanted &&
        (login.startsWith(wanted) ||
          name
            .toLowerCase()
            .split(/\s+/)
            .some((part) => part.startsWith(wanted))),
    )
    .slice(0, most);
};
