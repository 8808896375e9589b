import { describe, expect, it } from 'vitest';
import { testHost } from '#test/support/test-host.ts';

const url = 'https://acme.example/hooks';

describe('PATCH /api/endpoints/:id/headers', () => {
  it('sets and removes what is named, keeps the rest, and shows nothing in full', async () => {
    const { desk } = await testHost();
    const { body: endpoint } = await desk('POST', '/api/endpoints', { url, eventTypes: ['company.created'] });
    const path = `/api/endpoints/${endpoint.id}/headers`;
    await desk('PATCH', path, { authorization: { scheme: 'bearer', token: 'first-token' } });
    const { body } = await desk('PATCH', path, {
      clientId: true,
      headers: [{ name: 'X-Tier', value: 'gold' }],
    });
    expect(body.headers.map(({ name }: { name: string }) => name)).toEqual([
      'Authorization',
      'X-Service-ClientId',
      'X-Tier',
    ]);
    expect(JSON.stringify(body)).not.toMatch(/first-token|gold/);
    await desk('PATCH', path, { headers: [{ name: 'x-tier', value: 'silver' }], remove: ['authorization'] });
    const { body: about } = await desk('GET', '/api/about');
    expect((await desk('GET', `${path}?reveal=true`)).body.headers).toEqual([
      { name: 'X-Service-ClientId', value: about.client.id },
      { name: 'x-tier', value: 'silver' },
    ]);
    const refused = await desk('PATCH', path, { headers: [{ name: 'Host', value: 'x' }] });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toContain("The header Host can't be set");
  });

  it('loses nothing of changes that are made at once', async () => {
    const { desk } = await testHost();
    const { body: endpoint } = await desk('POST', '/api/endpoints', { url, eventTypes: ['company.created'] });
    const path = `/api/endpoints/${endpoint.id}/headers`;
    const names = Array.from({ length: 8 }, (_, at) => `X-Number-${at}`);
    await Promise.all(names.map((name) => desk('PATCH', path, { headers: [{ name, value: 'one' }] })));
    const { body } = await desk('GET', path);
    expect(body.headers.map(({ name }: { name: string }) => name).sort()).toEqual(names);
  });
});

describe('GET /api/companies', () => {
  it('finds companies by a part of their name or by id, and answers none for one that is gone', async () => {
    const { desk, api } = await testHost();
    const { body: acme } = await api('POST', '/companies', { name: 'Acme "The" Bakery' });
    await api('POST', '/companies', { name: 'Zenith' });
    const found = { results: [{ id: acme.id, name: acme.name }], total: 1 };
    expect((await desk('GET', '/api/companies')).body.total).toBe(2);
    expect((await desk('GET', '/api/companies?name=bake')).body).toEqual(found);
    expect((await desk('GET', `/api/companies?name=${encodeURIComponent('acme "the"')}`)).body).toEqual(
      found,
    );
    expect((await desk('GET', `/api/companies?id=${acme.id}`)).body).toEqual(found);
    await api('DELETE', `/companies/${acme.id}`);
    expect((await desk('GET', `/api/companies?id=${acme.id}`)).body).toEqual({ results: [], total: 0 });
  });
});
