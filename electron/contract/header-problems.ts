import type { ValidationItem } from './errors.ts';
import { webhookLimits } from './webhook.ts';

/** Custom headers of an endpoint: what the service takes. Without the error catalogue, for the page. Source: `docs/reference/rules/endpoints.md#custom-headers`. */
export interface CustomHeader {
  readonly name: string;
  readonly value: string;
}

/** Of one connection, not of the message (RFC 9110, 7.6.1), and those by which HTTP itself frames and addresses it. */
export const connectionHeaders: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
  'content-length',
];

/** Besides those, the headers that the service itself sets. */
const refusedNames: ReadonlySet<string> = new Set([...connectionHeaders, 'content-type', 'x-sandbox-time']);

/** RFC 9110, 5.1 and 5.5; of the signs above ASCII only those of Latin-1 can be sent. */
const nameForm = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const valueForm = /^[\t\x20-\x7e\x80-\xff]*$/;

/** What is wrong with a whole set of custom headers, item by item. No message repeats a value, which may be a secret. */
export const headerProblems = (headers: readonly CustomHeader[]): ValidationItem[] => {
  const problems: ValidationItem[] = [];
  const report = (itemId: string, message: string, validatorName: string) =>
    problems.push({ itemId, message, validatorName });

  if (headers.length > webhookLimits.headers) {
    report(
      'headers',
      `An endpoint has at most ${webhookLimits.headers} custom headers; these are ${headers.length}.`,
      'maxItems',
    );
  }
  const bytes = headers.reduce((sum, { name, value }) => sum + byteLength(name) + byteLength(value), 0);
  if (bytes > webhookLimits.headerBytes) {
    report(
      'headers',
      `Custom headers have at most ${webhookLimits.headerBytes} bytes together; these have ${bytes}.`,
      'maxBytes',
    );
  }
  const seen = new Set<string>();
  for (const [index, { name, value }] of headers.entries()) {
    const problem = nameProblem(name, seen) ?? valueProblem(name, value);
    if (problem !== undefined) report(`headers.${index}`, problem, 'header');
    seen.add(name.toLowerCase());
  }
  return problems;
};

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

const nameProblem = (name: string, seen: ReadonlySet<string>): string | undefined => {
  const lower = name.toLowerCase();
  if (seen.has(lower)) return `The header ${name} is there twice. Give it once.`;
  if (refusedNames.has(lower) || lower.startsWith('webhook-')) {
    return `The header ${name} can't be set: the service or the connection itself sets it.`;
  }
  if (nameForm.test(name)) return undefined;
  return `"${name.slice(0, 40)}" is not a valid header name. Use letters, digits and hyphens.`;
};

const valueProblem = (name: string, value: string): string | undefined => {
  if (!valueForm.test(value)) {
    return `The value of ${name} has a character that a header can't carry, such as a line break.`;
  }
  if (value !== value.trim()) return `The value of ${name} begins or ends with white space. Leave it out.`;
  return undefined;
};
