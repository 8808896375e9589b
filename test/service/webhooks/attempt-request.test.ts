import { describe, expect, test, vi } from 'vitest';
import { toIso } from '#base/clock.ts';
import { startDeliveryEngine, testCompany } from '#test/support/delivery-engine.ts';
import { headersOf, scriptedOutbound } from '#test/support/scripted-outbound.ts';

const token = 'Bearer a-long-token-of-theirs-7B2';
const sentAt = Date.UTC(2026, 4, 1, 12);
const day = 86_400_000;

/** An attempt that left at a known second of the system, and what can be asked about it. */
const attempted = async (headers: readonly { name: string; value: string }[] = [], description = '') => {
  vi.useFakeTimers({ toFake: ['Date'], now: sentAt });
  const outbound = scriptedOutbound();
  const engine = await startDeliveryEngine({ outbound });
  const { management, messages } = engine.webhooks;
  const url = 'https://consumer.example/hook';
  const { id } = await management.create({ url, eventTypes: ['company.created'] });
  if (headers.length > 0) await management.setHeaders(id, { headers: [...headers] });
  const company = testCompany({ description });
  const messageId = await engine.publish({ type: 'company.created', company });
  await engine.scheduler.idle();
  const [attempt] = (await messages.show(messageId)).attempts;
  const sent = outbound.sent[0] as (typeof outbound.sent)[number];
  const attemptId = attempt?.id as string;
  return {
    ...engine,
    id,
    url,
    messageId,
    management,
    sent,
    body: sent.body as string,
    signature: () => messages.signature(messageId, attemptId),
    request: (reveal: boolean, signAnew: boolean) =>
      messages.request(messageId, attemptId, { reveal, signAnew }),
  };
};
const asViews = ({ headers }: { headers: readonly string[] }) =>
  headers.flatMap((name, n) => (n % 2 === 0 ? [{ name, value: headers[n + 1] }] : []));
const inTime = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } finally {
    vi.useRealTimers();
  }
};
const ofThen = (minutes: string) =>
  `Signed with its original timestamp: consumers that check webhook-timestamp reject it since 2026-05-01T12:0${minutes}.000Z. Re-sign it with the current timestamp.`;

describe('the request of an attempt', () => {
  test('is what was sent, and says until when it was good', () =>
    inTime(async () => {
      const { request, sent, url, body } = await attempted();
      expect(await request(false, false)).toEqual({
        url,
        headers: asViews(sent),
        body,
        remarks: [ofThen('5:00')],
      });
      expect(await request(true, false)).toEqual(await request(false, false));
    }));

  test('masks custom headers, and says so, unless they are asked for in full', () =>
    inTime(async () => {
      const { request, sent, management, id } = await attempted([{ name: 'Authorization', value: token }]);
      const masked = await request(false, false);
      expect(masked.headers).toEqual([
        ...asViews(sent).slice(0, -1),
        { name: 'Authorization', value: 'Bearer ••••7B2' },
      ]);
      expect(masked.remarks).toEqual([
        'The values of custom headers are masked: fill them in, or copy it with values.',
        ofThen('5:00'),
      ]);
      const whole = await request(true, false);
      expect(whole.headers).toEqual(asViews(sent));
      expect(whole.remarks).toEqual([ofThen('5:00')]);

      const changed =
        "The endpoint's header Authorization has changed since, so the sent value stays masked.";
      for (const headers of [[{ name: 'Authorization', value: 'Bearer another-token-4C9' }], []]) {
        await management.setHeaders(id, { headers });
        const since = await request(true, false);
        expect(since.headers).toEqual(masked.headers);
        expect(since.remarks).toEqual([changed, ofThen('5:00')]);
      }
    }));

  test('is signed anew with the time and the secrets of now, until the endpoint is gone', () =>
    inTime(async () => {
      const { request, management, id, body, messageId, sent, context } = await attempted();
      vi.setSystemTime(sentAt + 3600_500);
      await management.rotateSecret(id);
      const anew = await request(false, true);
      expect(anew.remarks).toEqual([
        'Signed with the current timestamp: consumers accept it until 2026-05-01T13:05:00.000Z.',
      ]);
      const headers = Object.fromEntries(anew.headers.map(({ name, value }) => [name, value]));
      expect(headers).toMatchObject({
        'webhook-id': messageId,
        'webhook-timestamp': String(sentAt / 1000 + 3600),
        'content-type': 'application/json',
        'x-sandbox-time': toIso(context.clock.now()),
      });
      expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
      const received = {
        id: messageId,
        timestamp: headers['webhook-timestamp'],
        signature: headers['webhook-signature'],
        body: Buffer.from(body),
      };
      expect(await management.verify(received)).toMatchObject({ state: 'valid' });

      await management.remove(id);
      const late = await request(false, true);
      expect(late.headers).toEqual(asViews(sent));
      expect(late.remarks).toEqual([
        'The endpoint and its secrets are deleted, so the original signature is kept.',
      ]);
    }));
});

describe('the signature of an attempt', () => {
  test('is told with what it is of: a long body only as far as its beginning', () =>
    inTime(async () => {
      const { signature, messageId, body } = await attempted([], 'x'.repeat(1000));
      expect(await signature()).toEqual({
        valid: true,
        reason: 'Signed with the current secret of the endpoint.',
        signed: `${messageId}.${sentAt / 1000}.${body.slice(0, 200)}…`,
        timestamp: toIso(sentAt),
        toleranceSeconds: 300,
        secretsTried: 1,
      });
    }));

  test('by a secret that was rotated is told apart, and from one that ran out', () =>
    inTime(async () => {
      const { signature, management, id, scheduler, context } = await attempted();
      await management.rotateSecret(id);
      expect((await signature()).reason).toBe(
        'Signed with the previous secret of the endpoint, valid for 24 h after the rotation.',
      );
      await scheduler.advanceTo(context.clock.now() + day);
      expect(await signature()).toMatchObject({
        valid: false,
        secretsTried: 1,
        reason: 'No valid secret of the endpoint (1) matches: the secret was rotated and has expired.',
      });
      await management.remove(id);
      expect(await signature()).toMatchObject({
        valid: false,
        secretsTried: 0,
        reason: 'Not verifiable: the endpoint and its secrets were deleted.',
      });
    }));
});

describe('what a consumer received', () => {
  const received = (
    sent: Parameters<typeof headersOf>[0],
    change: Record<string, string | undefined> = {},
  ) => {
    const headers = headersOf(sent);
    return {
      id: headers['webhook-id'],
      timestamp: headers['webhook-timestamp'],
      signature: headers['webhook-signature'],
      body: Buffer.from(sent.body),
      ...change,
    };
  };

  test('is valid for five minutes, before and after', () =>
    inTime(async () => {
      const { management, sent, id } = await attempted();
      for (const [offSeconds, state] of [
        [0, 'valid'],
        [300, 'valid'],
        [301, 'stale'],
        [-300, 'valid'],
        [-301, 'stale'],
      ] as const) {
        vi.setSystemTime(sentAt + offSeconds * 1000);
        const verdict = await management.verify(received(sent));
        expect(verdict).toMatchObject({ state, webhookId: id });
        const side = offSeconds > 0 ? 'behind' : 'ahead of';
        if (state === 'stale')
          expect(verdict.reason).toContain(`5 min 1 s ${side} this clock; at most 5 min is accepted.`);
        else expect(verdict.reason).toBe('Signed with the current secret of the endpoint.');
      }
    }));

  test('without any of its three headers is unsigned', () =>
    inTime(async () => {
      const { management, sent } = await attempted();
      for (const absent of ['id', 'timestamp', 'signature']) {
        const { state } = await management.verify(received(sent, { [absent]: undefined }) as never);
        expect(state).toBe('unsigned');
      }
    }));

  test('is held against every endpoint, and wrong if none has signed it', () =>
    inTime(async () => {
      const { management, sent, id } = await attempted();
      await management.create({ url: 'https://other.example/', eventTypes: ['company.created'] });
      const several = `v1,other ${headersOf(sent)['webhook-signature']}`;
      expect(await management.verify(received(sent, { signature: several }))).toMatchObject({
        webhookId: id,
      });
      for (const change of [{ id: 'msg_other' }, { timestamp: '1' }, { signature: 'v1,other' }]) {
        const { state, reason } = await management.verify(received(sent, change));
        expect([state, reason]).toEqual(['wrong', expect.stringContaining('any endpoint (2)')]);
      }
      expect(await management.verify(received(sent, { signature: '' }))).toEqual({
        state: 'wrong',
        reason: 'Not sent: webhook-signature.',
      });
    }));
});
