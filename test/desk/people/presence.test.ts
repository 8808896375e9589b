import { expect, test } from 'vitest';
import type { Presence } from '#contract/presence.ts';
import type { Announcement } from '#contract/stream.ts';
import { createPresent } from '#desk/people/presence.ts';
import { startDesk } from '#test/support/start-desk.ts';
import { peopled } from '#test/support/team-desk.ts';

const page = (last: number): string => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const ada = { personId: 'ada', login: 'ada@example.com', name: 'Ada' };
const bo = { personId: 'bo', login: 'bo@example.com', name: 'Bo' };

/** A clock that a test moves, with the work that waits for it. */
const steered = () => {
  let now = 0;
  let waiting: { readonly at: number; readonly work: () => void } | undefined;
  return {
    now: () => now,
    after(ms: number, work: () => void) {
      const one = { at: now + ms, work };
      waiting = one;
      return () => {
        if (waiting === one) waiting = undefined;
      };
    },
    pass(ms: number): void {
      now += ms;
      const due = waiting;
      if (due === undefined || due.at > now) return;
      waiting = undefined;
      due.work();
    },
  };
};

test('who is on a case, and what they edit, is told until a page is silent for less than a minute', () => {
  const told: Announcement[] = [];
  const time = steered();
  const present = createPresent((one) => told.push(one), time);
  present.note(ada, 'acme', { page: page(1) });
  present.note(bo, 'acme', { page: page(2), editing: ['note:1'] });
  expect(present.on('acme')).toEqual([
    { id: 'ada', login: 'ada@example.com', name: 'Ada', editing: [] },
    { id: 'bo', login: 'bo@example.com', name: 'Bo', editing: ['note:1'] },
  ]);
  expect(told).toHaveLength(2);
  // Saying the same again announces nothing.
  time.pass(20_000);
  present.note(bo, 'acme', { page: page(2), editing: ['note:1'] });
  expect(told).toHaveLength(2);
  time.pass(25_000);
  expect(present.on('acme').map(({ name }) => name)).toEqual(['Bo']);
  expect(told).toHaveLength(3);
  time.pass(20_000);
  expect(present.on('acme')).toEqual([]);
  expect(told.at(-1)).toEqual({ type: 'presence', caseId: 'acme' });
});

test('a page is on one case, a person is there once with all pages, and leaves with the last one', () => {
  const told: Announcement[] = [];
  const present = createPresent((one) => told.push(one), steered());
  present.note(ada, 'acme', { page: page(1), editing: ['note:1'] });
  present.note(ada, 'acme', { page: page(2), editing: ['step:cut-over', 'note:1'] });
  expect(present.on('acme')).toMatchObject([{ name: 'Ada', editing: ['note:1', 'step:cut-over'] }]);
  present.note(ada, 'other', { page: page(1) });
  expect(present.on('acme')).toHaveLength(1);
  // Nobody sends another person away.
  present.leave('bo', page(2));
  expect(present.on('acme')).toHaveLength(1);
  present.leave('ada', page(2));
  expect(present.on('acme')).toEqual([]);
  for (let one = 10; one < 40; one += 1) present.note(ada, `case ${one}`, { page: page(one) });
  expect(present.on('case 19')).toEqual([]);
  expect(present.on('case 20')).toHaveLength(1);
  present.stop();
});

const opened = async (deskUrl: string, headers: Record<string, string>, query = '') => {
  const end = new AbortController();
  const { body } = await fetch(`${deskUrl}/api/stream${query}`, { headers, signal: end.signal });
  const lines = (body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    [Symbol.asyncIterator]();
  let text = '';
  return {
    end: () => end.abort(),
    async until(words: string): Promise<string> {
      while (!text.includes(words)) text += (await lines.next()).value;
      return text;
    },
  };
};

test('presence is told to who sees the case, and ends with the stream of the page', async () => {
  const desk = await peopled();
  const { deskUrl, caseId, otherCase, callers } = desk;
  const as = (name: string): Record<string, string> => callers[name]?.headers ?? {};
  const put = async (who: string, id: string, body: object) => {
    const response = await fetch(`${deskUrl}/api/cases/${id}/presence`, {
      method: 'PUT',
      headers: { ...as(who), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Presence };
  };
  const stranger = await opened(deskUrl, as('engineer of another case'));
  const watcher = await opened(deskUrl, as('viewer'));
  const own = await opened(deskUrl, as('engineer'), `?page=${page(1)}`);
  expect((await put('engineer', caseId, { page: page(1), editing: ['note:1'] })).body.results).toMatchObject([
    { name: 'Eve Engineer', editing: ['note:1'] },
  ]);
  await watcher.until(`"caseId":"${caseId}"`);
  expect((await put('viewer', caseId, { page: page(2) })).body.results.map(({ name }) => name)).toEqual([
    'Eve Engineer',
    'Vic Viewer',
  ]);
  expect((await put('engineer of another case', caseId, { page: page(3) })).status).toBe(404);
  expect((await put('viewer', caseId, { page: page(2), editing: ['a text that is no name'] })).status).toBe(
    400,
  );
  own.end();
  await expect
    .poll(async () => (await put('viewer', caseId, { page: page(2) })).body.results.map(({ name }) => name))
    .toEqual(['Vic Viewer']);
  await fetch(`${deskUrl}/api/cases/${caseId}/presence?page=${page(2)}`, {
    method: 'DELETE',
    headers: as('viewer'),
  });
  await put('engineer of another case', otherCase, { page: page(3) });
  expect(await stranger.until(otherCase)).not.toContain(caseId);
  stranger.end();
  watcher.end();
});

test('the desk of one person tells of nobody', async () => {
  const { call } = await startDesk();
  const { body } = await call('POST', '/api/cases', { name: 'acme' });
  const path = `/api/cases/${body.id}/presence`;
  expect((await call('PUT', path, { page: page(1) })).body).toEqual({ results: [] });
  expect((await call('DELETE', `${path}?page=${page(1)}`)).status).toBe(204);
});
