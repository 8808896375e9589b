import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { cssVariables, theme } from './theme.ts';

export const Providers = ({ client, children }: { client: QueryClient; children: ReactNode }) => (
  <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
    <Notifications position="bottom-left" limit={4} containerWidth={360} />
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  </MantineProvider>
);
