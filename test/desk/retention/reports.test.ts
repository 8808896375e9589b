import { expect, test } from 'vitest';
import type { ReportDocument } from '#contract/report.ts';
import { byHand } from '#test/support/by-hand.ts';
import { startDesk } from '#test/support/start-desk.ts';

const withCase = async () => {
  const { call, deskUrl, authorization, dataDir } = await startDesk();
  const made = async (method: string, path: string, body?: unknown) => {
    const { status, body: answer } = await call(method, path, body);
    expect([path, status, answer?.error]).toEqual([path, 200, undefined]);
    return answer;
  };
  const { id } = await made('POST', '/api/cases', { name: 'Acme' });
  const report = async (kind: string, query: string): Promise<string> => {
    const path = `${deskUrl}/api/cases/${id}/reports/${kind}?${query}`;
    const response = await fetch(path, { headers: { authorization } });
    expect([path, response.status]).toEqual([path, 200]);
    return response.text();
  };
  const holdIn = async (): Promise<ReportDocument['hold']> =>
    JSON.parse(await report('case', 'format=json')).hold;
  return { made, id, dataDir, report, holdIn };
};

test('reports of a case under legal hold say so, since when and why, and those of others say nothing', async () => {
  const { made, id, report, holdIn } = await withCase();
  const before = await report('case', 'format=html');
  expect([await holdIn(), before.includes('legal hold')]).toEqual([undefined, false]);
  const { hold } = await made('POST', `/api/cases/${id}/hold`, { reason: 'Claim of Acme & Co.' });
  expect(await holdIn()).toEqual(hold);
  const since = hold.at.replace(/T([\d:]+).*/, ' $1 UTC');
  const words = `Under legal hold since ${since}, placed by ${hold.by}: Claim of Acme & Co.`;
  for (const kind of ['case', 'eligibility', 'cutover']) {
    expect(await report(kind, 'format=md')).toContain(`- ${words.replace('&', '&amp;')}`);
    expect(await report(kind, 'format=html')).toContain(words.replace('&', '&amp;'));
  }
  expect(await report('case', 'format=html&at=1&zone=Europe/Berlin')).toMatch(
    /Under legal hold since [\d-]{10} [\d:]{8}\+0[12]:00, placed by/,
  );
  expect(await report('case', 'format=html&language=de')).toContain('Unter Aufbewahrungspflicht seit ');
  await made('POST', `/api/cases/${id}/hold/release`, { reason: 'settled' });
  expect(await report('case', 'format=html')).toBe(before);
});

test('where the journal was changed, a report says that it is unknown whether the case is held', async () => {
  const { made, dataDir, report, holdIn } = await withCase();
  await byHand(dataDir, `update desk_journal set actor = 'somebody else' where seq = 1`);
  const { id } = await made('POST', '/api/verification');
  await expect.poll(async () => (await made('GET', `/api/jobs/${id}`)).state).toBe('done');
  expect(await holdIn()).toBe('unknown');
  expect(await report('case', 'format=md')).toContain('Whether this case is under legal hold is unknown');
});
