import { systemTime } from '#base/clock.ts';
import type { SecretForms } from '#base/secret-forms.ts';
import type { ResponseHeaders } from '#service/outbound/outbound.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { type Fact, readFact, writeFact } from '#service/store/facts.ts';
import { selectResponsesAfter, updateResponses } from '#service/store/kept-responses.ts';
import type { Reader, Tx } from '#service/store/store.ts';
import type { EndpointRegistry } from './endpoint-registry.ts';
import { maskedBody, maskedHeaders } from './kept-response.ts';

/** Up to which attempt kept responses were masked; null once that is all that was there before they were. */
const maskedUpToFact: Fact<number | null> = { name: 'responsesMasked', fallback: 0 };

/** Rows at once: everybody else waits meanwhile. */
const atOnce = 100;
const pauseMs = 20;

export interface OldLogMasking {
  /** Goes on where it was. Answers when all is masked, or it was stopped. Never rejects. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Responses of versions that kept what consumers repeated in the clear: once, beside the work, with the secrets that are
 * known now. What a header was before it was changed is not known any more.
 */
export const createOldLogMasking = (
  { store, log }: Pick<ServiceContext, 'store' | 'log'>,
  registry: EndpointRegistry,
  otherSecrets: (reader: Reader) => Promise<SecretForms>,
): OldLogMasking => {
  let stopped = false;
  let wake: (() => void) | undefined;
  let running: Promise<void> = Promise.resolve();

  const batch = async (tx: Tx): Promise<boolean> => {
    const upTo = await readFact(tx, maskedUpToFact);
    if (upTo === null) return false;
    const rows = await selectResponsesAfter(tx, upTo, atOnce);
    const last = rows.at(-1);
    const other = await otherSecrets(tx);
    const changed = rows.flatMap((row) => {
      const sets = [registry.secretsOf(registry.bySeq(row.endpoint_seq)), other];
      const headers = JSON.parse(row.response_headers_json ?? '{}') as ResponseHeaders;
      const body = row.response_body === null ? null : Buffer.from(row.response_body);
      const masked = {
        seq: row.seq,
        headers: row.response_headers_json === null ? null : maskedHeaders(headers, sets),
        body: body === null ? null : (maskedBody(body, headers, true, sets) ?? null),
      };
      return masked.headers === row.response_headers_json && masked.body === body ? [] : [masked];
    });
    await updateResponses(tx, changed);
    await writeFact(tx, maskedUpToFact, last?.seq ?? null);
    return last !== undefined;
  };

  const work = async (): Promise<void> => {
    let any = false;
    while (!stopped && (await store.write(batch))) {
      any = true;
      await new Promise<void>((resolve) => {
        wake = resolve;
        systemTime.after(pauseMs, resolve, { unref: true });
      });
    }
    if (any && !stopped) await store.overwriteDeleted();
  };

  return {
    start() {
      running = work().catch((error: unknown) => {
        log.warn(
          { err: error },
          'webhooks: secrets in old responses could not be masked; the next start tries again',
        );
      });
      return running;
    },
    async stop() {
      stopped = true;
      wake?.();
      await running;
    },
  };
};
