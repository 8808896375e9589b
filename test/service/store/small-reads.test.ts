import { expect, test } from 'vitest';
import { insertRows } from '#base/store/bulk.ts';
import { findCompanyIds } from '#service/store/company-names.ts';
import { insertRequests, trimRequests } from '#service/store/requests.ts';
import { selectRetryAfter } from '#service/store/retry-after-seen.ts';
import { openTestStore } from '#test/support/test-store.ts';

test('companies are found by a part of their name, without case, in any script', async () => {
  const store = await openTestStore();
  const names = ['Bright Bakery', 'SÜD & Söhne', 'ΑΘΗΝΑ', '100% _real_', 'Istanbul'];
  await store.write(({ db }) =>
    insertRows(
      db,
      'companies',
      names.map((name) => ({ id: name, name, tags_json: '{}', created_at: 1, created_by: 'test' })),
    ),
  );
  const found = (part: string) => store.read((reader) => findCompanyIds(reader, part));
  expect(await found('BAKE')).toEqual(['Bright Bakery']);
  expect(await found('süd')).toEqual(['SÜD & Söhne']);
  expect(await found('Söhne')).toEqual(['SÜD & Söhne']);
  expect(await found('αθη')).toEqual(['ΑΘΗΝΑ']);
  expect(await found('% _r')).toEqual(['100% _real_']);
  expect(await found('%b')).toEqual([]);
});

test('answers with Retry-After are counted, with their first and last time and their URLs in order', async () => {
  const store = await openTestStore();
  const none = { count: 0, first: null, last: null, urls: [] };
  expect(await store.read((reader) => selectRetryAfter(reader, 2))).toEqual(none);
  await store.write(async ({ db }) => {
    const alert = {
      rule_id: 'r',
      rule_type: 'Sync Failed',
      company_id: null,
      status: 'Failed',
      payload_json: '{}',
    } as const;
    const urls = ['https://c.example/', 'https://a.example/', 'https://B.example/', null];
    await insertRows(
      db,
      'alerts',
      urls.map((url, n) => ({ seq: n + 1, id: `a${n}`, ...alert, url, created_at: 1 })),
    );
    const attempt = { number: 1, duration_ms: 1.5, status_code: 503, error: null };
    await insertRows(
      db,
      'alert_attempts',
      [1, 1, 2, 3, 4].map((alert_seq, n) => ({
        alert_seq,
        ...attempt,
        at: 10 + n,
        retry_after: n === 0 ? null : '5',
      })),
    );
  });
  expect(await store.read((reader) => selectRetryAfter(reader, 2))).toEqual({
    count: 4,
    first: 11,
    last: 14,
    urls: ['https://B.example/', 'https://a.example/'],
  });
});

test('the oldest requests are trimmed, and those of deprecated endpoints are counted by themselves', async () => {
  const store = await openTestStore();
  const request = {
    ...{ method: 'GET', path: '/companies', route: null, status_code: 200, duration_ms: 1.5 },
    ...{
      correlation_id: 'c0ffee',
      api_key_id: null,
      user_agent: null,
      recorded: 'off',
      origin: null,
      fault: null,
    },
  } as const;
  const requests = Array.from({ length: 10 }, (_, n) => ({ ...request, at: n, deprecated: n < 3 ? 1 : 0 }));
  await store.write((tx) => insertRequests(tx, requests));
  expect(await store.write((tx) => trimRequests(tx, 2, 4))).toBe(5);
  expect(await store.write((tx) => trimRequests(tx, 2, 4))).toBe(1);
  const left = await store.read(({ db }) => db.selectFrom('requests').select('at').orderBy('seq').execute());
  expect(left.map(({ at }) => at)).toEqual([1, 2, 8, 9]);
});
