import { Table, type TableProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface WideTableProps extends Omit<TableProps, 'children'> {
  /** What the table lists, for those who can't see it. */
  readonly label: string;
  /** Scrolls sideways where there is less room, px. */
  readonly minWidth: number;
  readonly maxHeight?: number;
  readonly children: ReactNode;
}

/** A table that scrolls in its own box where it has no room, by keyboard too. */
export const WideTable = ({ label, minWidth, maxHeight, children, ...table }: WideTableProps) => (
  <Table.ScrollContainer
    minWidth={minWidth}
    maxHeight={maxHeight}
    scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label } }}
  >
    <Table aria-label={label} {...table}>
      {children}
    </Table>
  </Table.ScrollContainer>
);
