import { VisuallyHidden } from '@mantine/core';
import classes from './no-value.module.css';

/** A place without a value: a dash to the eye, and to those who listen what it means. */
export const NoValue = ({ means = 'none' }: { readonly means?: string }) => (
  <span className={classes.place} title={means}>
    <span aria-hidden>–</span>
    <VisuallyHidden>{means}</VisuallyHidden>
  </span>
);
