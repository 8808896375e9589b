import { request } from 'node:http';
import { expect, test } from 'vitest';
import { companyId } from '#test/support/fake-control.ts';
import { startDesk } from '#test/support/start-desk.ts';

const announcement = { type: 'company', companyId, change: 'created' } as const;

test('announcements come as server-sent events with rising ids, to every reader', async () => {
  const { deskUrl, authorization, announce } = await startDesk();
  const headers = { authorization, 'last-event-id': '99' };
  const readers = await Promise.all([1, 2].map(() => fetch(`${deskUrl}/api/stream`, { headers })));
  expect(readers[0]?.headers.get('content-type')).toBe('text/event-stream');
  announce(announcement);
  announce({ ...announcement, change: 'deleted' });
  for (const reader of readers) {
    const text = await readUntil(reader, 'deleted"}\n\n');
    expect(text).toContain(`id: 1\ndata: ${JSON.stringify(announcement)}\n\n`);
    expect(text).toContain('id: 2\n');
  }
});

test('the head alone is not asked for, as that reader would never end', async () => {
  const { deskUrl, authorization } = await startDesk();
  const answer = await fetch(`${deskUrl}/api/stream`, { method: 'HEAD', headers: { authorization } });
  expect(answer.status).toBe(404);
});

test('a reader that does not read is dropped; others go on', async () => {
  const { deskUrl, authorization, announce } = await startDesk();
  const closed = Promise.withResolvers<void>();
  request(`${deskUrl}/api/stream`, { headers: { authorization } }, (response) => {
    response.pause();
    response.on('close', () => closed.resolve());
    // A few MB at once: more than the reader's backlog and the sockets' buffers take.
    for (let i = 0; i < 60_000; i++) announce({ ...announcement, companyId: `${i}`.padStart(36, '0') });
    response.resume();
  })
    .on('error', () => closed.resolve())
    .end();
  await closed.promise;
  const reader = await fetch(`${deskUrl}/api/stream`, { headers: { authorization } });
  announce(announcement);
  expect(await readUntil(reader, 'created"}\n\n')).toContain('id: 60001\n');
});

test('stopping ends open streams and leaves no subscription behind', async () => {
  const { desk, deskUrl, authorization, listeners } = await startDesk();
  const reader = await fetch(`${deskUrl}/api/stream`, { headers: { authorization } });
  expect(listeners.size).toBeGreaterThan(0);
  await desk.stop(5000);
  expect(await reader.text()).toContain('retry: 1000');
  expect(listeners.size).toBe(0);
});

const readUntil = async (response: Response, end: string): Promise<string> => {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.endsWith(end)) break;
  }
  return text;
};
