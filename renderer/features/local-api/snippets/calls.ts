import type { SendRequest } from '#contract/request-runner.ts';

/** Tasks of the snippets, as calls of the public API. Source: `docs/reference/rules/companies.md`. */

export interface SnippetCall {
  readonly method: SendRequest['method'];
  /** The reader replaces parts in braces. */
  readonly path: string;
  readonly body?: unknown;
  /** Of a body that is no JSON, in place of `body`. */
  readonly text?: string | undefined;
  /** Further headers. */
  readonly headers?: SendRequest['headers'];
}

export interface SnippetTask {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  readonly call: (given: { readonly receiverUrl: string | undefined }) => SnippetCall;
}

export const snippetTasks: readonly [SnippetTask, ...SnippetTask[]] = [
  {
    id: 'companies',
    label: 'List companies',
    note: 'A first call, to verify the address and the key.',
    call: () => ({ method: 'GET', path: '/companies?page=1&pageSize=100' }),
  },
  {
    id: 'company',
    label: 'Add a company',
    note: 'Use the id of the response in the next calls.',
    call: () => ({ method: 'POST', path: '/companies', body: { name: 'Bakery Books' } }),
  },
  {
    id: 'connection',
    label: 'Connect it to a platform',
    note: 'gbol is the key of Xero. The response has a linkUrl, where the end user would grant access.',
    call: () => ({
      method: 'POST',
      path: '/companies/{companyId}/connections',
      body: { platformKey: 'gbol' },
    }),
  },
  {
    id: 'authorization',
    label: 'Set authorization',
    note: 'Issue test tokens in the Tokens tab.',
    call: () => ({
      method: 'PUT',
      path: '/companies/{companyId}/connections/{connectionId}/authorization',
      body: { accessToken: '{accessToken}', refreshToken: '{refreshToken}', tenantId: '{tenantId}' },
    }),
  },
  {
    id: 'sync',
    label: 'Start a sync',
    note: 'Setting authorization does not start a sync.',
    call: () => ({ method: 'POST', path: '/companies/{companyId}/data/all' }),
  },
  {
    id: 'webhook',
    label: 'Add a webhook endpoint',
    note: 'Set custom headers in Endpoints.',
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
