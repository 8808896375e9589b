import type { Company, Connection } from '#contract/company.ts';
import type { TokenBehaviour } from '#contract/sandbox.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { TargetClient } from '#desk/targets/targets.ts';

interface SampleCompany {
  readonly name: string;
  readonly platformKey: string;
  /** Tokens that it is given; none: it waits for its customer. */
  readonly tokens?: TokenBehaviour;
  readonly unlinked?: boolean;
}

const companies: readonly SampleCompany[] = [
  { name: 'Crumb & Co', platformKey: 'gbol', tokens: 'good' },
  { name: 'Northside Bakers', platformKey: 'qhyg', tokens: 'good' },
  { name: 'Sweet Harbour', platformKey: 'gbol', tokens: 'revoked' },
  { name: 'Old Mill Bread', platformKey: 'fbrh', tokens: 'good', unlinked: true },
  { name: 'The Rye House', platformKey: 'fbrh' },
];

/** What marks them, so that a second attempt makes none twice. */
const tags = { sample: 'bakery-books' } as const;

/**
 * Companies with connections in every state, by the public API as an integrator would make them. One whose tokens are
 * revoked becomes Deauthorized by its first sync.
 */
export const makeCompanies = async (
  client: TargetClient,
  issueTokens: ServiceControl['sandbox']['issueTokens'],
): Promise<void> => {
  const there = await client.all<Company, string>(
    '/companies',
    { query: `tags.sample="${tags.sample}"` },
    undefined,
    {
      pick: ({ name }) => name,
    },
  );
  const known = new Set(there);
  for (const company of companies.filter(({ name }) => !known.has(name))) {
    await makeCompany(client, issueTokens, company);
  }
};

const makeCompany = async (
  client: TargetClient,
  issueTokens: ServiceControl['sandbox']['issueTokens'],
  { name, platformKey, tokens, unlinked }: SampleCompany,
): Promise<void> => {
  const { id } = (await client.call<Company>({ method: 'POST', path: '/companies', body: { name, tags } }))
    .body;
  const connections = `/companies/${id}/connections`;
  const { body: connection } = await client.call<Connection>({
    method: 'POST',
    path: connections,
    body: { platformKey },
  });
  if (tokens === undefined) return;
  const [set] = await issueTokens({ platformKey, behaviour: tokens, count: 1 });
  const path = `${connections}/${connection.id}`;
  await client.call({
    method: 'PUT',
    path: `${path}/authorization`,
    body: set?.credentials,
    secretBody: true,
  });
  if (unlinked) await client.call({ method: 'PATCH', path, body: { status: 'Unlinked' } });
  else await client.call({ method: 'POST', path: `/companies/${id}/data/all` });
};
