import { Paper, VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';
import type { Finding } from '#contract/eligibility.ts';
import classes from './source-lines.module.css';

interface Line {
  readonly line: number;
  readonly excerpt: string;
}

interface SourceLinesProps {
  readonly file: string;
  /** The marked line. */
  readonly line: number;
  /** Of any file. */
  readonly findings: readonly Finding[];
}

/** The matching lines of a file, one of them marked. */
export const SourceLines = ({ file, line, findings }: SourceLinesProps) => {
  const lines = linesOf(file, findings);
  return (
    <Paper
      withBorder
      radius="sm"
      style={{ overflow: 'auto', maxHeight: 420 }}
      tabIndex={0}
      role="region"
      aria-label={`Lines of ${file}`}
    >
      <table className={classes.lines}>
        <tbody>
          {lines.map((one, index) => (
            <Fragment key={one.line}>
              {isGap(lines[index - 1], one) && (
                <tr aria-hidden>
                  <td />
                  <td className={classes.gap}>⋯</td>
                </tr>
              )}
              <tr
                className={one.line === line ? classes.marked : undefined}
                aria-current={one.line === line ? 'location' : undefined}
                ref={one.line === line ? scrollIntoView : undefined}
              >
                <th scope="row" className={classes.number}>
                  {one.line}
                </th>
                <td className={classes.text}>
                  {one.excerpt}
                  {one.line === line && <VisuallyHidden>{' (marked line)'}</VisuallyHidden>}
                </td>
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </Paper>
  );
};

const scrollIntoView = (row: HTMLTableRowElement | null): void => row?.scrollIntoView({ block: 'nearest' });

const linesOf = (file: string, findings: readonly Finding[]): Line[] => {
  const lines = new Map<number, Line>();
  for (const { place } of findings) {
    if (place.kind === 'source' && place.file === file) lines.set(place.line, place);
  }
  return [...lines.values()].sort((a, b) => a.line - b.line);
};

const isGap = (before: Line | undefined, { line }: Line): boolean =>
  before === undefined ? line > 1 : line > before.line + 1;
