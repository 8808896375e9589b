import type { SentResponse } from '#contract/request-runner.ts';
import type { Received } from '#service/api/runner/send.ts';
import { maskedBody, maskedHeaders, maskerFor } from './masked-exchange.ts';

interface MaskingOptions {
  readonly authorization: string | undefined;
  readonly correlationId: string | undefined;
  readonly secretFields: ReadonlySet<string>;
}

/** A response as the person may see it: masked as the log masks it, and longer. */
export const maskReceived = (
  { headers, body, bodyBytes, contentType }: Received,
  { authorization, correlationId, secretFields }: MaskingOptions,
): Pick<SentResponse, 'headers' | 'body'> => {
  const masker = maskerFor(authorization, correlationId, secretFields);
  return {
    headers: maskedHeaders(masker, headers).map(([name, value]) => ({ name, value })),
    body: maskedBody(masker, { bytes: body, total: bodyBytes, contentType }, false),
  };
};
