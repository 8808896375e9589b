import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import { usePrinting } from '#renderer/lib/use-printing.ts';
import { cssVariables, theme } from './theme.ts';

export const Providers = ({ client, children }: { client: QueryClient; children: ReactNode }) => {
  const onPaper = usePrinting() ? { forceColorScheme: 'light' as const } : {};
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" {...onPaper}>
      <Density />
      <Notifications position="bottom-right" limit={3} containerWidth={320} />
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </MantineProvider>
  );
};

/** The height of rows, for the style sheet. */
const Density = () => {
  const [density] = usePreference('density');
  useEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
  return undefined;
};
