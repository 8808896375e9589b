import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { dataTypes } from '#contract/data-types.ts';
import { openFileStore } from '#service/store/file-store.ts';
import { openServerStore } from '#service/store/server-store.ts';
import type { Store } from '#service/store/store.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { temporaryPlace } from '#test/support/postgres/shared.ts';
import { idsOf, operationsOf, search, sent, text, unknown } from '#test/support/random-requests.ts';
import { runs } from '#test/support/runs.ts';
import { testContext } from '#test/support/service-context.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { basic, type TestApi, testApi } from '#test/support/test-api.ts';

/** The same requests to a service on a file and to one on a server, with the same seed and clock: the same answers. */

const apiOn = async (store: Store): Promise<TestApi> => {
  onTestFinished(() => store.close());
  return testApi({ context: await testContext({ store, key: Buffer.alloc(32, 7) }) });
};

const both = async (): Promise<readonly [TestApi, TestApi]> => [
  await apiOn(await openFileStore(join(temporaryFolder(), 'service.db'))),
  await apiOn(
    await openServerStore({ ...(await temporaryPlace()), dataKey: Buffer.alloc(32), log: silentLog() }),
  ),
];

interface Request {
  readonly method: string;
  readonly url: string;
  readonly payload?: string;
  readonly type?: string | undefined;
}

/** But for what is random. */
const plain = (answer: string): string =>
  answer.replaceAll(/"(correlationId|apiKey)":"[0-9a-f]+"/g, '"$1":""');

const answers = (apis: readonly [TestApi, TestApi], { method, url, payload, type }: Request) =>
  Promise.all(
    apis.map(async ({ inject, apiKey }) => {
      const { status, text: answered } = await inject({
        method: method as 'GET',
        url,
        headers: { authorization: basic(apiKey), ...(type !== undefined && { 'content-type': type }) },
        ...(payload !== undefined && { payload }),
      });
      return { request: `${method} ${url} ${payload ?? ''}`, status, answer: plain(answered) };
    }),
  );

/**
 * Letters that ICU knows in older builds too: capitals that are newer are compared as they are there (see
 * `withoutCase`), and what a sigma becomes depends on the letters beside it.
 */
const isKnownEverywhere = (one: string): boolean =>
  !newCapitals.test(one) && (!one.includes('Σ') || /^[\p{Script=Greek}\p{Script=Latin}]*$/u.test(one));
const newCapitals =
  /[\u1c80-\u1cbf\u2c2f\u2c5f\ua7ad-\ua7ff\u{10570}-\u{105bf}\u{10d50}-\u{10d85}\u{16e40}-\u{16eff}\u{1e900}-\u{1e943}]/u;

test('random requests to every route', async () => {
  const apis = await both();
  const [first] = apis;
  const operations = operationsOf(first);
  const made = async () => {
    const [ids, same] = [await idsOf(apis[0]), await idsOf(apis[1])];
    expect(same).toEqual(ids);
    return ids;
  };
  let ids = await made();
  let count = 0;
  const idFor = (name: string, odd: string | undefined): string => {
    if (name === 'dataType') return odd ?? (dataTypes[count % dataTypes.length] as string);
    if (name === 'platformKey') return odd ?? 'gbol';
    return odd ?? ids[name] ?? unknown;
  };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...operations),
      sent,
      search,
      fc.option(text, { nil: undefined, freq: 8 }),
      async ({ method, template }, { payload, type }, query, odd) => {
        if (count++ % 100 === 99) ids = await made();
        const path = template.replace(/\{(\w+)\}/g, (_, name) =>
          encodeURIComponent(idFor(name, odd?.toWellFormed())),
        );
        // Names that PostgreSQL can't keep as they are have another place in its order.
        const { orderBy, ...others } = query as Record<string, string>;
        const isOrdered = orderBy !== undefined && orderBy !== '-name';
        const parameters = new URLSearchParams(isOrdered ? { ...others, orderBy } : others).toString();
        const url = parameters === '' ? path : `${path}?${parameters}`;
        const hasBody = method !== 'GET' && payload !== '';
        const [one, other] = await answers(apis, { method, url, type, ...(hasBody && { payload }) });
        expect(other).toEqual(one);
      },
    ),
    // A request depends on those before it: a smaller one would be another.
    { numRuns: runs(130), endOnFailure: true },
  );
});

/** Texts that compare as others do, or of signs that have more than one form. */
const plainText = fc
  .oneof(
    fc.constantFrom(
      '',
      ' ',
      'a',
      'A',
      'B',
      'ÄB',
      'äb',
      'ß',
      'ẞ',
      'İ',
      'ı',
      'ΑΣ',
      'ας',
      'σ',
      '😀',
      '\uffee',
      '%',
      '_',
    ),
    fc.constantFrom('"', "'", '\\', '\\\\', '{"a":1}', '\u0001', '\t', '\u007f', '10', '9', 'true', 'null'),
    fc.string({ unit: anyCharacter, maxLength: 4 }),
    fc.string({ unit: fc.constantFrom('a', 'B', 'é', 'É', '\u0301', '😀', '\\', '"'), maxLength: 5 }),
  )
  .filter((one) => isKnownEverywhere(one) && !/\0|\ufdd0|\\u/.test(one));
/** Signs that PostgreSQL can't keep as they are, and what stands for them: they have another place in its order. */
const oddText = fc.oneof(
  fc.constantFrom(
    '\u0000',
    'a\u0000b',
    '\u0000A',
    '\ud800',
    'x\udc00y',
    '\ufdd0',
    '\ufdd0m',
    '\ufdd00',
    'k\ufdd0u0000',
  ),
);

const companyOf = (texts: fc.Arbitrary<string>) =>
  fc.record(
    {
      name: texts.map((one) => `n${one}`),
      description: texts,
      tags: fc.dictionary(
        texts.map((one) => `k${one}`),
        texts,
        { maxKeys: 3 },
      ),
    },
    { requiredKeys: ['name'] },
  );

const quoted = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&')}"`;

const listingOf = (texts: fc.Arbitrary<string>, operators: readonly string[], isOrdered: boolean) => {
  const field = fc.oneof(
    fc.constantFrom('name', 'description', 'id', 'platform', 'created', 'lastSync', 'createdByUserName'),
    texts.map((one) => `tags.k${one}`),
  );
  const value = fc.oneof(
    texts.map(quoted),
    texts.map((one) => quoted(`n${one}`)),
    fc.constantFrom('1', '-0.5', '1e3', '2026-01-15', '2026-01-15T09:00:00.0005Z', 'true', '""'),
  );
  const condition = fc.tuple(field, fc.constantFrom(...operators), value, fc.constantFrom('&&', '||'));
  const query = fc
    .array(condition, { minLength: 1, maxLength: 3 })
    .map((all) =>
      all.map(([name, is, right, joint], n) => `${n === 0 ? '' : joint}${name}${is}${right}`).join(''),
    );
  const orderBy = fc.tuple(fc.constantFrom('', '-'), field).map((pair) => pair.join(''));
  return fc.record(
    { query, pageSize: fc.constantFrom('2', '7', '100'), ...(isOrdered && { orderBy }) },
    { requiredKeys: ['pageSize'] },
  );
};

test.each([
  ['any texts, compared and ordered', plainText, ['=', '!=', '<', '>', '~'], true],
  [
    'signs that PostgreSQL can not keep, found by what they equal',
    fc.oneof(oddText, plainText),
    ['=', '!='],
    false,
  ],
] as const)('companies of %s', async (_, texts, operators, isOrdered) => {
  const apis = await both();
  for (const one of fc.sample(companyOf(texts), { numRuns: 60, seed: 5 })) {
    const payload = JSON.stringify(one);
    const [file, server] = await answers(apis, {
      method: 'POST',
      url: '/companies',
      payload,
      type: 'application/json',
    });
    expect(server).toEqual(file);
  }
  await fc.assert(
    fc.asyncProperty(listingOf(texts, operators, isOrdered), async (parameters) => {
      const search = new URLSearchParams(
        Object.entries(parameters).map(([name, one]): [string, string] => [name, one.toWellFormed()]),
      );
      const [file, server] = await answers(apis, { method: 'GET', url: `/companies?${search}` });
      expect(server).toEqual(file);
    }),
    { numRuns: runs(130) },
  );
});
