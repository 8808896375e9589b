import { isMetadataAddress } from '#base/metadata-addresses.ts';
import { hostOf, isEncryptedOrLocal } from '#base/outgoing/base-url.ts';
import { refuseSetting } from '#base/outgoing/refuse-setting.ts';
import type { AuditFormat } from '#contract/audit.ts';
import { invalid } from '#contract/errors.ts';
import { checkHeaders } from '#contract/header-rules.ts';

const refuse = refuseSetting('url');

/** What the desk itself sends, besides what no custom header may be. */
const ownHeaders: readonly string[] = ['user-agent', 'accept-encoding'];

/** Where OpenTelemetry's collectors take logs. Source: OTLP specification, "OTLP/HTTP Request". */
const otlpPath = '/v1/logs';

/**
 * The URL of a destination as it is kept: https, or http on this machine.
 * @throws CatalogueError `request.invalid` naming `url`
 */
export const checkDestination = (text: string, format: AuditFormat): string => {
  const url = URL.parse(text.trim());
  if (url === null || url.hostname === '') {
    throw refuse('must be a full URL, such as https://audit.example.com/events.');
  }
  if (!isEncryptedOrLocal(url)) {
    throw refuse('must begin with https://; otherwise the audit stream would be sent unencrypted.');
  }
  if (isMetadataAddress(hostOf(url.hostname))) {
    throw refuse('must not be a cloud metadata address, which returns credentials.');
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('must not contain a user or password. Send them in a header.');
  }
  if (/[?#]/.test(text)) {
    throw refuse('must end with its path. Remove the query or fragment, and send keys in a header.');
  }
  if (format === 'otlp' && url.pathname === '/') url.pathname = otlpPath;
  return url.href;
};

/** @throws CatalogueError `request.invalid`, which repeats no value */
export const checkStreamHeaders = (headers: readonly { name: string; value: string }[]): void => {
  checkHeaders(headers);
  const own = headers.findIndex(({ name }) => ownHeaders.includes(name.toLowerCase()));
  if (own < 0) return;
  throw invalid({
    itemId: `headers.${own}`,
    message: `${headers[own]?.name} is set by Carryover. Remove it.`,
    validatorName: 'header',
  });
};
