import { describe, expect, test } from 'vitest';
import { CatalogueError } from '#contract/errors.ts';
import { readClientId } from '#desk/targets/read-client-id.ts';
import { readAuthHeader, readProfile } from '#desk/targets/read-profile.ts';
import { readRules } from '#desk/targets/read-rules.ts';
import { TargetError } from '#desk/targets/target-error.ts';
import type { TargetCall, TargetClient } from '#desk/targets/targets.ts';

const clientId = '00000000-0000-4000-8000-000000000007';

/** A client of a target that answers what it is told to; an Error is thrown. */
const clientOf = (answers: Record<string, unknown>) => {
  const calls: TargetCall[] = [];
  const answer = (path: string): unknown => {
    const found = answers[path];
    if (found instanceof Error) throw found;
    return found;
  };
  const client = {
    target: { name: 'odd one' },
    async call(call: TargetCall) {
      calls.push(call);
      return { statusCode: 200, body: answer(call.path), durationMs: 1, attempts: 1 };
    },
    all: async (path: string) => answer(path),
  } as unknown as TargetClient;
  return { client, calls };
};
const answered = (statusCode?: number): TargetError =>
  new TargetError(
    'target.refused',
    { target: 'odd one', method: 'GET', path: '/x', statusCode: statusCode ?? 0, problem: 'x' },
    { kind: 'notJson', problem: 'x', notCarriedOut: true, passing: false },
    ...(statusCode === undefined ? [] : [{ statusCode }]),
  );
const refusal = async (answer: Promise<unknown>): Promise<unknown> => {
  const error = await answer.catch((thrown: unknown) => thrown);
  return error instanceof CatalogueError ? [error.code, error.message] : error;
};

describe('rules and profile of a target', () => {
  const rule = { id: 'a', type: 'Sync Failed', companyId: '', notifiers: { emails: null, webhook: 'x' } };
  test('are read without what is not set', async () => {
    const { client } = clientOf({ '/rules': [rule], '/profile': { name: 'n', alertAuthHeader: 'Basic x' } });
    expect(await readRules(client)).toStrictEqual([
      { id: 'a', type: 'Sync Failed', notifiers: { emails: [], webhook: 'x' } },
    ]);
    expect(await readProfile(client)).toStrictEqual({ alertAuthHeader: 'Basic x' });
    for (const alertAuthHeader of ['', null, undefined]) {
      const unset = clientOf({ '/profile': { alertAuthHeader } }).client;
      expect([await readProfile(unset), await readAuthHeader(unset)]).toStrictEqual([{}, '']);
    }
  });
  test('are gone with a 404; any other trouble is thrown', async () => {
    const { client } = clientOf({ '/rules': answered(404), '/profile': answered(404) });
    expect([await readRules(client), await readProfile(client)]).toStrictEqual(['gone', 'gone']);
    for (const error of [
      answered(500),
      new Error('404'),
      Object.assign(new Error('x'), { statusCode: 404 }),
    ]) {
      await expect(readRules(clientOf({ '/rules': error }).client)).rejects.toBe(error);
      await expect(readProfile(clientOf({ '/profile': error }).client)).rejects.toBe(error);
    }
  });
  test('in another form are refused by name and field', async () => {
    expect(await refusal(readRules(clientOf({ '/rules': [{ id: 'a' }] }).client))).toStrictEqual([
      'target.malformed',
      expect.stringContaining('"odd one" to /rules is invalid: at /0:'),
    ]);
    expect(await refusal(readProfile(clientOf({ '/profile': { alertAuthHeader: 7 } }).client))).toStrictEqual(
      ['target.malformed', expect.stringContaining('to /profile is invalid: at /alertAuthHeader')],
    );
  });
  test.each<[string, unknown]>([
    ['has none', answered(404)],
    ['refuses the key', answered(403)],
    ['answers something else', []],
  ])('tell nothing of the auth header where the target %s', async (_name, answer) => {
    expect(await readAuthHeader(clientOf({ '/profile': answer }).client)).toBeUndefined();
  });
  test('tell of no response', async () => {
    const silent = answered();
    await expect(readAuthHeader(clientOf({ '/profile': silent }).client)).rejects.toBe(silent);
  });
});

describe('the client of an API key', () => {
  test.each<[string, unknown, string | undefined]>([
    ['its client id', { clientId }, clientId],
    ['none', {}, undefined],
    ['nothing', null, undefined],
    ['something else', { clientId: 'x' }, undefined],
    ['an error', answered(500), undefined],
  ])('is told by %s', async (_name, body, expected) => {
    const { client, calls } = clientOf({ '/profile/syncSettings': body });
    expect(await readClientId(client)).toBe(expected);
    expect(calls).toStrictEqual([{ method: 'GET', path: '/profile/syncSettings', attempts: 1 }]);
  });
  test('that can not be asked for because of a fault of ours says so', async () => {
    const fault = new TypeError('x');
    await expect(readClientId(clientOf({ '/profile/syncSettings': fault }).client)).rejects.toBe(fault);
  });
});
