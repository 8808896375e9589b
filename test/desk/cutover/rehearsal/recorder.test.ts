import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { type Arrival, startRecorder } from '#desk/cutover/rehearsal/recorder.ts';

const begin = async () => {
  const arrivals: Arrival[] = [];
  const recorder = await startRecorder({
    isPlace: (place) => place === '0',
    take: async (arrival) => void arrivals.push(arrival),
  });
  onTestFinished(() => recorder.close());
  return { arrivals, recorder };
};

/** The status of the response; undefined if the request was cut off. */
const send = (
  url: string,
  { method = 'POST', host, body = '{}' }: { method?: string; host?: string; body?: string | Buffer } = {},
): Promise<number | undefined> =>
  new Promise((resolve) => {
    const headers = { 'x-own': 'yes', ...(host === undefined ? {} : { host }) };
    const sent = request(url, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', () => resolve(undefined));
    sent.end(method === 'GET' ? undefined : body);
  });

test('it records what comes to its places, with the exact bytes', async () => {
  const { arrivals, recorder } = await begin();
  expect(new URL(recorder.url).hostname).toBe('127.0.0.1');
  expect(await send(`${recorder.url}/0`, { body: '{ "a":\n1}' })).toBe(200);
  expect(arrivals).toMatchObject([
    { place: '0', headers: { 'x-own': 'yes' }, at: expect.stringMatching(/Z$/) },
  ]);
  expect(arrivals[0]?.bytes.toString()).toBe('{ "a":\n1}');
});

test('what is not for it is cut off', async () => {
  const { arrivals, recorder } = await begin();
  const { origin } = new URL(recorder.url);
  const refused = [
    send(`${origin}/0`),
    send(`${origin}/`),
    send(`${recorder.url}/1`),
    send(`${recorder.url}/`),
    send(`${recorder.url}/0`, { method: 'GET' }),
    send(`${recorder.url}/0`, { host: 'evil.example' }),
  ];
  expect(await Promise.all(refused)).toEqual(refused.map(() => undefined));
  expect(arrivals).toEqual([]);
  expect((await begin()).recorder.url.split('/')[3]).not.toBe(recorder.url.split('/')[3]);
});

test('of a body that is too large nothing is kept', async () => {
  const { arrivals, recorder } = await begin();
  expect(await send(`${recorder.url}/0`, { body: Buffer.alloc(5 * 1_048_576, 'x') })).toBe(200);
  expect(arrivals.map(({ bytes }) => bytes.length)).toEqual([0]);
});
