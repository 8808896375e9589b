import { expect, test } from 'vitest';
import { startDesk } from '#test/support/start-desk.ts';

const digest = expect.stringMatching(/^[0-9a-f]{64}$/);

test('a case is opened, worked on, looked through, closed and deleted over the desk API', async () => {
  const { call } = await startDesk();
  const opened = await call('POST', '/api/cases', { name: 'acme', integrator: 'Acme Ltd' });
  expect(opened).toMatchObject({
    status: 200,
    body: { name: 'acme', revision: 1, targetId: 'local', digest },
  });
  const path = `/api/cases/${opened.body.id}`;

  const contact = { name: 'Jo', party: 'integrator', email: 'jo@acme.example' };
  const withContact = await call('POST', `${path}/contacts`, contact);
  expect(withContact.body.contacts).toMatchObject([contact]);
  const contactPath = `${path}/contacts/${withContact.body.contacts[0].id}`;
  const changed = await call('PUT', contactPath, { revision: 2, contact: { ...contact, role: 'lead' } });
  expect(changed.body.contacts).toMatchObject([{ role: 'lead' }]);
  expect((await call('DELETE', `${contactPath}?revision=3`)).body.contacts).toEqual([]);

  const noted = await call('POST', `${path}/notes`, { text: 'first' });
  const notePath = `${path}/notes/${noted.body.notes[0].id}`;
  expect((await call('PUT', notePath, { revision: 5, text: 'second' })).body.notes[0].text).toBe('second');
  expect((await call('DELETE', `${notePath}?revision=6`)).body.notes).toEqual([]);

  const byHand = await call('PATCH', `${path}/steps/check-eligibility`, { revision: 7, state: 'done' });
  expect([byHand.status, byHand.body.error]).toEqual([
    409,
    expect.stringMatching(/is done while the evidence gives a verdict.*Checks without a result/),
  ]);
  const stepped = await call('PATCH', `${path}/steps/check-eligibility`, { revision: 7, state: 'skipped' });
  expect(stepped.body.next.id).toBe('remove-blockers');

  const content = Buffer.from('evidence').toString('base64');
  const attached = await call('POST', `${path}/attachments`, { name: 'e.txt', content });
  expect(attached.body.attachments).toMatchObject([{ name: 'e.txt', size: 8 }]);

  const entries = await call('GET', `${path}/entries?after=1&limit=2`);
  expect(entries.body).toMatchObject({
    results: [{ seq: 2, kind: 'contact.added', digest }, { seq: 3 }],
    cursor: 3,
  });

  const checked = await call('POST', `${path}/verify`, { expect: opened.body.digest });
  expect(checked.body).toMatchObject({ whole: true, entries: 9, problems: [] });

  const closed = await call('POST', `${path}/close`, { revision: 9, reason: 'done' });
  expect(closed.body.state).toBe('closed');
  expect((await call('POST', `${path}/notes`, { text: 'late' })).status).toBe(409);
  expect((await call('POST', `${path}/reopen`, { revision: 10 })).body.state).toBe('open');
  expect((await call('POST', `${path}/archive`, { revision: 11 })).body.state).toBe('archived');
  expect((await call('GET', '/api/cases')).body.results).toMatchObject([{ name: 'acme', state: 'archived' }]);

  const removal = await call('GET', `${path}/removal`);
  expect(removal.body).toMatchObject({ entries: 12, attachments: 1 });
  const missing = await call('DELETE', path);
  expect([missing.status, missing.body.error]).toEqual([400, expect.stringContaining('confirm is missing')]);
  const wrong = await call('DELETE', `${path}?confirm=x`);
  expect([wrong.status, wrong.body.error]).toEqual([
    400,
    expect.stringContaining('confirm must be SHA-256, hex.'),
  ]);
  expect((await call('DELETE', `${path}?confirm=${opened.body.digest}`)).status).toBe(409);
  expect((await call('DELETE', `${path}?confirm=${removal.body.digest}`)).status).toBe(204);
  expect((await call('GET', path)).status).toBe(404);
});

test('a conflict shows both versions in its answer', async () => {
  const { call } = await startDesk();
  const { id } = (await call('POST', '/api/cases', { name: 'acme' })).body;
  await call('PATCH', `/api/cases/${id}`, { revision: 1, changes: { name: 'first' } });
  const second = await call('PATCH', `/api/cases/${id}`, { revision: 1, changes: { name: 'second' } });
  expect(second).toMatchObject({
    status: 409,
    body: {
      error: expect.stringContaining('Nothing was overwritten'),
      conflict: {
        yours: [{ content: { changes: { name: 'second' } } }],
        theirs: [{ seq: 2, content: { changes: { name: 'first' } } }],
      },
    },
  });
});

test('who acts is on record, and a name that can not be read is refused', async () => {
  const { deskUrl, authorization, call } = await startDesk();
  const open = (actor: string) =>
    fetch(`${deskUrl}/api/cases`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'x-carryover-actor': actor },
      body: JSON.stringify({ name: 'acme' }),
    });
  const { id } = (await (await open(encodeURIComponent('Zoë Łuk'))).json()) as { id: string };
  const { results } = (await call('GET', `/api/cases/${id}/entries`)).body;
  expect(results).toMatchObject([{ actor: 'Zoë Łuk' }]);
  for (const bad of ['%E0%A4%A', '%0A', encodeURIComponent('x'.repeat(201))]) {
    expect((await open(bad)).status, bad).toBe(400);
  }
});

test('a case is exported as one file and taken in elsewhere', async () => {
  const [here, there] = [await startDesk(), await startDesk()];
  const { id } = (await here.call('POST', '/api/cases', { name: 'acme' })).body;
  const file = (await here.call('POST', `/api/cases/${id}/export`)).body;
  expect(file).toMatchObject({ format: 'carryover-case', version: 5, caseId: id });
  const asked = await there.call('POST', '/api/cases/import', { file: JSON.stringify(file) });
  const { fingerprint } = asked.body.signers[0];
  expect(asked).toMatchObject({
    status: 409,
    body: {
      signers: [{ publicKey: file.exporter.signer, fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    },
  });
  expect((await there.call('GET', '/api/cases')).body.results).toEqual([]);
  const taken = await there.call('POST', '/api/cases/import', {
    file: JSON.stringify(file),
    signers: [{ fingerprint, decision: 'trust', name: 'Ada' }],
  });
  const stretches = [
    {
      from: 1,
      upTo: 1,
      state: 'trusted',
      signer: { publicKey: file.exporter.signer, fingerprint, name: 'Ada' },
    },
  ];
  expect(taken).toMatchObject({ status: 200, body: { outcome: 'new', case: { id }, stretches } });
  expect((await there.call('POST', `/api/cases/${id}/verify`, { expect: file.digest })).body.whole).toBe(
    true,
  );
  const newer = JSON.stringify({ ...file, version: 99 });
  expect((await there.call('POST', '/api/cases/import', { file: newer })).body.error).toContain('version 99');
});

test('a target that is not there, a name that is too long and a patch without changes are refused', async () => {
  const { call } = await startDesk();
  const { id } = (await call('POST', '/api/cases', { name: 'acme' })).body;
  const missing = '00000000-0000-4000-8000-000000000000';
  expect((await call('POST', '/api/cases', { name: 'x', targetId: missing })).status).toBe(404);
  const patch = (changes: object) => call('PATCH', `/api/cases/${id}`, { revision: 1, changes });
  expect((await patch({ targetId: missing })).status).toBe(404);
  expect((await patch({})).status).toBe(400);
  expect((await patch({ name: 'x'.repeat(201) })).status).toBe(400);
  expect((await call('GET', `/api/cases/${missing}`)).status).toBe(404);
  expect((await call('GET', `/api/cases/${missing}/entries`)).status).toBe(404);
  expect((await call('GET', '/api/cases/find?reference=ACME')).body.id).toBe(id);
  expect((await call('GET', '/api/cases/find?reference=nobody')).status).toBe(404);
});
