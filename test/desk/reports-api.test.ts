import { expect, test } from 'vitest';
import { startDesk } from '#test/support/start-desk.ts';

test('a report is a file of its own media type that is not shown in place, with the point that it is of', async () => {
  const { call, deskUrl, authorization } = await startDesk();
  const { id, digest } = (await call('POST', '/api/cases', { name: 'acme' })).body;
  const report = (path: string) =>
    fetch(`${deskUrl}/api/cases/${id}/reports/${path}`, { headers: { authorization } });
  for (const [format, type] of [
    ['html', 'text/html; charset=utf-8'],
    ['md', 'text/markdown; charset=utf-8'],
    ['json', 'application/json; charset=utf-8'],
    ['csv', 'text/csv; charset=utf-8; header=present'],
  ]) {
    const answer = await report(`case?format=${format}`);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': type,
      'content-disposition': `attachment; filename=acme-case-1.${format}`,
      'x-content-type-options': 'nosniff',
      'x-carryover-seq': '1',
      'x-carryover-digest': digest,
    });
    expect(await answer.text()).toContain(digest);
  }
  expect((await report('eligibility')).headers.get('content-type')).toBe('text/html; charset=utf-8');
  const late = await report('case?at=2');
  expect(late.status).toBe(404);
  expect(await late.json()).toMatchObject({ error: expect.stringContaining('ends at entry 1') });
  for (const wrong of ['case?format=doc', 'case?paper=a5', 'case?at=0', 'case?at=x', 'nonsense']) {
    expect((await report(wrong)).status, wrong).toBe(400);
  }
  const document = (await call('GET', '/api/openapi.json')).body;
  expect(document.paths['/api/cases/{id}/reports/{kind}'].get.summary).toBeTruthy();
});

test('a report that its reader does not wait for is given up, and the next one is made', async () => {
  const { call, deskUrl, authorization } = await startDesk();
  const { id } = (await call('POST', '/api/cases', { name: 'acme' })).body;
  const pdf = (signal?: AbortSignal) =>
    fetch(`${deskUrl}/api/cases/${id}/reports/case?format=pdf`, {
      headers: { authorization },
      ...(signal && { signal }),
    });
  for (let n = 0; n < 12; n++) {
    const asking = new AbortController();
    const asked = pdf(asking.signal);
    // The desk answers the second request when it has begun with the first.
    await call('GET', `/api/cases/${id}`);
    asking.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  }
  const made = await pdf();
  expect([made.status, (await made.text()).slice(0, 5)]).toEqual([200, '%PDF-']);
});
