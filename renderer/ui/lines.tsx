import { List, type ListProps } from '@mantine/core';
import { Worded } from './worded.tsx';

/** Sentences of the desk, one a bullet. */
export const Lines = ({ lines, ...list }: { readonly lines: readonly string[] } & ListProps) => (
  <List spacing={2} styles={{ itemWrapper: { overflowWrap: 'anywhere' } }} {...list}>
    {[...new Set(lines)].map((line) => (
      <List.Item key={line}>
        <Worded text={line} />
      </List.Item>
    ))}
  </List>
);
