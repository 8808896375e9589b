import { Kbd } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './split.module.css';

interface KeyHintsProps {
  readonly hints: readonly (readonly [keys: readonly string[], does: string])[];
  /** Figures of the list, at the left: keys are cut off before them. */
  readonly children?: ReactNode;
}

/** The keys of a list, where they work: its last line. */
export const KeyHints = ({ hints, children }: KeyHintsProps) => (
  <div className={classes.keys}>
    {children !== undefined && <span className={classes.figures}>{children}</span>}
    {hints.map(([keys, does]) => (
      <span key={does} aria-hidden>
        {keys.map((key) => (
          <Kbd key={key} size="xs" mr={4}>
            {key}
          </Kbd>
        ))}
        {does}
      </span>
    ))}
  </div>
);
