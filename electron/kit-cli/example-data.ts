import type { Service, TokenSet } from '#testing/types.ts';

/** What a service of its own has for `compare`: a bit of everything that can be read. */
export const customDataName = 'example-data';

const platformKey = 'gbol';

/** On virtual time: syncs and pushes end before it returns. */
export const fillWithExamples = async (service: Service): Promise<void> => {
  const call = callerOf(service);
  await call('PUT', `/integrations/${platformKey}/dataTypes/custom/${customDataName}`, {
    dataSource: '/example',
    requiredData: { id: 'id', name: 'name' },
    keyBy: ['id'],
    sourceModifiedDate: ['modified'],
  });
  await call('PUT', `/integrations/${platformKey}/dataTypes/invoices/supplementalDataConfig`, {
    supplementalDataConfig: { example: { dataSource: '/example', pullData: { name: 'name' } } },
  });
  for (const name of ['Example Bakery', 'Example Books']) await addCompany(service, call, name);
  await call('POST', '/companies', { name: 'Example Without Data' });
  // Of what does not happen here: nothing is sent.
  await call('POST', '/rules', {
    type: 'Rate Limit Reached',
    notifiers: { webhook: 'https://example.com/rules' },
  });
  await service.createEndpoint({
    url: 'https://example.com/webhooks',
    eventTypes: ['client.rateLimit.reached'],
  });
  await service.clock.advance('PT10M');
};

type Call = (method: string, path: string, body?: unknown) => Promise<{ id: string }>;

const callerOf =
  ({ url, headers }: Service): Call =>
  async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} of the example data: ${response.status} ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };

const addCompany = async (service: Service, call: Call, name: string): Promise<void> => {
  const company = await call('POST', '/companies', {
    name,
    description: 'Example',
    tags: { region: 'north' },
  });
  const connections = `/companies/${company.id}/connections`;
  const { id } = await call('POST', connections, { platformKey });
  const [tokens] = (await service.issueTokens(platformKey)) as [TokenSet];
  await call('PUT', `${connections}/${id}/authorization`, tokens.credentials);
  await call('POST', `/companies/${company.id}/data/all`);
  await call('POST', `${connections}/${id}/data/queue/custom/${customDataName}`);
  await call('POST', `${connections}/${id}/push/customers`, { customerName: 'Example' });
};
