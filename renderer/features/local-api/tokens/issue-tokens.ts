import { useMutation } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { TokenRequest, TokenSet, TokenSets } from '#contract/sandbox.ts';
import { api } from '#renderer/lib/api.ts';

/** The response is all credentials, so it goes with the component. */
export const useIssueTokens = () =>
  useMutation({
    gcTime: 0,
    mutationFn: async (request: TokenRequest): Promise<readonly TokenSet[]> =>
      (await api.post<Static<typeof TokenSets>>('/api/simulator/tokens', request)).results,
  });
