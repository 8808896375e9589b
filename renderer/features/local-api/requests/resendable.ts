import type { RequestDetail } from '#contract/request-log.ts';
import { maskSign, ownHeaders, runnerMethods, type SendRequest } from '#contract/request-runner.ts';

/** Headers that are the client's or the connection's own. A replay is Carryover's, and says so by its user agent. */
const leftOut = new Set([...ownHeaders, 'accept-encoding', 'user-agent', 'origin', 'referer', 'cookie']);

/** A recorded request as it can be sent once more, or what of it has to be supplied first. */
export interface Resendable {
  readonly request: SendRequest;
  /** Why it can't be sent as it is: undefined if it can. */
  readonly reason?: string | undefined;
}

/** undefined: nothing can be sent, such as HEAD. */
export const resendable = ({ entry, exchange }: RequestDetail): Resendable | undefined => {
  const method = runnerMethods.find((one) => one === entry.method);
  if (method === undefined) return undefined;
  const path = exchange?.query ? `${entry.path}?${exchange.query}` : entry.path;
  const headers = (exchange?.requestHeaders ?? []).filter(({ name }) => !leftOut.has(name.toLowerCase()));
  const body = exchange?.requestBody.text;
  const request: SendRequest = {
    method,
    path,
    ...(headers.length > 0 && { headers }),
    ...(body !== undefined && body !== '' && { body }),
    replayOf: entry.id,
  };
  return { request, reason: reasonOf(request, exchange) };
};

const reasonOf = (request: SendRequest, exchange: RequestDetail['exchange']): string | undefined => {
  if (exchange === undefined) return request.method === 'GET' ? undefined : 'its body was not recorded';
  const { state } = exchange.requestBody;
  if (state === 'cut') return 'its body is stored in part';
  if (state === 'notRead' || state === 'notStored') return 'its body was not stored';
  const masked = [
    ...(request.path.includes(maskSign) ? ['query string'] : []),
    ...(request.headers ?? []).filter(({ value }) => value.includes(maskSign)).map(({ name }) => name),
    ...(request.body?.includes(maskSign) ? ['body'] : []),
  ];
  return masked.length === 0 ? undefined : `secrets are masked (${masked.join(', ')})`;
};
