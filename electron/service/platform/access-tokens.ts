import { drawBytes } from '#base/ids.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { requireCompany } from './load-companies.ts';
import type { AccessTokens } from './platform.ts';

const dayS = 86_400;

/**
 * Tokens for an integrator's pages. They are plausible and open nothing here: no page of the service takes them.
 * Source: `docs/reference/rules/access.md#tokens`.
 */
export const createAccessTokens = ({
  store,
  clock,
  seed,
}: Pick<ServiceContext, 'store' | 'clock' | 'seed'>): AccessTokens => {
  const token = async (companyId: string, what: string): Promise<string> => {
    await store.read((reader) => requireCompany(reader, companyId));
    return drawBytes(seed, 48, what, companyId, clock.now()).toString('base64url');
  };
  return {
    ofCompany: async (companyId) => ({
      expiresIn: dayS,
      accessToken: await token(companyId, 'company access token'),
      tokenType: 'Bearer',
    }),
    forConnections: async (companyId) => ({
      accessToken: await token(companyId, 'connection management token'),
    }),
  };
};
