import { expect, test } from 'vitest';
import type { DeskCheck } from '#contract/verification.ts';
import { auditReceiver } from '#test/desk/audit/receiver.ts';
import { byHand } from '#test/support/by-hand.ts';
import { startDesk } from '#test/support/start-desk.ts';

const withStreams = async () => {
  const { call, dataDir } = await startDesk();
  const ok = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body);
    expect([path, answer.status, answer.status < 300 || answer.body]).toEqual([path, answer.status, true]);
    return answer.body;
  };
  const { url } = await auditReceiver();
  /** Nothing is written any more. */
  const settled = (id: string, state = 'current') =>
    expect.poll(async () => (await ok('GET', `/api/audit/streams/${id}`)).state).toBe(state);
  const add = async (name: string): Promise<string> => {
    const { stream } = await ok('POST', '/api/audit/streams', { name, url: `${url}/hook`, format: 'ndjson' });
    await settled(stream.id);
    return stream.id;
  };
  const named = (name: string) => `audit stream "${name}" (${url})`;
  const verify = async (): Promise<DeskCheck> => {
    const { id } = await ok('POST', '/api/verification');
    await expect.poll(async () => (await ok('GET', `/api/jobs/${id}`)).state).toBe('done');
    return (await ok('GET', `/api/jobs/${id}`)).result;
  };
  const problems = async () => (await verify()).problems.map(({ what }) => what);
  /** As one who can write the table. */
  const change = (text: string, ...values: unknown[]) => byHand(dataDir, text, values);
  const rowOf = async (id: string) => (await change('select * from audit_streams where id = ?', id))[0] ?? {};
  return { ok, add, named, settled, verify, problems, change, rowOf };
};

test('an audit stream that was changed, removed or added by hand is named', async () => {
  const { add, named, settled, verify, problems, change, rowOf } = await withStreams();
  const [one, two] = [await add('SIEM'), await add('Chat')];
  await settled(one);
  expect(await verify()).toMatchObject({ state: 'whole', problems: [] });

  const { settings } = await rowOf(one);
  await change('update audit_streams set settings = ?, created = created + 1 where id = ?', settings, two);
  expect(await problems()).toEqual([
    `The settings of the ${named('Chat')} were changed or put back. Nothing is sent for it. Remove it and add it again.`,
    `The date of the ${named('Chat')} was changed.`,
  ]);
  await change('update audit_streams set id = ? where id = ?', 'put in', one);
  const found = await verify();
  expect(found.state).toBe('broken');
  expect(found.problems.map(({ what }) => what)).toEqual([
    `The ${named('SIEM')} was removed outside Carryover. Nothing is sent for it. Remove it and add it again.`,
    expect.stringContaining('The settings of the audit stream "Chat"'),
    expect.stringContaining('The date of the audit stream "Chat"'),
    'An audit stream (put in) is not one of the journal: it was added outside Carryover, or put back after its removal. Nothing is sent for it.',
  ]);
});

test('a position of before a pause that is put back is named: the stream would end unseen, or send unasked', async () => {
  const { ok, add, named, settled, problems, change, rowOf } = await withStreams();
  const id = await add('SIEM');
  const path = `/api/audit/streams/${id}`;
  const before = await rowOf(id);
  await ok('PATCH', path, { paused: true });
  await settled(id, 'paused');
  const paused = await rowOf(id);
  const putBack = ({ progress }: Record<string, unknown>) =>
    change('update audit_streams set progress = ? where id = ?', progress, id);
  await putBack(before);
  expect(await problems()).toEqual([
    `The position of the ${named('SIEM')} was put back to an older one. It sends, although it is paused: pause it again.`,
  ]);
  await putBack(paused);
  await ok('PATCH', path, { paused: false });
  await settled(id);
  await putBack(paused);
  expect(await problems()).toEqual([
    `The position of the ${named('SIEM')} was put back to an older one. It sends nothing more, although it is not paused: resume it.`,
  ]);
  await ok('PATCH', path, { paused: false });
  expect(await problems()).toEqual([]);
});

test('what is said can be mended: a lost stream is removed, and one that was put back goes with the acceptance', async () => {
  const { ok, add, problems, change, rowOf, verify } = await withStreams();
  const id = await add('SIEM');
  const row = await rowOf(id);
  await change('delete from audit_streams where id = ?', id);
  await ok('DELETE', `/api/audit/streams/${id}`);
  expect(await problems()).toEqual([]);
  const values = [row.id, row.created, row.settings, row.progress];
  await change('insert into audit_streams (id, created, settings, progress) values (?, ?, ?, ?)', ...values);
  expect(await problems()).toEqual([expect.stringContaining('put back after its removal')]);
  await ok('POST', '/api/verification/accept', { reason: 'It is not one of ours.' });
  expect(await verify()).toMatchObject({ whole: true });
});
