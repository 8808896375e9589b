/**
 * The operations of the real service, as its public description has them, and what this copy makes of each. The page
 * `docs/reference/fidelity.md` and the words of a 404 follow from it; a test holds it to the routes that there are.
 * What is said to be missing is a list of ours, to be corrected by whoever knows better.
 */
export interface Operation {
  readonly area: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As in `/companies/{companyId}`; of one that is missing, `{a|b}` is one of these words, and `*` any rest. */
  readonly path: string;
  readonly fidelity: 'same' | 'differs' | 'missing';
  /** What differs, or what is missing. */
  readonly note: string;
}

type Line = readonly [operation: `${Operation['method']} /${string}`, note?: string];

const area = (name: string, ...lines: readonly Line[]): Operation[] =>
  lines.map(([operation, note = '']) => ({
    ...parts(operation),
    area: name,
    fidelity: note === '' ? ('same' as const) : ('differs' as const),
    note,
  }));

const parts = (operation: string): Pick<Operation, 'method' | 'path'> => {
  const [method, path] = operation.split(' ') as [Operation['method'], string];
  return { method, path };
};

const missing = (name: string, note: string, ...operations: readonly Line[0][]): Operation[] =>
  operations.map((operation) => ({ ...parts(operation), area: name, fidelity: 'missing', note }));

const connection = '/companies/{companyId}/connections/{connectionId}';
const generated = 'Data is generated; no platform is called.';
const simulated = 'The platform is simulated: what a push does to it is forgotten.';
const ownKeys = 'Also managed on the screen API keys of this copy.';
const untilCutover = 'Until the client is cut over, as in the real service; then 404.';

const covered: readonly Operation[] = [
  ...area(
    'Companies',
    [
      'POST /companies',
      'createdByUserName is the name of the API key. redirect leads to a link page of this copy.',
    ],
    ['GET /companies'],
    ['GET /companies/{companyId}'],
    ['PUT /companies/{companyId}'],
    ['PATCH /companies/{companyId}'],
    ['DELETE /companies/{companyId}'],
    ['PUT /companies/{companyId}/products/{productIdentifier}', 'Any identifier is accepted.'],
    ['DELETE /companies/{companyId}/products/{productIdentifier}'],
    [
      'POST /companies/{companyId}/products/{productIdentifier}/refresh',
      'Starts a sync of all data, whatever the product.',
    ],
  ),
  ...area(
    'Connections',
    ['POST /companies/{companyId}/connections', 'The link page is simulated: it grants good tokens.'],
    ['GET /companies/{companyId}/connections'],
    [`GET ${connection}`, 'connectionInfo is empty.'],
    [`PATCH ${connection}`],
    [`DELETE ${connection}`],
    [
      `PUT ${connection}/authorization`,
      'Fields follow the integration catalogue, which is ours to correct. Tokens are checked for form; one that this copy did not issue counts as good.',
    ],
  ),
  ...area(
    'Data',
    ['POST /companies/{companyId}/data/all', generated],
    ['POST /companies/{companyId}/data/queue/{dataType}', generated],
    ['GET /companies/{companyId}/dataStatus'],
    [
      'GET /companies/{companyId}/data/history',
      'A dataset takes 2 to 8 s, on a slow platform 20 times as long.',
    ],
    ['GET /companies/{companyId}/data/history/{datasetId}'],
    [
      'GET /companies/{companyId}/sync/{datasetId}/validation',
      'Generated data is valid: only a dataset that ended with an error has one.',
    ],
  ),
  ...area(
    'Sync settings',
    ['GET /profile/syncSettings', 'By default nothing is scheduled.'],
    [
      'POST /profile/syncSettings',
      'isLocked, syncFromUtc, syncFromWindow and monthsToSync are kept without effect.',
    ],
    ['GET /companies/{companyId}/syncSettings'],
    [
      'POST /companies/{companyId}/syncSettings',
      'isLocked, syncFromUtc, syncFromWindow and monthsToSync are kept without effect.',
    ],
  ),
  ...area(
    'Push',
    [`GET ${connection}/options/{dataType}`, 'The fields that platforms share, the same for each of them.'],
    [
      `POST ${connection}/push/{dataType}`,
      `${simulated} Attachments and allowSyncOnPushComplete are ignored.`,
    ],
    [`PUT ${connection}/push/{dataType}/{recordId}`, `${simulated} Any recordId is accepted.`],
    [`DELETE ${connection}/push/{dataType}/{recordId}`, `${simulated} Any recordId is accepted.`],
    ['GET /companies/{companyId}/push'],
    ['GET /companies/{companyId}/push/{pushOperationKey}'],
  ),
  ...area(
    'Custom data',
    [
      'GET /integrations/{platformKey}/dataTypes/{dataType}/supplementalDataConfig',
      'Generated data does not follow it.',
    ],
    [
      'PUT /integrations/{platformKey}/dataTypes/{dataType}/supplementalDataConfig',
      'Generated data does not follow it.',
    ],
    ['GET /integrations/{platformKey}/dataTypes/custom/{customDataIdentifier}'],
    [
      'PUT /integrations/{platformKey}/dataTypes/custom/{customDataIdentifier}',
      'Of requiredData only the names count.',
    ],
    [`GET ${connection}/data/custom/{customDataIdentifier}`, generated],
    [`POST ${connection}/data/queue/custom/{customDataIdentifier}`, generated],
  ),
  ...area(
    'Access',
    ['GET /companies/{companyId}/accessToken', 'The token gives access to nothing.'],
    [
      'GET /companies/{companyId}/connectionManagement/accessToken',
      'The token gives access to nothing: the link page needs none.',
    ],
    ['GET /connectionManagement/corsSettings'],
    [
      'POST /connectionManagement/corsSettings',
      'Opens the whole API to pages of these origins, with an API key.',
    ],
    ['GET /corsSettings'],
    ['POST /corsSettings', 'Opens the whole API to pages of these origins, with an API key.'],
  ),
  ...area(
    'Webhooks',
    ['GET /webhooks'],
    ['POST /webhooks', 'Custom headers are set in the desk instead of the management portal.'],
    ['DELETE /webhooks/{webhookId}'],
  ),
  ...area(
    'Legacy',
    ['GET /rules'],
    ['POST /rules', 'Mails are written to an outbox and never sent.'],
    ['GET /rules/{ruleId}'],
    ['GET /rules/alerts', untilCutover],
    ['GET /rules/{ruleId}/alerts', untilCutover],
    ['GET /rules/alerts/{alertId}', untilCutover],
    ['GET /profile'],
    ['PUT /profile'],
  ),
  ...area(
    'Integrations',
    ['GET /integrations', 'The catalogue of this copy, which is ours to correct.'],
    ['GET /integrations/{platformKey}', 'The catalogue of this copy, which is ours to correct.'],
    ['GET /integrations/{platformKey}/branding', 'Neutral pictures instead of logos of the platforms.'],
  ),
  ...area(
    'API keys',
    ['GET /apiKeys', ownKeys],
    ['POST /apiKeys', ownKeys],
    ['DELETE /apiKeys/{apiKeyId}', ownKeys],
  ),
];

const records =
  '{accounts|bankAccounts|billCreditNotes|billPayments|bills|creditNotes|customers|directCosts|directIncomes|info|invoices|itemReceipts|items|journalEntries|journals|paymentMethods|payments|purchaseOrders|salesOrders|suppliers|taxRates|trackingCategories|transfers}';
const connectionRecords =
  '{accountTransactions|bankAccounts|bankTransactions|billPayments|bills|customers|directCosts|directIncomes|invoices|itemReceipts|suppliers|transfers}';
const commerce =
  '{commerce-info|commerce-customers|commerce-disputes|commerce-locations|commerce-orders|commerce-paymentMethods|commerce-payments|commerce-productCategories|commerce-products|commerce-taxComponents|commerce-transactions}';
const banking =
  '{banking-accounts|banking-accountBalances|banking-transactionCategories|banking-transactions}';

const notHere: readonly Operation[] = [
  ...missing(
    'Standardised data',
    'Records are not generated, only datasets; custom data types have records.',
    `GET /companies/{companyId}/data/${records}`,
    `GET /companies/{companyId}/data/${records}/{recordId}`,
    'GET /companies/{companyId}/data/financials/{balanceSheet|cashFlowStatement|profitAndLoss}',
    `GET ${connection}/data/${connectionRecords}`,
    `GET ${connection}/data/${connectionRecords}/{recordId}`,
    `GET ${connection}/data/${commerce}`,
    `GET ${connection}/data/${banking}`,
  ),
  ...missing(
    'Attachments and files',
    'No files are kept.',
    'GET /companies/{companyId}/data/invoices/{invoiceId}/pdf',
    `GET /companies/{companyId}/data/${records}/{recordId}/attachments`,
    `GET ${connection}/data/${connectionRecords}/{recordId}/attachments`,
    `GET ${connection}/data/${connectionRecords}/{recordId}/attachments/{attachmentId}`,
    `GET ${connection}/data/${connectionRecords}/{recordId}/attachments/{attachmentId}/download`,
    `POST ${connection}/push/{dataType}/{recordId}/attachment`,
    'GET /companies/{companyId}/files',
    `POST ${connection}/files`,
  ),
  ...missing(
    'Metadata',
    'What platforms say of their own records is not simulated.',
    `GET ${connection}/data/{dataType}/metadata`,
    'GET /companies/{companyId}/data/{dataType}/metadata',
  ),
  ...missing(
    'Reports and lending',
    'Reports are made of records, which are not generated.',
    'GET /companies/{companyId}/reports/*',
    'POST /companies/{companyId}/reports/*',
    'GET /companies/{companyId}/assess/*',
    'GET /data/companies/{companyId}/assess/*',
    'POST /data/companies/{companyId}/assess/*',
    'GET /companies/{companyId}/lending/*',
    'GET /companies/{companyId}/categories',
    'PUT /companies/{companyId}/categories',
  ),
  ...missing(
    'Bank feeds',
    'Source accounts and their transactions are not simulated.',
    `GET ${connection}/connectionInfo/bankFeedAccounts`,
    `POST ${connection}/connectionInfo/bankFeedAccounts`,
    `PUT ${connection}/connectionInfo/bankFeedAccounts`,
    `PATCH ${connection}/connectionInfo/bankFeedAccounts/{accountId}`,
    `DELETE ${connection}/connectionInfo/bankFeedAccounts/{accountId}`,
  ),
  ...missing(
    'Sync products',
    'Syncs of expenses, payables and commerce are products of their own. Example events of expenses can be published.',
    'GET /companies/{companyId}/sync/{commerce|expenses|payables}/*',
    'POST /companies/{companyId}/sync/{commerce|expenses|payables}/*',
    'PUT /companies/{companyId}/sync/{commerce|expenses|payables}/*',
    'PATCH /companies/{companyId}/sync/{commerce|expenses|payables}/*',
    'GET /config/*',
    'GET /meta/*',
  ),
  ...missing(
    'Groups',
    'Companies have no groups.',
    'GET /groups',
    'POST /groups',
    'PUT /companies/{companyId}/groups/{groupId}',
    'DELETE /companies/{companyId}/groups/{groupId}',
  ),
];

export const operations: readonly Operation[] = [...covered, ...notHere];

let patterns: readonly RegExp[] | undefined;

/** Whether the real service has that path and this copy has not, for a path that no route has. */
export const isMissingHere = (path: string): boolean => {
  patterns ??= [...new Set(notHere.map((operation) => operation.path))].map(toPattern);
  return patterns.some((pattern) => pattern.test(path));
};

const toPattern = (path: string): RegExp => {
  const source = path
    .replace(/\*/g, '.+')
    .replace(/\{([^}]+)\}/g, (_, name: string) => (name.includes('|') ? `(?:${name})` : '[^/]+'));
  return new RegExp(`^${source}/?$`);
};
