import type { HeaderCheckResult } from '#contract/header-setup.ts';

/** What to do about a check that did not pass, by its cause. */

const byError: Readonly<Record<string, string>> = {
  AddressRefused:
    'The address of the endpoint is not allowed here. Give the consumer another address, or start the host with the address policy that allows it.',
  ConnectionRefused:
    "Nothing listens at the endpoint's address and port. Start the consumer, and check the port and what stands in front of it.",
  ConnectionReset:
    'The connection was cut off by the other side. Look at the consumer, its proxy and its firewall, whose rules can be checked under Headers (on the command line: `carryover allow-list`).',
  ConnectionError:
    'The connection failed. Check that the address can be reached; the rules of a firewall can be checked under Headers (on the command line: `carryover allow-list`).',
  DnsError: 'The host name of the endpoint does not resolve. Check how it is spelled, and its DNS record.',
  TlsError:
    'The TLS connection failed. Check that the certificate is valid, names this host, and is sent with its intermediate certificates.',
  Timeout:
    'There was no whole answer within 15 seconds. The consumer should answer at once and work afterwards; a firewall that drops packets looks the same.',
  ResponseInvalid:
    'The answer was not valid HTTP. Check that the port is that of the consumer, and that it speaks HTTP.',
  Interrupted: 'The attempt was cut off because the host stopped. Check again.',
};

export const adviceFor = (
  result: Pick<HeaderCheckResult, 'statusCode' | 'error' | 'headers' | 'by'>,
): string[] => [
  ...answerAdvice(result),
  ...result.headers.flatMap((header) => headerAdvice(header, result.by)),
];

const answerAdvice = ({ statusCode, error }: Pick<HeaderCheckResult, 'statusCode' | 'error'>): string[] => {
  if (error !== undefined)
    return [byError[error] ?? `The attempt ended with ${error}. Look at the message log.`];
  if (statusCode === undefined || (statusCode >= 200 && statusCode < 300)) return [];
  if (statusCode === 401 || statusCode === 403) {
    return [
      `The consumer answered ${statusCode}: it received the message, and its check wants another value. Compare with what the consumer expects in Authorization, and set that.`,
    ];
  }
  if (statusCode >= 300 && statusCode < 400) {
    return [
      `The consumer answered ${statusCode}, and redirects are not followed. Give the endpoint the final URL.`,
    ];
  }
  if (statusCode === 410) {
    return [
      'The consumer answered 410, by which a real message disables the endpoint. Check its URL before the next event.',
    ];
  }
  if (statusCode === 404 || statusCode === 405) {
    return [
      `The consumer answered ${statusCode}: the path of the URL is wrong, or it does not take POST there.`,
    ];
  }
  if (statusCode === 429)
    return [
      'The consumer answered 429: it limits calls. Set a limit of messages per second for the endpoint.',
    ];
  if (statusCode >= 500)
    return [`The consumer answered ${statusCode}: it failed at its work. Look at its log for this message.`];
  return [
    `The consumer answered ${statusCode}, and only 2xx counts as received. Look at its log for this message.`,
  ];
};

const headerAdvice = (
  { name, result }: HeaderCheckResult['headers'][number],
  by: HeaderCheckResult['by'],
): string[] => {
  if (result === 'as-set') return [];
  if (result === 'extra') {
    return [
      `${name} was received and is not in the plan. Add it with its value, so that nothing depends on it unseen.`,
    ];
  }
  if (by === 'test-event' && result === 'missing') {
    return [
      `${name} was not sent, and consumers may rely on it. Set it on the endpoint; if it is set already, check again.`,
    ];
  }
  if (by === 'test-event') {
    return [
      `${name} was sent otherwise than it is set now. It may have been changed meanwhile: check again.`,
    ];
  }
  return result === 'missing'
    ? [
        `${name} did not arrive. Paste it in the portal again and save; then see whether a proxy in front of the consumer takes it off, or whether the log leaves it out.`,
      ]
    : [
        `${name} arrived with another value. Paste the exact value again, without blanks or quotes around it; if the log hides values, give the real one.`,
      ];
};
