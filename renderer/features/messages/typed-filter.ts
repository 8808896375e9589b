import type { EndpointDetail } from '#contract/endpoint.ts';
import { type StatusFilter, statusFilters } from '#contract/message-query.ts';
import { isUuid } from '#renderer/lib/uuid.ts';
import { statusLabels } from './filter-labels.ts';
import type { FilterChanges, FilterName } from './filters.ts';

/** Beginnings that say which filter is meant: `company:harbour`. */
const prefixes: Readonly<Record<string, FilterName>> = {
  status: 'status',
  code: 'code',
  type: 'eventType',
  endpoint: 'endpoint',
  company: 'company',
  id: 'id',
  trigger: 'trigger',
  body: 'text',
};

const code = /^([1-5][0-9]{2}|[1-5]xx)$/i;
const errorNames = [
  'AddressRefused',
  'ConnectionRefused',
  'ConnectionReset',
  'ConnectionError',
  'DnsError',
  'TlsError',
  'Timeout',
  'ResponseInvalid',
  'Interrupted',
] as const;

interface Known {
  readonly endpoints: readonly EndpointDetail[];
  readonly eventTypes: readonly string[];
}

/** Where a named part begins: at the start, or after a space where its value follows the colon at once. */
const named = new RegExp(
  `^(${Object.keys(prefixes).join('|')}):\\s*(?=\\S)|\\s(${Object.keys(prefixes).join('|')}):(?=\\S)`,
  'gi',
);

/**
 * The filters that a typed text stands for: `endpoint:hooks status:failed harbour`. What is not named is words of the
 * payload, unless it is the form or the name of something else.
 * @param before words that are searched for already; those typed are asked for too
 */
export const typedFilter = (typed: string, known: Known, before = ''): FilterChanges => {
  const text = typed.trim();
  const starts = [...text.matchAll(named)];
  const unnamed = text.slice(0, starts[0]?.index ?? text.length);
  const words = [unnamed.trim()];
  const parts = starts.map((start, at) => {
    const name = prefixes[(start[1] ?? start[2] ?? '').toLowerCase()] as FilterName;
    const whole = text.slice(start.index + start[0].length, starts[at + 1]?.index ?? text.length).trim();
    const [value = '', ...others] = ofSeveralWords.has(name) ? [whole] : whole.split(/\s+/);
    words.push(...others);
    return namedFilter(name, value, known);
  });
  return Object.assign({}, unnamedFilter(words.filter(Boolean).join(' '), known, before), ...parts);
};

/** What follows the first word of any other one is words of the payload again. */
const ofSeveralWords: ReadonlySet<FilterName> = new Set(['company', 'text']);

const unnamedFilter = (text: string, known: Known, before: string): FilterChanges => {
  if (text === '') return {};
  if (text.startsWith('msg_')) return { id: text };
  if (isUuid(text)) {
    return known.endpoints.some(({ id }) => id === text.toLowerCase())
      ? { endpoint: text.toLowerCase() }
      : { id: text };
  }
  if (code.test(text)) return { code: text.toLowerCase() };
  if (errorNames.some((one) => one.toLowerCase() === text.toLowerCase())) return { code: errorOf(text) };
  if (known.eventTypes.includes(text)) return { eventType: text };
  const status = statusOf(text);
  if (status !== undefined) return { status };
  return { text: [before, text].filter((part) => part !== '').join(' ') };
};

const namedFilter = (name: FilterName, value: string, { endpoints }: Known): FilterChanges => {
  if (name === 'status') return { status: statusOf(value) ?? value };
  if (name === 'code') return { code: code.test(value) ? value.toLowerCase() : errorOf(value) };
  if (name === 'endpoint') {
    const found = endpoints.find(({ id, url }) => id === value.toLowerCase() || url.includes(value));
    return found === undefined ? { text: value } : { endpoint: found.id };
  }
  return { [name]: value };
};

const statusOf = (text: string): StatusFilter | undefined =>
  statusFilters.find((one) => statusLabels[one].toLowerCase() === text.toLowerCase());

const errorOf = (text: string): string =>
  errorNames.find((name) => name.toLowerCase() === text.toLowerCase()) ?? text;
