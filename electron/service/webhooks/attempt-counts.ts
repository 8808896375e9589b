import { type AttemptOutcome, attemptOutcomes } from '#contract/figures.ts';
import type { OutboundError, OutboundResult } from '#service/outbound/outbound.ts';
import { succeeded } from './outcome.ts';

type Ended = Pick<OutboundResult, 'statusCode' | 'error' | 'ownFault'>;

/** Attempts by outcome since the start. Counted in batches, after the commit that recorded them. */
export interface AttemptCounts {
  add(ended: readonly { readonly result: Ended }[]): void;
  all(): Readonly<Record<AttemptOutcome, number>>;
}

const ofError: Readonly<Record<OutboundError, AttemptOutcome>> = {
  AddressRefused: 'address_refused',
  ConnectionRefused: 'connection_refused',
  ConnectionReset: 'connection_reset',
  ConnectionError: 'connection_error',
  DnsError: 'dns_error',
  TlsError: 'tls_error',
  Timeout: 'timeout',
  ResponseInvalid: 'response_invalid',
};

export const createAttemptCounts = (): AttemptCounts => {
  const counts = Object.fromEntries(attemptOutcomes.map((outcome) => [outcome, 0])) as Record<
    AttemptOutcome,
    number
  >;
  return {
    add(ended) {
      for (const { result } of ended) counts[outcomeOf(result)]++;
    },
    all: () => ({ ...counts }),
  };
};

const outcomeOf = (result: Ended): AttemptOutcome => {
  if (result.ownFault !== undefined) return 'not_sent';
  if (succeeded(result)) return 'success';
  const { statusCode = 0, error } = result;
  if (error !== undefined) return ofError[error];
  if (statusCode >= 500) return 'server_error';
  if (statusCode >= 400) return 'client_error';
  return statusCode >= 300 ? 'redirect' : 'other_status';
};
