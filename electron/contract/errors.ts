/**
 * The error catalogue: every error that the service or the desk can answer, in one place.
 * `text` is a template; `{name}` is filled from the details given. Sources: `domain.md` section 2.
 */
export type CanBeRetried = 'Yes' | 'No' | 'Unknown';

export interface CatalogueEntry {
  readonly statusCode: number;
  /** Stable number that a client may switch on; unique in the catalogue. */
  readonly detailedErrorCode: number;
  readonly canBeRetried: CanBeRetried;
  readonly text: string;
}

const entry = (
  statusCode: number,
  detailedErrorCode: number,
  canBeRetried: CanBeRetried,
  text: string,
): CatalogueEntry => ({ statusCode, detailedErrorCode, canBeRetried, text });

export const errorCatalogue = {
  'request.invalid': entry(400, 40001, 'No', 'The request was not accepted: {problem}'),
  'request.malformedJson': entry(
    400,
    40002,
    'No',
    'The body is not valid JSON: {problem}. Send one JSON value, UTF-8 encoded.',
  ),
  'query.malformed': entry(
    400,
    40003,
    'No',
    'The query can\'t be read at position {position}: {problem}. Write conditions such as name=value or status!="Linked", joined by && or ||.',
  ),
  'company.noLinkedConnection': entry(
    400,
    40004,
    'No',
    'Company {companyId} has no Linked connection, so there is nothing to sync. Link one, or authorize it with PUT /companies/{companyId}/connections/:connectionId/authorization.',
  ),
  'webhook.headersNotHere': entry(
    400,
    40005,
    'No',
    "Custom headers can't be set through the API. Set them in the management portal, which locally is the desk (PUT /api/endpoints/:id/headers).",
  ),
  'profile.authHeaderMoved': entry(
    400,
    40006,
    'No',
    'alertAuthHeader can no longer be changed: this client is cut over to the new webhook service, and headers now live on the endpoint. Set the custom header Authorization on each endpoint.',
  ),
  'connection.notLinked': entry(
    400,
    40007,
    'No',
    'Connection {connectionId} is {status}, so no data can be read from it. Link it, or authorize it with PUT /companies/{companyId}/connections/{connectionId}/authorization.',
  ),
  'auth.missing': entry(
    401,
    40101,
    'No',
    'No API key was sent. Add the header Authorization: Basic <base64 of the API key>.',
  ),
  'auth.wrong': entry(
    401,
    40102,
    'No',
    "The API key is not one of this client's. List the keys with `carryover keys`.",
  ),
  'deskAuth.wrong': entry(
    401,
    40103,
    'No',
    'The desk token is missing or wrong. Add the header Authorization: Bearer <desk token>; it is in the ready line of `carryover serve --json`.',
  ),
  'account.limit': entry(402, 40201, 'No', 'The account limit is reached (asked for by a fault).'),
  'access.denied': entry(403, 40301, 'No', 'Access is denied (asked for by a fault).'),
  'host.foreign': entry(
    403,
    40302,
    'No',
    'The request names the host "{host}", which this server does not answer for. Use 127.0.0.1 or localhost, or start with --allow-host {host}.',
  ),
  'origin.foreign': entry(
    403,
    40303,
    'No',
    'The form was sent by a page of another site, so nothing was done. Open the link page itself and use its buttons.',
  ),
  'target.notAPath': entry(
    403,
    40304,
    'No',
    'The request names more than a path and a query, such as a whole URL or a fragment. Send a target such as /companies?page=1, and name the host in the header Host alone.',
  ),
  'company.notFound': entry(404, 40401, 'No', 'There is no company {companyId}.'),
  'connection.notFound': entry(404, 40402, 'No', 'Company {companyId} has no connection {connectionId}.'),
  'dataset.notFound': entry(404, 40403, 'No', 'Company {companyId} has no dataset {datasetId}.'),
  'integration.notFound': entry(
    404,
    40404,
    'No',
    'There is no integration with the platform key "{platformKey}". GET /integrations lists them.',
  ),
  'webhook.notFound': entry(404, 40405, 'No', 'There is no webhook endpoint {webhookId}.'),
  'rule.notFound': entry(404, 40406, 'No', 'There is no rule {ruleId}.'),
  'alert.notFound': entry(404, 40407, 'No', 'There is no alert {alertId}.'),
  'apiKey.notFound': entry(404, 40408, 'No', 'There is no API key {apiKeyId}.'),
  'message.notFound': entry(404, 40409, 'No', 'There is no message {messageId}.'),
  'delivery.notFound': entry(
    404,
    40410,
    'No',
    'Message {messageId} was never addressed to endpoint {webhookId}. Replay the endpoint to create what it missed.',
  ),
  'route.notFound': entry(404, 40411, 'No', 'There is no {method} {path}. See /docs for what there is.'),
  'deskRoute.notFound': entry(
    404,
    40413,
    'No',
    'There is no {method} {path}. See /api/docs for what there is.',
  ),
  'alerts.gone': entry(
    404,
    40412,
    'No',
    'The alerts endpoints no longer answer: this client is cut over to the new webhook service. Use the message log instead.',
  ),
  'method.notAllowed': entry(405, 40501, 'No', '{method} is not allowed on {path}. Allowed: {allowed}.'),
  'integration.disabled': entry(
    409,
    40901,
    'No',
    'The integration "{platformKey}" is not enabled, so no connection can be made to it.',
  ),
  'webhook.limit': entry(
    409,
    40902,
    'No',
    'There are {limit} endpoints already, which is the most there can be. Delete one first.',
  ),
  'webhook.disabled': entry(
    409,
    40903,
    'No',
    'Endpoint {webhookId} is disabled, so nothing is sent to it. Enable it first.',
  ),
  'apiKey.limit': entry(
    409,
    40904,
    'No',
    'There are {limit} API keys already, which is the most there can be. Delete one first.',
  ),
  'apiKey.last': entry(
    409,
    40905,
    'No',
    'This is the only API key left; deleting it would lock everyone out. Create another one first.',
  ),
  'connection.transition': entry(
    409,
    40906,
    'No',
    "Connection {connectionId} is {status}, which can't become {wanted}.",
  ),
  'cutover.done': entry(
    409,
    40907,
    'No',
    'This client is cut over already. Undo it first to cut over again.',
  ),
  'cutover.notDone': entry(409, 40908, 'No', 'This client is not cut over, so there is nothing to undo.'),
  'cutover.tooMany': entry(
    409,
    40909,
    'No',
    'The cutover would make {wanted} endpoints more, and only {room} fit under the limit of {limit}. Delete endpoints or join rules first.',
  ),
  'clock.notVirtual': entry(
    409,
    40910,
    'No',
    "The clock is the system's, which can't be moved. Start with --clock virtual to advance time.",
  ),
  'clock.backwards': entry(
    409,
    40911,
    'No',
    'The clock stands at {now} and only moves forward; {wanted} is before that.',
  ),
  'clock.busy': entry(409, 40912, 'Yes', 'The clock is already being advanced. Wait until that is done.'),
  'clock.paused': entry(409, 40914, 'No', 'The clock is paused, so nothing can fall due. Resume it first.'),
  'seed.notEmpty': entry(
    409,
    40913,
    'No',
    'The sandbox is not empty. Reset it first, or send "replace": true.',
  ),
  'body.tooLarge': entry(
    413,
    41301,
    'No',
    'The body is larger than the limit of {limit} bytes. Send less in one request.',
  ),
  'body.mediaType': entry(
    415,
    41501,
    'No',
    'The content type {mediaType} is not understood here. Send application/json.',
  ),
  'rateLimit.reached': entry(
    429,
    42901,
    'Yes',
    'The daily quota of {quota} requests is used up. It is reset at {resetAt}.',
  ),
  'rateLimit.fault': entry(429, 42902, 'Yes', 'Too many requests (asked for by a fault).'),
  'server.internal': entry(
    500,
    50001,
    'Unknown',
    'Something went wrong here. The log has the details under this correlation id.',
  ),
  'server.fault': entry(500, 50002, 'Unknown', 'An internal error (asked for by a fault).'),
  'server.unavailable': entry(503, 50301, 'Yes', 'The service is not available (asked for by a fault).'),
  'server.stopping': entry(503, 50302, 'Yes', 'The service is shutting down.'),
  'store.full': entry(
    503,
    50303,
    'Yes',
    'The disk is full, so nothing was changed. Free some room; work goes on by itself then.',
  ),
  'store.damaged': entry(
    503,
    50304,
    'No',
    'The database {file} is damaged, so nothing more is written to it. Stop, keep a copy of the file, and start with another data folder or after moving it away.',
  ),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** One mended-able problem of the input. `itemId` names the field, as a path with dots. */
export interface ValidationItem {
  itemId: string;
  message: string;
  validatorName: string;
}

/** An error out of the catalogue. Thrown anywhere; turned into the wire shape at the edge. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
  readonly code: ErrorCode;
  readonly entry: CatalogueEntry;
  readonly validation: readonly ValidationItem[];

  constructor(
    code: ErrorCode,
    details: Record<string, string | number> = {},
    validation: readonly ValidationItem[] = [],
    options?: ErrorOptions,
  ) {
    const found: CatalogueEntry = errorCatalogue[code];
    super(fill(found.text, details), options);
    this.code = code;
    this.entry = found;
    this.validation = validation;
  }
}

/** Bad input: one sentence made of all the problems, and one validation item for each. */
export const invalid = (...items: readonly ValidationItem[]): CatalogueError =>
  new CatalogueError('request.invalid', { problem: items.map((item) => item.message).join(' ') }, items);

const fill = (template: string, details: Record<string, string | number>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => (name in details ? String(details[name]) : whole));
