import type { HeaderCheckResult } from '#contract/header-setup.ts';

/** What to do about a check that did not pass, by its cause. */

const firewall = 'Check firewall rules under Headers (command line: `carryover allow-list`).';

const byError: Readonly<Record<string, string>> = {
  AddressRefused:
    "The address policy blocks the endpoint's address. Use another address, or start the host with a policy that allows it.",
  ConnectionRefused:
    "Nothing listens at the endpoint's address and port. Start the consumer, and check the port and any proxy.",
  ConnectionReset: `The other side closed the connection. Check the consumer and its proxy. ${firewall}`,
  ConnectionError: `The connection failed. Check that the address is reachable. ${firewall}`,
  DnsError: "The endpoint's host name does not resolve. Check its spelling and DNS record.",
  TlsError:
    'The TLS connection failed. Check that the certificate is valid, names this host, and is sent with its intermediate certificates.',
  Timeout:
    'No complete response within 15 s. Respond first and process afterwards; a firewall that drops packets looks the same.',
  ResponseInvalid: 'The response was not valid HTTP. Check that the port belongs to the consumer.',
  Interrupted: 'The host stopped during the attempt. Check again.',
};

const byStatus: Readonly<Record<number, string>> = {
  401: 'The consumer received the message and rejected its Authorization value. Set the value that it expects.',
  403: 'The consumer received the message and rejected its Authorization value. Set the value that it expects.',
  404: 'The URL path is wrong, or does not accept POST.',
  405: 'The URL path is wrong, or does not accept POST.',
  410: 'For a real message, this status disables the endpoint. Check its URL before the next event.',
  429: 'The consumer limits calls. Set a limit of messages per second for the endpoint.',
};

export const adviceFor = ({
  statusCode,
  error,
  headers,
  by,
}: Pick<HeaderCheckResult, 'statusCode' | 'error' | 'headers' | 'by'>): string[] =>
  [
    error === undefined
      ? statusAdvice(statusCode)
      : (byError[error] ?? `Error ${error}: see the message log.`),
    ...headers.map((header) => headerAdvice(header, by)),
  ].filter((text) => text !== undefined);

const statusAdvice = (status: number | undefined): string | undefined => {
  if (status === undefined || (status >= 200 && status < 300)) return undefined;
  if (status >= 300 && status < 400)
    return `Response ${status}: redirects are not followed. Give the endpoint the final URL.`;
  const advice =
    byStatus[status] ??
    (status >= 500
      ? 'The consumer failed. Check its log for this message.'
      : 'Only 2xx counts as received. Check the log of the consumer for this message.');
  return `Response ${status}: ${advice}`;
};

const headerAdvice = (
  { name, result }: HeaderCheckResult['headers'][number],
  by: HeaderCheckResult['by'],
): string | undefined => {
  if (result === 'as-set') return undefined;
  if (result === 'extra')
    return `${name} was received, but is not planned. Add it with its value, as the consumer may need it.`;
  if (by === 'test-event') {
    return result === 'missing'
      ? `${name} was not sent. Set it on the endpoint; if it is set already, check again.`
      : `${name} was sent with a value other than the current one. Check again.`;
  }
  return result === 'missing'
    ? `${name} did not arrive. Paste it in the portal again and save. Then check whether a proxy removes it or the log omits it.`
    : `${name} arrived with another value. Paste the exact value again, without spaces or quotes around it. If the log masks values, use the original.`;
};
