/** What the snippets do, as calls of the public API. Source: `docs/reference/rules/companies.md`. */

export interface SnippetCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** What stands in braces is to be put in by the reader. */
  readonly path: string;
  readonly body?: unknown;
}

export interface SnippetTask {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  readonly call: (given: { readonly receiverUrl: string | undefined }) => SnippetCall;
}

export const snippetTasks: readonly SnippetTask[] = [
  {
    id: 'companies',
    label: 'List companies',
    note: 'The first call to make: it shows that address and key are right.',
    call: () => ({ method: 'GET', path: '/companies?page=1&pageSize=100' }),
  },
  {
    id: 'company',
    label: 'Add a company',
    note: "The answer's id goes into the calls below.",
    call: () => ({ method: 'POST', path: '/companies', body: { name: 'Bakery Books' } }),
  },
  {
    id: 'connection',
    label: 'Connect it to a platform',
    note: 'gbol is the key of Xero. The answer holds a linkUrl, where the customer would grant access.',
    call: () => ({
      method: 'POST',
      path: '/companies/{companyId}/connections',
      body: { platformKey: 'gbol' },
    }),
  },
  {
    id: 'authorization',
    label: 'Hand over tokens',
    note: 'Tokens to try it with come from the tab Tokens.',
    call: () => ({
      method: 'PUT',
      path: '/companies/{companyId}/connections/{connectionId}/authorization',
      body: { accessToken: '{accessToken}', refreshToken: '{refreshToken}', tenantId: '{tenantId}' },
    }),
  },
  {
    id: 'sync',
    label: 'Start a sync',
    note: 'No sync starts by itself after tokens were handed over.',
    call: () => ({ method: 'POST', path: '/companies/{companyId}/data/all' }),
  },
  {
    id: 'webhook',
    label: 'Add a webhook endpoint',
    note: 'Custom headers are set in Endpoints, as they are in the portal.',
    call: ({ receiverUrl }) => ({
      method: 'POST',
      path: '/webhooks',
      body: {
        url: `${receiverUrl ?? 'http://127.0.0.1:8080'}/hooks`,
        eventTypes: ['connection.connected', 'read.completed'],
      },
    }),
  },
];
