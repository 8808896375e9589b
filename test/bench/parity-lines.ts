import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { toIso } from '#base/clock.ts';
import type { RecordedRequest } from '#contract/parity.ts';
import { eventTypesOfRule } from '#contract/rule-events.ts';
import type { ComparedPlan } from '#desk/cutover/parity/plan-index.ts';

const url = 'https://hooks.acme.example/webhooks?tenant=acme';
const clientId = '0c2a7e4e-6f0b-4a53-9d57-6f8f6a3d9c11';
const companies = 2000;
const start = Date.UTC(2026, 2, 1);

const types = [
  'DataConnectionStatusChanged',
  'Data sync completed',
  'Push Operation Status Changed',
] as const;

export const parityPlan: ComparedPlan = {
  rules: types.map((type, n) => ({
    ruleId: uuid(n),
    type,
    url,
    emails: [],
    eventTypes: [...eventTypesOfRule[type]],
    conditionsLost: [],
    dropped: [],
    renamed: [],
  })),
  endpoints: [
    {
      url,
      eventTypes: types.flatMap((type) => eventTypesOfRule[type]),
      headers: [],
      fromRules: types.map((_, n) => uuid(n)),
    },
  ],
};

function uuid(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** Both mechanisms side by side: of each ten pairs four are two reads of two data types, three pushes, three connections. */
export const writeParityLines = async (path: string, pairs: number): Promise<void> => {
  const file = createWriteStream(path);
  for (let n = 0, done = 0; done < pairs; n++) {
    const requests = requestsOf(n, n % 8 < 2 ? 2 : 1);
    done += requests.length - 1;
    const text = requests.map((request) => `${JSON.stringify(request)}\n`).join('');
    if (!file.write(text)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
};

const dataTypes = ['invoices', 'bills'];

/** Alerts and the message of an event. */
const requestsOf = (n: number, count: number): RecordedRequest[] => {
  const about = aboutOf(n, count);
  const alerts = about.data.map((Data, index) =>
    recorded(n, alertBody(n * 2 + index, about.type, n, Data), {}),
  );
  const message = {
    id: uuid(n),
    eventType: about.eventType,
    generatedDate: toIso(start + n * 1000),
    payload: about.payload,
  };
  const signed = {
    'webhook-id': `msg_${n}`,
    'webhook-timestamp': String(Math.floor(start / 1000) + n),
    'webhook-signature': `v1,${'A'.repeat(43)}=`,
  };
  return [...alerts, recorded(n, message, signed)];
};

const recorded = (n: number, body: object, headers: Record<string, string>): RecordedRequest => ({
  at: toIso(start + n * 1000 + (n % 700)),
  url,
  headers: {
    'content-type': 'application/json',
    'X-Service-ClientId': clientId,
    Authorization: 'Bearer 4f9d1c0a77b24e5e8d3a',
    ...headers,
  },
  body: JSON.stringify(body),
  statusCode: 200,
});

const alertBody = (id: number, type: string, n: number, Data: object): object => ({
  AlertId: uuid(1_000_000 + id),
  RuleId: uuid(types.indexOf(type as (typeof types)[number])),
  RuleType: type,
  ClientId: clientId,
  ClientName: 'Acme',
  CompanyId: uuid(10_000 + (n % companies)),
  DataConnectionId: uuid(20_000 + (n % companies)),
  Message: `Something happened to company "Company ${n % companies}", as a person reads it.`,
  Data,
});

const aboutOf = (n: number, count: number) => {
  const connectionId = uuid(20_000 + (n % companies));
  const referenceCompany = {
    id: uuid(10_000 + (n % companies)),
    name: `Company ${n % companies}`,
    links: { portal: `https://portal.example/companies/${n % companies}` },
    tags: { region: 'eu' },
  };
  if (count === 2) {
    return {
      type: types[1],
      eventType: 'read.completed',
      data: dataTypes.map((dataType, index) => ({ dataType, datasetId: uuid(3_000_000 + n * 2 + index) })),
      payload: {
        referenceCompany,
        modifiedFromDate: toIso(start),
        dataTypes: dataTypes.map((dataType) => ({
          connectionId,
          dataType,
          recordsModified: true,
          status: 'Complete',
        })),
      },
    };
  }
  if (n % 2 === 0) {
    const key = uuid(4_000_000 + n);
    return {
      type: types[2],
      eventType: 'invoices.write.successful',
      data: [{ dataType: 'invoices', status: 'Success', pushOperationKey: key }],
      payload: {
        id: key,
        type: 'invoices',
        referenceCompany,
        connectionId,
        status: 'Success',
        record: { id: uuid(n) },
      },
    };
  }
  return {
    type: types[0],
    eventType: 'connection.connected',
    data: [
      { dataConnectionId: connectionId, platformKey: 'gbol', newStatus: 'Linked', oldStatus: 'PendingAuth' },
    ],
    payload: { referenceCompany, connection: { id: connectionId, integrationKey: 'gbol', status: 'Linked' } },
  };
};
