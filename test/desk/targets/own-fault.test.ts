import { expect, test } from 'vitest';
import { troubleOf } from '#desk/targets/trouble.ts';

const facts = { host: 'api.example', timeoutMs: 1000, limitBytes: 1000 };

test('a call that this machine could not make says so, and that it was not carried out', () => {
  const error = Object.assign(new Error('connect EMFILE'), { code: 'EMFILE', syscall: 'connect' });
  expect(troubleOf(error, facts)).toEqual({
    kind: 'network',
    problem: 'this process has no free file descriptor (EMFILE). Raise its limit with `ulimit -n`',
    notCarriedOut: true,
    passing: true,
  });
});
