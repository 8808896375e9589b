import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accountingDataTypes as dataTypes } from '#contract/data-types.ts';

/**
 * A service that costs next to nothing, a process of its own: every company and connection is made as asked, every sync is
 * complete at the first look. What is measured against it is the desk alone. Sends its port.
 */
interface Kept {
  readonly id: string;
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
}
const companies: Kept[] = [];
const at = '2026-01-05T09:00:00.000Z';

const idOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

const connectionOf = (company: string, status: string) => ({
  id: idOf(company),
  integrationId: company,
  integrationKey: 'gbol',
  sourceId: company,
  sourceType: 'Accounting',
  platformName: 'Xero',
  linkUrl: 'https://link.example.com',
  status,
  created: at,
  dataConnectionErrors: [],
  connectionInfo: {},
});

const companyOf = ({ id, name, tags }: Kept, connections: readonly unknown[]) => ({
  id,
  name,
  redirect: 'https://link.example.com',
  platform: 'Xero',
  created: at,
  createdByUserName: 'bench',
  tags,
  products: [],
  dataConnections: connections,
  referenceSubsidiaryCompanies: [],
});

const pageOf = (url: URL) => {
  const pageNumber = Number(url.searchParams.get('page') ?? 1);
  const pageSize = Number(url.searchParams.get('pageSize') ?? 100);
  const results = companies
    .slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
    .map((one) => companyOf(one, [connectionOf(one.id, 'Linked')]));
  return { results, pageNumber, pageSize, totalResults: companies.length, _links: {} };
};

const historyOf = (company: string) => ({
  results: dataTypes.map((dataType) => ({
    id: company,
    companyId: company,
    connectionId: idOf(company),
    dataType,
    status: 'Complete',
    requested: at,
    completed: at,
    progress: 100,
    isCompleted: true,
    isErrored: false,
  })),
  pageNumber: 1,
  pageSize: 500,
  totalResults: dataTypes.length,
  _links: {},
});

const create = (body: string): unknown => {
  const { name, tags } = JSON.parse(body) as Omit<Kept, 'id'>;
  const made = { id: idOf(`company ${companies.length}`), name, tags };
  companies.push(made);
  return companyOf(made, []);
};

const answerOf = (method: string, url: URL, body: string): unknown => {
  const [, , company = '', what, connection] = url.pathname.split('/');
  if (company === '') return method === 'POST' ? create(body) : pageOf(url);
  if (what === 'data') return method === 'POST' ? undefined : historyOf(company);
  if (what === 'connections')
    return connectionOf(company, connection === undefined ? 'PendingAuth' : 'Linked');
  return { results: [] };
};

const respond = (request: IncomingMessage, response: ServerResponse, body: string): void => {
  const answer = answerOf(request.method ?? 'GET', new URL(request.url ?? '/', 'http://localhost'), body);
  if (answer === undefined) {
    response.writeHead(204).end();
    return;
  }
  const text = Buffer.from(JSON.stringify(answer));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length }).end(text);
};

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => respond(request, response, Buffer.concat(chunks).toString()));
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
