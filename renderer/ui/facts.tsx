import { DataList } from '@mantine/core';
import type { ReactNode } from 'react';

/** Names and values, one a line. Values that are undefined are left out. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <DataList orientation="horizontal">
    {facts
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => (
        <DataList.Item key={name}>
          <DataList.ItemLabel>{name}</DataList.ItemLabel>
          <DataList.ItemValue style={{ overflowWrap: 'anywhere', minWidth: 0 }}>{value}</DataList.ItemValue>
        </DataList.Item>
      ))}
  </DataList>
);
