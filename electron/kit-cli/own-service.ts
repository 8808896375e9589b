import { CommandError } from '#cli/command-error.ts';
import type { ApiDocument } from '#fidelity/document.ts';
import { startService } from '#testing/index.ts';
import type { Service } from '#testing/types.ts';

/** A local copy that can be asked. */
export interface AskedService {
  readonly apiUrl: string;
  readonly apiKey: string;
  /** Its description of the public API. */
  readonly document: ApiDocument;
}

/** Runs `work` with a service that is there for it alone, on virtual time. */
export const withOwnService = async <T>(
  work: (asked: AskedService, service: Service) => Promise<T>,
): Promise<T> => {
  await using service = await startService({ seed: 1 });
  const { apiUrl, apiKey } = service;
  return await work({ apiUrl, apiKey, document: await documentOf(apiUrl) }, service);
};

/** @throws CommandError if no local copy of this kind answers there */
export const documentOf = async (apiUrl: string): Promise<ApiDocument> => {
  const document = await fetch(`${apiUrl}/openapi.json`, { redirect: 'error' })
    .then((response) => response.json() as Promise<ApiDocument & { info?: { title?: string } }>)
    .catch(() => undefined);
  if (document?.info?.title === 'Carryover') return document;
  throw new CommandError(
    `No local service of Carryover answers at ${apiUrl}. Check CARRYOVER_API_URL, or unset it to compare with a service of its own.`,
  );
};
