import { expect, test } from 'vitest';
import { startTestService, type TestService } from '#test/support/test-service.ts';
import { textOf } from './pages.ts';

interface Sent {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly body?: string | undefined;
}

const collection = JSON.parse(textOf('docs/reference/carryover.postman_collection.json'));
type Item = (typeof collection.item)[number];
const items: Item[] = collection.item.flatMap((folder: Item) => folder.item);
const httpText = textOf('docs/reference/carryover.http');

const filled = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => variables[name] ?? `no ${name}`);

/** As Postman sends it: path variables first, then those of the collection. */
const fromPostman = ({ name, request }: Item, variables: Readonly<Record<string, string>>): Sent => {
  const ofPath = new Map<string, string>(
    request.url.variable.map(({ key, value }: { key: string; value: string }) => [key, value]),
  );
  const path = request.url.path.map((part: string) =>
    part.startsWith(':') ? ofPath.get(part.slice(1)) : part,
  );
  return {
    name,
    method: request.method,
    url: filled([...request.url.host, ...path].join('/'), variables),
    body: request.body && filled(request.body.raw, variables),
  };
};

const fromHttpFile = (variables: Readonly<Record<string, string>>): Sent[] =>
  httpText
    .split(/^### /m)
    .slice(1)
    .map((block) => {
      const [head = '', ...rest] = block.trim().split('\n\n');
      const [name = '', ...lines] = head.split('\n').filter((line) => !line.startsWith('#'));
      const [method = '', url = ''] = (lines[0] ?? '').split(' ');
      const body = rest.length === 0 ? undefined : filled(rest.join('\n\n'), variables);
      return { name, method, url: filled(url, variables), body };
    });

/** A company with a Linked connection, a dataset, a rule with an alert, and tokens for one more. */
const lived = async ({ api, apiUrl, apiKey, control }: TestService): Promise<Record<string, string>> => {
  const issue = async () => {
    const [tokens] = await control.sandbox.issueTokens({ platformKey: 'gbol' });
    return tokens?.credentials as { accessToken: string; refreshToken: string };
  };
  const { id: companyId } = await api('POST', '/companies', { name: 'x' });
  const { id: connectionId } = await api('POST', `/companies/${companyId}/connections`, {
    platformKey: 'gbol',
  });
  await api('PUT', `/companies/${companyId}/connections/${connectionId}/authorization`, await issue());
  const { id: ruleId } = await api('POST', '/rules', {
    type: 'Data sync completed',
    notifiers: { emails: [], webhook: 'http://127.0.0.1:9/' },
  });
  await api('POST', `/companies/${companyId}/data/all`);
  await control.clock.advance({ by: 'PT1H' });
  const push = await api('POST', `/companies/${companyId}/connections/${connectionId}/push/suppliers`, {});
  return {
    baseUrl: apiUrl,
    apiKey,
    companyId,
    connectionId,
    ruleId,
    datasetId: (await api('GET', `/companies/${companyId}/data/history`)).results[0].id,
    alertId: (await api('GET', '/rules/alerts')).results[0].id,
    pushOperationKey: push.pushOperationKey,
    recordId: '1',
    customDataIdentifier: 'loyaltyPoints',
    dataType: 'invoices',
    platformKey: 'gbol',
    productIdentifier: 'sync',
    ...(await issue()),
  };
};

const send = ({ method, url, body }: Sent, apiKey: string): Promise<Response> =>
  fetch(url, {
    method,
    headers: {
      authorization: `Basic ${btoa(`${apiKey}:`)}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });

/** What reads what another sets comes after it, what unlinks or deletes last, and what is inside before what it is in. */
const rank = ({ method, url }: Sent): number => {
  if (method === 'DELETE' && !url.includes('/push/')) return 1000 - url.split('/').length;
  if (method === 'GET' && url.includes('/custom/')) return 1;
  return method === 'PATCH' && url.includes('/connections/') ? 2 : 0;
};

test('each request of the Postman collection is one that the service carries out', async () => {
  const service = await startTestService();
  const variables = await lived(service);
  const failed: string[] = [];
  const ordered = items.toSorted((a, b) => rank(fromPostman(a, {})) - rank(fromPostman(b, {})));
  for (const item of ordered) {
    const sent = fromPostman(item, variables);
    const response = await send(sent, service.apiKey);
    const text = await response.text();
    if (!response.ok) failed.push(`${sent.method} ${sent.url} ${response.status} ${text}`);
    // As its script does, where there is none yet.
    const [, made] = /set\('(\w+)', /.exec(item.event?.[0].script.exec[0] ?? '') ?? [];
    if (made !== undefined) variables[made] ??= JSON.parse(text).id;
  }
  expect(failed).toEqual([]);
});

test('the .http file and the collection have each operation of the document once, and are alike', async () => {
  const { control } = await startTestService();
  const { paths } = (await control.sandbox.openApi()) as { paths: Record<string, object> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, '<$1>')}`),
  );
  const names = new Proxy({ baseUrl: '' } as Record<string, string>, {
    get: (target, name: string) => target[name] ?? `<${name}>`,
  });
  const postman = items.map((item) => fromPostman(item, names));
  expect(postman.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual(operations.toSorted());
  expect(fromHttpFile(names)).toEqual(postman.map((sent) => ({ body: undefined, ...sent })));
});

test('each variable that is used is declared, and no secret is in them', () => {
  const declared: { key: string; value: string }[] = collection.variable;
  const inHttp = [...httpText.matchAll(/^@(\w+) = (.*)$/gm)].map(([, key, value]) => ({ key, value }));
  const used = (text: string) => new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
  expect(new Set(declared.map(({ key }) => key))).toEqual(used(JSON.stringify(collection)));
  expect(new Set(inHttp.map(({ key }) => key))).toEqual(used(httpText));
  const plain = ['baseUrl', 'customDataIdentifier', 'dataType', 'platformKey', 'productIdentifier'];
  for (const { key, value } of [...declared, ...inHttp]) {
    if (!plain.includes(key as string)) expect([key, value]).toEqual([key, '']);
  }
});
