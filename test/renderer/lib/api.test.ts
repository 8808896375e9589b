import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError, api, isUnreachable } from '#renderer/lib/api.ts';
import { createQueryClient } from '#renderer/lib/query-client.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { json, problem, scriptedServer } from '#test/support/scripted-server.ts';

type Respond = (response: ServerResponse) => void;

const end =
  (status: number, body = '', type = 'text/html'): Respond =>
  (response) => {
    response.writeHead(status, { 'content-type': type });
    response.end(body);
  };

const page = '<html><h1>Bad Gateway</h1></html>';

/** What a proxy, a host that stops or one that is killed sends in place of a response of the desk. */
const foreign: Readonly<Record<string, readonly [Respond, RegExp]>> = {
  '503 without a body': [end(503), /status 503 and no reason/],
  '502 with a page': [end(502, page), /status 502 and no reason/],
  '504 with a page': [end(504, page), /status 504 and no reason/],
  '500 with text': [end(500, 'broken', 'text/plain'), /status 500 and no reason/],
  'half of an error': [end(500, '{"error": "It', 'application/json'), /status 500 and no reason/],
  'JSON that is no error': [end(503, 'null', 'application/json'), /status 503 and no reason/],
  'a page of a portal': [end(200, page), /incomplete or no JSON/],
  'half of the JSON': [end(200, '{"results": [1,', 'application/json'), /incomplete or no JSON/],
  'an end in the middle': [
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('{"results": [', () => response.destroy());
    },
    /does not respond|did not respond/,
  ],
  'no response': [(response) => response.destroy(), /does not respond|did not respond/],
};

const failure = (called: Promise<unknown>): Promise<ApiError> =>
  called.then(
    () => expect.unreachable('It was taken for a response.'),
    (error) => {
      expect(error).toBeInstanceOf(ApiError);
      return error;
    },
  );

describe('a response that the desk did not make', () => {
  it.each(Object.entries(foreign))('%s', async (_, [respond, said]) => {
    const { url } = await scriptedServer((_request, response) => respond(response));
    const read = await failure(api.get(url));
    expect(read.message).toMatch(said);
    expect(isUnreachable(read)).toBe(true);
    const changed = await failure(api.post(url, {}));
    expect(changed.message).toMatch(said);
    expect(changed.message).toMatch(/this may or may not be done.*then retry if needed/);
  });

  it('is an empty list for no reading', async () => {
    const { url } = await scriptedServer((_request, response) => end(200)(response));
    expect((await failure(api.get(url))).message).toContain('The response is empty: a proxy may');
    // The desk says no more of some changes than that they are done.
    expect(await api.delete(url)).toBeUndefined();
  });

  it('is never shown as a message of the parser, whatever comes', async () => {
    let respond: Respond = end(500);
    const { url } = await scriptedServer((_request, response) => respond(response));
    const statuses = fc.constantFrom(200, 201, 400, 403, 404, 413, 429, 500, 502, 503, 504);
    await fc.assert(
      fc.asyncProperty(statuses, fc.string({ unit: anyCharacter }), async (status, body) => {
        respond = end(status, `<${body}`);
        const { message } = await failure(api.get(url));
        expect(message).toMatch(/^(The response (has|is)|Carryover responded with)/);
      }),
      { numRuns: 20 },
    );
  });
});

describe('a reading that can not be had', () => {
  const readThrough = async (respond: Respond) => {
    let isBack = false;
    const server = await scriptedServer((_request, response) =>
      isBack ? json(response, { results: [1] }) : respond(response),
    );
    const client = createQueryClient();
    const query = { queryKey: ['list'], queryFn: () => api.get(server.url), retryDelay: 0 };
    const error = await failure(client.fetchQuery(query));
    const found = client.getQueryCache().find({ queryKey: ['list'] });
    const { refetchInterval } = client.defaultQueryOptions(query) as {
      refetchInterval: (query: unknown) => unknown;
    };
    const again = refetchInterval(found);
    isBack = true;
    return {
      tries: server.seen.length,
      error,
      again,
      back: await client.fetchQuery(query),
      afterwards: refetchInterval(found),
    };
  };

  it('ends in its error, is read again by itself, and is there once the desk is', async () => {
    for (const [respond] of Object.values(foreign)) {
      const { tries, again, back, afterwards } = await readThrough(respond);
      expect([tries, again, back, afterwards]).toEqual([4, 5000, { results: [1] }, false]);
    }
  });

  it.each([
    ['the desk stops', problem(503, 'Carryover is stopping.', { detailedErrorCode: 50302 }), 4, 5000],
    ['the desk has a reason', problem(503, 'The store is full.', { canBeRetried: 'No' }), 1, false],
    ['the desk may do better', problem(500, 'Failed.', { canBeRetried: 'Yes' }), 3, false],
  ])('%s', async (_, body, tries, again) => {
    const read = await readThrough((response) => json(response, body, body.statusCode));
    expect([read.error.message, read.tries, read.again]).toEqual([body.error, tries, again]);
  });

  it('is not tried again where something in between refuses it for good', async () => {
    const read = await readThrough(end(413, page));
    expect([read.error.message, read.tries, read.again]).toEqual([
      'Carryover responded with 413 and no reason.',
      1,
      false,
    ]);
  });
});
