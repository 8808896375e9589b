import { mask } from '#base/sealing.ts';
import type { HeaderCheckResult } from '#contract/header-setup.ts';
import { carriedHeaders } from '#contract/webhook.ts';
import type { ExpectedHeader } from './expected.ts';
import type { ReceivedHeaders } from './received-pairs.ts';

type Compared = HeaderCheckResult['headers'];

/** The headers of an attempt, which its log keeps masked, beside those that are expected. */
export const compareMasked = (
  expected: readonly ExpectedHeader[],
  sent: Readonly<Record<string, string>>,
): Compared => {
  const byName = new Map(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), [value]]));
  return compare(
    expected,
    byName,
    ({ masked }, value) => masked === value,
    (value) => value,
  );
};

/** Headers in clear text beside those that are expected. */
export const compareReceived = (expected: readonly ExpectedHeader[], received: ReceivedHeaders): Compared =>
  compare(expected, received, (header, value) => header.value === value, mask);

/** A header that is there twice differs: which of its values a consumer takes is not known. */
const compare = (
  expected: readonly ExpectedHeader[],
  seen: ReceivedHeaders,
  same: (header: ExpectedHeader, value: string) => boolean,
  shown: (value: string) => string,
): Compared => {
  const compared: Compared = expected.map((header) => {
    const [value, ...more] = seen.get(header.name.toLowerCase()) ?? [];
    if (value === undefined) return { name: header.name, result: 'missing', value: header.masked };
    const anyValue = header.legacyOnly && header.value === undefined;
    const right = more.length === 0 && (anyValue || same(header, value));
    return { name: header.name, result: right ? 'as-set' : 'differs', value: shown(value) };
  });
  const known = new Set(expected.map(({ name }) => name.toLowerCase()));
  for (const name of Object.values(carriedHeaders)) {
    const [value] = seen.get(name.toLowerCase()) ?? [];
    if (value !== undefined && !known.has(name.toLowerCase())) {
      compared.push({ name, result: 'extra', value: shown(value) });
    }
  }
  return compared;
};
