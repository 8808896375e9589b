import type { HeaderShapes } from '#contract/fidelity.ts';
import type { Answer } from './ask.ts';

type Shaped = (value: string) => string;

const present: Shaped = () => 'present';

const mediaTypes: readonly string[] = [
  'application/json',
  'application/problem+json',
  'application/xml',
  'text/html',
  'text/plain',
  'text/xml',
];

const contentType: Shaped = (value) => {
  const [type = '', ...parameters] = value
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (!mediaTypes.includes(type)) return 'another';
  // JSON is UTF-8 with or without saying so: RFC 8259, section 8.1.
  const isUsual = parameters.every((one) => !one.startsWith('charset=') || /^charset="?utf-8"?$/.test(one));
  return isUsual ? type : `${type}; another charset`;
};

const number: Shaped = (value) => (/^\d+$/.test(value.trim()) ? 'number' : instant(value));
const instant: Shaped = (value) => (/^\d{4}-\d\d-\d\dT/.test(value.trim()) ? 'instant' : dated(value));
const dated: Shaped = (value) =>
  /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4}/.test(value.trim()) ? 'date' : 'another';
const scheme: Shaped = (value) =>
  /^(basic|bearer|digest)\b/i.exec(value.trim())?.[1]?.toLowerCase() ?? 'another';
const encoding: Shaped = (value) => (/^(gzip|br|deflate|identity)$/.test(value) ? value : 'another');

/** Headers that clients of an API read. Those of servers and proxies before it are nobody's matter here. */
const recorded: Readonly<Record<string, Shaped>> = {
  'content-type': contentType,
  'content-encoding': encoding,
  'content-disposition': present,
  'retry-after': number,
  'x-rate-limit-limit': number,
  'x-rate-limit-remaining': number,
  'x-rate-limit-reset': number,
  'www-authenticate': scheme,
  deprecation: present,
  sunset: dated,
  link: present,
  location: present,
  allow: present,
  etag: present,
  'last-modified': dated,
};

/** What the headers of an answer are; only those that a client reads, and no value but a type of media. */
export const headerShapesOf = (headers: Answer['headers']): HeaderShapes =>
  Object.fromEntries(
    Object.entries(recorded).flatMap(([name, shaped]) => {
      const value = headers[name];
      if (value === undefined) return [];
      return [[name, shaped(typeof value === 'string' ? value : (value[0] ?? ''))]];
    }),
  );
