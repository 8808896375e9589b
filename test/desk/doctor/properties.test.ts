import type { Socket } from 'node:net';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { doctorChecks } from '#contract/doctor.ts';
import { createDoctorEvents, largeBody } from '#desk/doctor/events.ts';
import { redactor } from '#desk/doctor/redact.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { examined, withOutcome } from '#test/support/doctor-consumers/examined.ts';
import { authorizationValue, type Judge, secret } from '#test/support/doctor-consumers/judge.ts';
import { httpConsumer, socketConsumer } from '#test/support/doctor-consumers/servers.ts';

test('a consumer that verifies by the standardwebhooks package passes everything', async () => {
  const webhook = new Webhook(secret);
  const judge: Judge = ({ headers, raw }) => {
    if (headers.authorization !== authorizationValue) return { status: 401 };
    try {
      webhook.verify(raw, headers as Record<string, string>);
      return { status: 204 };
    } catch {
      return { status: 400 };
    }
  };
  const { url } = await httpConsumer(judge);
  const result = await examined(url);
  expect([result.verdict, withOutcome(result, 'fail')]).toEqual(['pass', []]);
});

/** Pieces of answers, right and wrong ones, and anything else. */
const piece = fc.oneof(
  fc.constantFrom(
    'HTTP/1.1 200 OK\r\n',
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.0 500 No\n',
    'HTTP/9.9 2',
    'content-length: 5\r\n',
    'content-length: -1\r\n',
    'transfer-encoding: chunked\r\n',
    'connection: upgrade\r\nupgrade: h2c\r\n',
    'location: //[::1\r\n',
    '\r\n',
    '\r\n\r\n',
    '5\r\nhello\r\n0\r\n\r\n',
    'hello',
  ),
  fc.string({ unit: anyCharacter, maxLength: 200 }),
);
const behaviour = fc.record({
  pieces: fc.array(piece, { maxLength: 12 }),
  end: fc.constantFrom('close', 'reset', 'stay'),
});

test('whatever a consumer sends, each check has an outcome, and nothing is thrown', async () => {
  let current: { pieces: string[]; end: string } = { pieces: [], end: 'close' };
  const { url } = await socketConsumer((socket: Socket) => {
    const { pieces, end } = current;
    socket.once('data', () => {
      for (const one of pieces) socket.write(Buffer.from(one, 'utf8'));
      if (end === 'close') socket.end();
      if (end === 'reset') socket.resetAndDestroy();
    });
  });
  await fc.assert(
    fc.asyncProperty(behaviour, async (given) => {
      current = given;
      const result = await examined(url, { limits: { answerMs: 40 } });
      expect(result.checks.map(({ id }) => id)).toEqual([...doctorChecks]);
      expect(result.verdict).not.toBe('pass');
      expect(result.requests).toBeLessThanOrEqual(62);
    }),
    { numRuns: 60 },
  );
}, 60_000);

test('a large event is of exactly the wanted size, whatever it is', () => {
  const types = fc.constantFrom('read.completed', 'company.created', 'client.rateLimit.reached');
  fc.assert(
    fc.property(types, fc.integer({ min: 4000, max: 20_000 }), (type, bytes) => {
      const body = largeBody(createDoctorEvents().next(type), bytes);
      expect(Buffer.byteLength(body)).toBe(bytes);
      JSON.parse(body);
    }),
  );
});

test.each(['secret-that-ends-with-$&', "secret-that-ends-with-$'", 'secret-that-ends-with-$`', 'with-$$'])(
  'a secret with signs that stand for something in a replacement is left out: %s',
  (hidden) => {
    const line = redactor([`Bearer ${hidden}`])(`before ${hidden} behind`);
    expect(line).not.toContain(hidden);
    expect(line).not.toContain(hidden.slice(0, 12));
    expect(line).toMatch(/^before ••••.{0,4} behind$/);
  },
);

test('no secret of six signs or more is left in a line, however it is written there', () => {
  const text = fc
    .string({ minLength: 6, maxLength: 40 })
    .filter((one) => /^[^\s•]{6,}$/.test(one) && one.isWellFormed());
  fc.assert(
    fc.property(text, fc.string(), fc.string(), (hidden, before, after) => {
      const redact = redactor([`Bearer ${hidden}`]);
      for (const form of [hidden, encodeURIComponent(hidden), `Bearer ${hidden}`]) {
        const line = redact(`${before}${form}${after}`);
        expect([line.includes(hidden), line.includes(encodeURIComponent(hidden))]).toEqual([false, false]);
      }
    }),
  );
});
