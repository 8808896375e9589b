import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a panel or document, under a small heading. */
export const Part = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <Stack gap={4}>
    <Title order={4} size="h5">
      {title}
    </Title>
    {children}
  </Stack>
);
