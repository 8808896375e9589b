import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRecoveryCode, recoveryCode } from '#base/recovery-code.ts';

const keys = fc.uint8Array({ minLength: 32, maxLength: 32 });

test('a code gives its key back, however it is written down', () => {
  fc.assert(
    fc.property(keys, (key) => {
      const code = recoveryCode(key);
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}(-[0-9A-HJKMNP-TV-Z]{8}){7}$/);
      const written = [
        code,
        code.toLowerCase(),
        code.replaceAll('-', ' '),
        code.replaceAll('1', 'l').replaceAll('0', 'o'),
        ` ${code.replaceAll('-', '\n')}\n`,
      ];
      for (const text of written) expect(readRecoveryCode(text)).toEqual({ dataKey: Buffer.from(key) });
    }),
  );
});

test('a wrong character, two that are swapped, and groups that are swapped never give another key', () => {
  const key = randomBytes(32);
  const code = recoveryCode(key);
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  for (let at = 0; at < code.length; at++) {
    if (code[at] === '-') continue;
    for (const character of alphabet) {
      if (character === code[at]) continue;
      const wrong = readRecoveryCode(code.slice(0, at) + character + code.slice(at + 1));
      expect(wrong).toEqual({ problem: expect.any(String) });
    }
    const next = code[at + 1];
    if (next === undefined || next === '-' || next === code[at]) continue;
    const swapped = code.slice(0, at) + next + code[at] + code.slice(at + 2);
    expect(readRecoveryCode(swapped)).toEqual({ problem: expect.any(String) });
  }
  const groups = code.split('-');
  const moved = [groups[1], groups[0], ...groups.slice(2)].join('-');
  expect(readRecoveryCode(moved)).toEqual({ problem: expect.any(String) });
  // Not 0 for Z, which are told apart by the fingerprint alone.
  expect(readRecoveryCode((code[0] === 'A' ? 'B' : 'A') + code.slice(1))).toMatchObject({
    problem: expect.stringContaining('group 1 of 8'),
  });
  expect(readRecoveryCode(code.slice(1))).toMatchObject({
    problem: expect.stringContaining('63 characters'),
  });
});
