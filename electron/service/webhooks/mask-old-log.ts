import { systemTime } from '#base/clock.ts';
import type { SecretForms } from '#base/secret-forms.ts';
import type { ResponseHeaders } from '#service/outbound/outbound.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { type Fact, readFact, writeFact } from '#service/store/facts.ts';
import type { HeaderSets } from '#service/store/header-sets.ts';
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
  /** Goes on where it was. Answers when all is masked, or it was stopped: whether all is. Never rejects. */
  start(): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * Responses of versions that kept what consumers repeated in the clear: once, beside the work, with the secrets that are
 * known now. What a header was before it was changed is not known any more.
 */
export const createOldLogMasking = (
  { store, log }: Pick<ServiceContext, 'store' | 'log'>,
  registry: EndpointRegistry,
  headerSets: HeaderSets,
  otherSecrets: (reader: Reader) => Promise<SecretForms>,
): OldLogMasking => {
  let stopped = false;
  let wake: (() => void) | undefined;
  let running: Promise<boolean> = Promise.resolve(false);

  const batch = async (tx: Tx): Promise<boolean> => {
    const upTo = await readFact(tx, maskedUpToFact);
    if (upTo === null) return false;
    const rows = await selectResponsesAfter(tx, upTo, atOnce);
    const last = rows.at(-1);
    const other = await otherSecrets(tx);
    /** Shared headers as they are by now: each attempt that has them may know another secret. */
    const shared = new Map<number, string>();
    const changed = rows.flatMap((row) => {
      const text = shared.get(row.response_set ?? -1) ?? row.response_headers_json;
      const sets = [registry.secretsOf(registry.bySeq(row.endpoint_seq)), other];
      const masked = maskedResponse(text, row.response_body, sets);
      if (row.response_set !== null && masked.headers !== null) shared.set(row.response_set, masked.headers);
      return masked.isSame ? [] : [{ seq: row.seq, set: row.response_set, ...masked }];
    });
    await updateResponses(tx, changed);
    if (changed.length > 0) tx.afterCommit(headerSets.forget);
    await writeFact(tx, maskedUpToFact, last?.seq ?? null);
    return last !== undefined;
  };

  const work = async (): Promise<boolean> => {
    let any = false;
    while (!stopped && (await store.write(batch))) {
      any = true;
      await new Promise<void>((resolve) => {
        wake = resolve;
        systemTime.after(pauseMs, resolve, { unref: true });
      });
    }
    if (any && !stopped) await store.overwriteDeleted();
    return !stopped;
  };

  return {
    start() {
      running = work().catch((error: unknown) => {
        log.warn(
          { err: error },
          'webhooks: secrets in old responses could not be masked; the next start tries again',
        );
        return false;
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

const maskedResponse = (
  headersJson: string | null,
  bytes: Uint8Array | null,
  sets: readonly SecretForms[],
): { readonly headers: string | null; readonly body: Buffer | null; readonly isSame: boolean } => {
  const known = JSON.parse(headersJson ?? '{}') as ResponseHeaders;
  const before = bytes === null ? null : Buffer.from(bytes);
  const headers = headersJson === null ? null : maskedHeaders(known, sets);
  const body = before === null ? null : (maskedBody(before, known, true, sets) ?? null);
  return { headers, body, isSame: headers === headersJson && body === before };
};
