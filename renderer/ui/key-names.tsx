import { Kbd } from '@mantine/core';
import { keyName } from '#renderer/lib/key-names.ts';
import { keysOf, type Shortcut } from '#renderer/lib/shortcuts.ts';
import classes from './key-names.module.css';

/** The keys of a shortcut, beside what it does. */
export const KeyNames = ({ keys }: { readonly keys: NonNullable<Shortcut['keys']> }) => (
  <span className={classes.keys}>
    {keysOf({ keys }).map((combination) => (
      <Kbd key={combination} className={classes.key}>
        {keyName(combination)}
      </Kbd>
    ))}
  </span>
);
