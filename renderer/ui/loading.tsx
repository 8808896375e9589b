import { VisuallyHidden } from '@mantine/core';
import classes from './loading.module.css';

const widths = ['38%', '52%', '31%', '46%'];

/** Rows in place of those that are being loaded, and what they are for those who can't see them. */
export const Loading = ({ text }: { text: string }) => (
  <div role="status" data-loading>
    <VisuallyHidden>{text}</VisuallyHidden>
    <div className={classes.rows} aria-hidden>
      {widths.map((width) => (
        <div key={width} className={classes.row}>
          <span style={{ width }} />
        </div>
      ))}
    </div>
  </div>
);
