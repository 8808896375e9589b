import { expect, test } from 'vitest';
import type { CatalogueIntegration, CredentialField } from '#contract/integration.ts';
import type { TokenRequest } from '#contract/sandbox.ts';
import { issueCredentials } from '#desk/tokens/rehearsal/token-sets.ts';
import { fakeControl } from '#test/support/fake-control.ts';

const field = (name: string, other: Partial<CredentialField> = {}): CredentialField => ({
  name,
  label: name,
  secret: false,
  required: true,
  pattern: '.*',
  example: 'x',
  help: '',
  ...other,
});

test('fields that are no secrets are those of the row; the token that is recognized is the issued one', async () => {
  const integration = {
    platformKey: 'mine',
    credentials: [
      field('accessToken', { secret: true }),
      // A user's own catalogue may say so.
      field('refreshToken'),
      field('tenantId'),
      field('region', { required: false }),
      field('team', { required: false }),
      field('added'),
    ],
  } as unknown as CatalogueIntegration;
  const { control } = fakeControl({ integrations: async () => [integration] });
  const issued: string[] = [];
  const sandbox = {
    ...control.sandbox,
    issueTokens: async ({ platformKey, behaviour = 'good', count = 1 }: TokenRequest) => {
      issued.push(`${platformKey} ${behaviour} ${count}`);
      return Array.from({ length: count }, (_, n) => ({
        id: '1b4e28ba-2fa1-4d2b-883f-0016d3cca427',
        platformKey,
        behaviour,
        issued: '2026-01-15T09:00:00.000Z',
        credentials: Object.fromEntries(
          integration.credentials.map(({ name }) => [name, `issued ${name} ${n}`]),
        ),
      }));
    },
  };
  const row = { id: 7, line: 2, ref: 'a', name: 'A', platformKey: 'mine' };
  const rest = { description: undefined, companyId: undefined, connectionId: undefined, mark: undefined };
  const fields = { accessToken: '••••abc', refreshToken: '••••', tenantId: 'tenant', region: 'eu' };
  const credentials = await issueCredentials(
    { ...control, sandbox },
    [{ row: { ...row, ...rest }, fields }],
    new Map([[7, 'slow']]),
  );
  expect(credentials.get(7)).toEqual({
    accessToken: 'issued accessToken 0',
    refreshToken: 'issued refreshToken 0',
    tenantId: 'tenant',
    region: 'eu',
    added: 'issued added 0',
  });
  expect(issued).toEqual(['mine slow 1']);
});
