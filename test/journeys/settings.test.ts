import { expect, test } from 'vitest';
import { startTestService } from '#test/support/test-service.ts';

test('what is kept for less time goes as soon as that is set, not when something else happens', async () => {
  const { control, api } = await startTestService();
  await api('POST', '/rules', { type: 'Rate Limit Reset', notifiers: { webhook: 'http://127.0.0.1:9/' } });
  const { messageId } = await control.messages.publishExample({ eventType: 'client.rateLimit.reset' });
  await control.clock.advance({ by: 'P20D' });
  expect((await control.messages.show(messageId)).id).toBe(messageId);
  expect(await api('GET', '/rules/alerts')).toMatchObject({ totalResults: 1 });

  await control.sandbox.setSettings({ rateLimit: false, retention: { messageDays: 7, requests: 1000 } });
  await expect.poll(() => control.messages.list({})).toEqual({ results: [] });
  await expect.poll(() => api('GET', '/rules/alerts')).toMatchObject({ totalResults: 0 });
});
