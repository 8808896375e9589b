import { Table } from '@mantine/core';
import { formatNumber } from '#contract/format.ts';
import classes from './data-table.module.css';

interface GroupRowProps {
  readonly title: string;
  /** Rows of the group. */
  readonly count: number;
  /** Columns of the table. */
  readonly span: number;
}

/** The head of a group of rows in a table. */
export const GroupRow = ({ title, count, span }: GroupRowProps) => (
  <Table.Tr className={classes.group}>
    <Table.Th colSpan={span} scope="rowgroup">
      {title} <span>{formatNumber(count)}</span>
    </Table.Th>
  </Table.Tr>
);
