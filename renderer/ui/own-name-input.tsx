import { TextInput, type TextInputProps } from '@mantine/core';
import { usePerson } from '#renderer/lib/who.ts';

/** Who did something here: asked only where nobody is signed in. What others said has a field of its own. */
export const OwnNameInput = (props: TextInputProps) =>
  usePerson() === undefined ? <TextInput required {...props} /> : undefined;
