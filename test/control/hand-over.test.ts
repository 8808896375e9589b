import { expect, test } from 'vitest';
import { startTestKit, type TestKit } from '#test/support/test-kit.ts';

/** A state of a temporary service, whose data key is nowhere else, for another one to open. */

const upload = ({ kit }: TestKit, name: string, content: ArrayBuffer): Promise<Response> =>
  fetch(`${kit.controlUrl}/states/${name}/file`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${kit.controlToken}`, 'content-type': 'application/octet-stream' },
    body: content,
  });

test('its file opens with the passphrase that it was asked for with, and with no other; the state stays as it is', async () => {
  const [one, other] = [await startTestKit(), await startTestKit()];
  const { id } = await one.control('POST', '/endpoints', {
    url: 'http://127.0.0.1:9/',
    eventTypes: ['read.completed'],
  });
  const { secret } = await one.control('GET', `/endpoints/${id}/secret`);
  await one.control('POST', '/states', { name: 'base' });
  const before = await one.control('GET', '/states');

  const response = await one.call('POST', '/states/base/file', { passphrase: 'for the other' });
  const content = await response.arrayBuffer();
  expect([response.status, Number(response.headers.get('content-length'))]).toEqual([
    200,
    content.byteLength,
  ]);
  expect(await one.control('GET', '/states')).toEqual(before);
  expect((await upload(other, 'base', content)).status).toBe(200);
  const restore = (request: object) => other.call('POST', '/states/base/restore', request);
  expect(await (await restore({})).json()).toMatchObject({ detailedErrorCode: expect.any(Number) });
  expect((await restore({ passphrase: 'of somebody' })).status).toBeGreaterThanOrEqual(400);
  expect((await restore({ passphrase: 'for the other' })).status).toBe(200);
  expect(await other.control('GET', `/endpoints/${id}/secret`)).toMatchObject({ secret });

  // What it can't open itself, it hands over to nobody.
  await upload(other, 'foreign', await (await one.call('GET', '/states/base/file')).arrayBuffer());
  const refused = await other.call('POST', '/states/foreign/file', { passphrase: 'mine' });
  expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
    expect.any(Number),
    expect.stringContaining('foreign'),
  ]);
  expect(refused.ok).toBe(false);
  expect((await one.call('POST', '/states/nothing/file', { passphrase: 'mine' })).status).toBe(404);
  expect((await one.call('POST', '/states/base/file', {})).status).toBe(400);
});
