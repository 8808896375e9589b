import { Kbd, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './split.module.css';

/** How much room a list has: beside a preview, or alone in a small window. */
export interface SplitLayout {
  /** The chosen row is shown beside the list, not in its place. */
  readonly isSplit: boolean;
  readonly isMedium: boolean;
  readonly isWide: boolean;
}

/** Of the design: below 1100 px the preview replaces the list. */
export const useSplitLayout = (): SplitLayout => {
  const options = { getInitialValueInEffect: false };
  return {
    isSplit: useMediaQuery('(min-width: 1100px)', undefined, options),
    isMedium: useMediaQuery('(min-width: 1280px)', undefined, options),
    isWide: useMediaQuery('(min-width: 1600px)', undefined, options),
  };
};

interface SplitProps {
  /** Of a row, such as "message". */
  readonly noun: string;
  /** The rows, and below them their strip. */
  readonly list: ReactNode;
  /** The chosen row; false: none is. */
  readonly preview: ReactNode | false;
}

/** A list and the chosen row beside it; in a small window in its place. */
export const Split = ({ noun, list, preview }: SplitProps) => {
  const { isSplit } = useSplitLayout();
  const isChosen = preview !== undefined && preview !== false;
  return (
    <div className={classes.split} data-log data-chosen={isChosen}>
      <div className={classes.list}>{list}</div>
      {(isSplit || isChosen) && (
        <div className={classes.side}>
          {isChosen ? (
            preview
          ) : (
            <Text c="dimmed" p="md" size="sm">
              No {noun} selected. Click one, or press <Kbd size="xs">J</Kbd>.
            </Text>
          )}
        </div>
      )}
    </div>
  );
};
