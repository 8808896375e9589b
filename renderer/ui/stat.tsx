import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** One figure with its name. */
export const Stat = ({ name, value, note }: { name: string; value: ReactNode; note?: ReactNode }) => (
  <Stack gap={0} miw={88}>
    <Text size="sm" c="dimmed">
      {name}
    </Text>
    <Text fw={650} size="lg" component="div" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {value}
    </Text>
    {note !== undefined && (
      <Text size="sm" c="dimmed" component="div">
        {note}
      </Text>
    )}
  </Stack>
);
