import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { connected, startLegacyEngine } from '#test/support/legacy-engine.ts';
import { testOnFile } from '#test/support/test-store.ts';

const secret = 'Bearer planted-secret-4711';
const profile = { name: 'Acme', redirectUrl: 'https://example.com/done', alertAuthHeader: secret };

test('a profile that nobody set has the name of the client', async () => {
  const { legacy, client } = await startLegacyEngine();
  expect(await legacy.profile.show()).toEqual({ name: client.name, redirectUrl: '' });
});

test('the profile is replaced as a whole, and given back as it is', async () => {
  const { legacy } = await startLegacyEngine();
  const full = { ...profile, logoUrl: 'https://example.com/l.png', whiteListUrls: ['https://example.com'] };
  expect(await legacy.profile.replace(full)).toEqual(full);
  expect(await legacy.profile.show()).toEqual(full);
  const less = { name: 'Acme', redirectUrl: '', alertAuthHeader: '' };
  expect(await legacy.profile.replace(less)).toEqual({ name: 'Acme', redirectUrl: '' });
});

testOnFile('the auth header is sealed at rest', async () => {
  const { legacy, context } = await startLegacyEngine();
  await legacy.profile.replace(profile);
  const path = context.store.place;
  const bytes = [path, `${path}-wal`].map((file) => readFileSync(file, 'latin1')).join('');
  expect(bytes).toContain('sealedAuthHeader');
  expect(bytes).not.toContain('planted-secret-4711');
  expect(bytes).not.toContain(Buffer.from(secret).toString('base64'));
});

test.each(['Bearer a\r\nX-Other: b', 'Bearer \u0000', 'Bearer ☃', ' Bearer a '])(
  'an auth header that no request can carry is refused without being repeated',
  async (alertAuthHeader) => {
    const { legacy } = await startLegacyEngine();
    const refused = legacy.profile.replace({ ...profile, alertAuthHeader });
    await expect(refused).rejects.toMatchObject({
      code: 'request.invalid',
      validation: [{ itemId: 'alertAuthHeader' }],
    });
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining(alertAuthHeader) });
  },
);

test('after cutover the auth header can no longer be changed, the rest can', async () => {
  const { legacy, context } = await startLegacyEngine();
  await legacy.profile.replace(profile);
  await context.store.write((tx) => legacy.setCutOver(tx, context.clock.now()));

  const moved = { code: 'profile.authHeaderMoved' };
  const change = (alertAuthHeader: string) => legacy.profile.replace({ ...profile, alertAuthHeader });
  await expect(change('Bearer other')).rejects.toMatchObject(moved);
  await expect(change('')).rejects.toMatchObject(moved);
  expect(await legacy.profile.replace({ ...profile, name: 'Acme 2' })).toMatchObject({ name: 'Acme 2' });
  const without = await legacy.profile.replace({ name: 'Acme 3', redirectUrl: '' });
  expect(without).toEqual({ name: 'Acme 3', redirectUrl: '', alertAuthHeader: secret });
});

test('after cutover an empty auth header is no change where none was set', async () => {
  const { legacy, context } = await startLegacyEngine();
  await context.store.write((tx) => legacy.setCutOver(tx, context.clock.now()));
  const plain = { name: 'Acme', redirectUrl: '' };
  expect(await legacy.profile.replace({ ...plain, alertAuthHeader: '' })).toEqual(plain);
  await expect(legacy.profile.replace({ ...plain, alertAuthHeader: 'x' })).rejects.toMatchObject({
    code: 'profile.authHeaderMoved',
  });
});

test('after cutover rules fire no longer and the alerts are gone; undone, both are back', async () => {
  const engine = await startLegacyEngine();
  const { legacy, context } = engine;
  const rule = await engine.rule('DataConnectionStatusChanged', 'https://example.invalid/');
  await engine.publish(connected());
  const [alert] = (await legacy.alerts.list({})).results;

  await context.store.write((tx) => legacy.setCutOver(tx, context.clock.now()));
  await engine.publish(connected());
  const gone = { code: 'alerts.gone' };
  await expect(legacy.alerts.list({})).rejects.toMatchObject(gone);
  await expect(legacy.alerts.listOfRule(rule.id, {})).rejects.toMatchObject(gone);
  await expect(legacy.alerts.show(alert?.id as string)).rejects.toMatchObject(gone);

  await context.store.write((tx) => legacy.setCutOver(tx, null));
  expect((await legacy.alerts.list({})).totalResults).toBe(1);
  await engine.publish(connected());
  expect((await legacy.alerts.list({})).totalResults).toBe(2);
});
