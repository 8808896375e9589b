import type { QueryClient } from '@tanstack/react-query';
import { readAhead } from '#renderer/lib/api-queries.ts';
import { healthQuery } from '#renderer/lib/use-health.ts';
import { integrityQuery } from '#renderer/lib/use-integrity.ts';

const isHome = (): boolean => location.pathname === '/';

/** Home, which most starts show: its code comes while the ticket is exchanged. What fails is tried again by the router. */
export const loadFirstScreen = (): void => {
  if (isHome()) import('#renderer/features/home/route.tsx').catch(() => undefined);
};

/** What the frame of every screen shows, and Home: it comes while the screen is being made. */
export const readFirstScreen = (client: QueryClient): void => {
  readAhead(client, ...healthQuery);
  readAhead(client, ...integrityQuery);
};
