import { stringify } from 'csv-stringify/sync';
import type { TokenBehaviour } from '#contract/sandbox.ts';
import type { ServiceControl } from '#contract/service-control.ts';

/** QuickBooks Online: the service migrates its tokens for the integrator, in six steps. */
export const managedPlatform = 'qhyg';

const companies: readonly (readonly [name: string, behaviour: TokenBehaviour])[] = [
  ['Alder Street Bakery', 'good'],
  ['Baguette Brothers', 'good'],
  ['Cinnamon Corner', 'good'],
  ['Dough & Daughters', 'good'],
  ['Elm Tree Pastries', 'good'],
  ['Flour Power', 'good'],
  ['Golden Crust', 'expired-refreshable'],
  ['Harvest Loaf', 'expired-refreshable'],
  ['Icing on Top', 'slow'],
  ['Jam Session Cakes', 'one-data-type-fails'],
  ['Kneaded Bread', 'scope-missing'],
  ['Little Oven', 'revoked'],
];

/** What the integrator hands over: simulated tokens, not all of which will work. */
export const tokensFile = async (issueTokens: ServiceControl['sandbox']['issueTokens']): Promise<string> => {
  const rows = [];
  for (const [n, [name, behaviour]] of companies.entries()) {
    const [set] = await issueTokens({ platformKey: managedPlatform, behaviour, count: 1 });
    rows.push({ ref: `BB-${String(n + 1).padStart(3, '0')}`, name, ...set?.credentials });
  }
  return stringify(rows, { header: true });
};
