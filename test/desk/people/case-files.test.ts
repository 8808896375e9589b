import { expect, test } from 'vitest';
import type { CaseFile } from '#contract/case-file.ts';
import { openUnder } from '#desk/cases/passphrase.ts';
import { callAs } from '#test/support/call-as.ts';
import { peopled } from '#test/support/team-desk.ts';
import { testHost } from '#test/support/test-host.ts';

/** Case files carry more than a case: the key of its target, keys to trust, decisions that need a second person. */

const passphrase = 'correct horse battery staple';
const planted = 'PlantedApiKey-31415926535';

const sealedIn = async (text: string): Promise<string> => {
  const file = JSON.parse(text) as CaseFile;
  return openUnder(
    passphrase,
    file.sealed as NonNullable<CaseFile['sealed']>,
    `case file ${file.caseId} ${file.digest}`,
  );
};

test('the key of a target leaves in a case file with who may change the target, and with nobody else', async () => {
  const { deskUrl, made, headersOf, callers, caseId, targetId } = await peopled();
  const call = callAs(deskUrl);
  const path = `/api/cases/${caseId}/export`;
  for (const who of ['engineer', 'engineer of the case']) {
    const { body } = await call(callers[who]?.headers ?? {}, 'POST', path, { passphrase });
    expect([who, (await sealedIn(JSON.stringify(body))).includes(planted)]).toEqual([who, false]);
    expect(body.leftOut.secrets).toBe(1);
  }
  const lead = await made<{ id: string }>('POST', '/api/people', {
    login: 'lea@example.com',
    name: 'Lea Lead',
    grants: ['engineer', 'admin'].map((role) => ({ role, scope: `target:${targetId}` })),
  });
  const { body } = await call(await headersOf(lead as never), 'POST', path, { passphrase });
  expect([await sealedIn(JSON.stringify(body)), body.leftOut.secrets]).toEqual([
    expect.stringContaining(planted),
    0,
  ]);
});

/** A case of another desk, with its target and its key. */
const foreignFile = async (isOverridden: boolean) => {
  const { desk } = await testHost();
  const make = async (method: string, path: string, body: object) => (await desk(method, path, body)).body;
  const target = {
    name: 'theirs',
    baseUrl: 'https://api.elsewhere.example',
    apiKey: 'AnotherApiKey-2718281',
  };
  const { id: targetId } = await make('POST', '/api/targets', target);
  const { id } = await make('POST', '/api/cases', { name: 'foreign', targetId });
  if (isOverridden)
    await make('PUT', `/api/cases/${id}/rows/rule-id/overrule`, {
      state: 'absent',
      by: 'Max',
      reason: 'Trust me',
    });
  const file = JSON.stringify(await make('POST', `/api/cases/${id}/export`, { passphrase }));
  return { file, id };
};

test('an engineer takes in a case file without trusting its key, or adding its target', async () => {
  const { deskUrl, callers } = await peopled();
  const call = callAs(deskUrl);
  const { file, id } = await foreignFile(false);
  const as = (who: string, body: object) =>
    call(callers[who]?.headers ?? {}, 'POST', '/api/cases/import', { file, passphrase, ...body });
  const [{ fingerprint }] = (await as('engineer', {})).body.signers;
  const trust = await as('engineer', { signers: [{ fingerprint, decision: 'trust', name: 'Max' }] });
  expect([trust.status, trust.body.detailedErrorCode]).toEqual([403, 45010]);
  const taken = await as('engineer', { signers: [{ fingerprint, decision: 'accept' }] });
  expect([taken.status, taken.body.case?.id, taken.body.remarks]).toEqual([
    200,
    id,
    [expect.stringContaining('does not exist here')],
  ]);
  const targets = await call(callers.admin?.headers ?? {}, 'GET', '/api/targets');
  expect(JSON.stringify(targets.body)).not.toContain('elsewhere');
});

test('overrides in a file by an unknown key are taken in by an admin alone, where a policy asks for a second person', async () => {
  const { deskUrl, callers, people, made, headersOf } = await peopled();
  const call = callAs(deskUrl);
  const { file } = await foreignFile(true);
  const as = (headers: Record<string, string>, body: object = {}) =>
    call(headers, 'POST', '/api/cases/import', { file, ...body });
  const engineer = callers.engineer?.headers ?? {};
  const policy = { scope: 'desk', writes: false, overrides: true };
  expect((await call(callers.admin?.headers ?? {}, 'PUT', '/api/policy', policy)).status).toBe(200);
  const [{ fingerprint }] = (await as(engineer)).body.signers;
  const signers = [{ fingerprint, decision: 'accept' }];
  const refused = await as(engineer, { signers });
  expect([refused.status, refused.body.detailedErrorCode]).toEqual([409, 45057]);
  await made('PUT', `/api/people/${people.admin.id}/grants`, {
    grants: ['engineer', 'admin'].map((role) => ({ role, scope: 'desk' })),
  });
  expect((await as(await headersOf(people.admin), { signers })).status).toBe(200);
});
