import type { UnknownSigner } from './signature-states.ts';
import type { Unconfirmed } from './target.ts';

/**
 * The error catalogue: every error that the service or the desk can answer, in one place.
 * `text` is a template; `{name}` is filled from the details given. Source: `docs/reference/rules/api.md#errors`.
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
  'backup.notFound': entry(
    404,
    41106,
    'No',
    'Backup {name} not found; it may have been replaced by newer ones. Choose one from the list of backups.',
  ),
  'backup.damaged': entry(
    409,
    41107,
    'No',
    'Backup {name} is damaged. Nothing was changed. Choose another one.',
  ),
  'backup.otherForm': entry(
    409,
    41108,
    'No',
    'Backup {name} has a schema that this version does not know, probably from a newer version. Nothing was changed. Use the newer version, or choose another backup.',
  ),
  'backup.otherKey': entry(
    409,
    41109,
    'No',
    "Backup {name} was made with another data key, so its cases can't be verified. Nothing was changed. Choose a backup made since the key was renewed.",
  ),
  'backup.underWay': entry(
    409,
    41110,
    'Yes',
    'Nothing was restored: {what}. Wait until it ends or stop it, then restore.',
  ),
  'backup.notRestored': entry(
    500,
    41111,
    'Unknown',
    'Backup {name} could not be restored: {problem} The desk continues with the current database.',
  ),
  'backup.hostEnds': entry(
    500,
    41114,
    'Unknown',
    'Backup {name} could not be restored, and the desk could not be reopened: {problem} The local service stops now. The app restarts it; otherwise run `carryover serve` again. The database is intact, and the previous state is in the list of backups.',
  ),
  'verification.nothingToAccept': entry(
    409,
    41180,
    'No',
    'Nothing to accept: the desk database is unchanged since Carryover last wrote it.',
  ),
  'target.proxyLost': entry(
    409,
    41113,
    'No',
    'The proxy of "{target}" can\'t be decrypted: its key is lost. Nothing was sent. Set the proxy of the target again, or remove it (on the command line: `carryover targets change` with --proxy or --no-proxy).',
  ),
  'licences.notBuilt': entry(
    404,
    41112,
    'No',
    'The list of licences is missing: it is created by the build. Run `npm run build`.',
  ),
  'upload.tooLarge': entry(
    413,
    41103,
    'No',
    'The file is larger than {limit} bytes and was not stored. Upload only what is needed, such as sources without build output, or use the command line with the path of the file, which has no limit.',
  ),
  'upload.noSpace': entry(
    507,
    41104,
    'Yes',
    'Not enough disk space for the file; it was not stored. Free disk space and upload it again, or use the command line with the path of the file, which needs no copy.',
  ),
  'upload.tooMuch': entry(
    507,
    41115,
    'Unknown',
    'Uploads of one day are limited to {limit} bytes in total; this file was not stored. Uploads are deleted after a day and at each start of the local service. Or use the command line with the path of the file, which needs no copy.',
  ),
  'upload.notFound': entry(
    404,
    41105,
    'No',
    'Upload {id} not found; it may have been deleted. Upload the file again.',
  ),
  'path.fromBrowser': entry(
    403,
    41118,
    'No',
    '{field} is a path on this machine, which is not allowed from a browser. Nothing was read. Upload the file, or use the desktop app or the command line.',
  ),
  'session.none': entry(
    401,
    41100,
    'No',
    'No session, or it has expired: a session ends after 12 hours without use, and with the host. Run `carryover open` and open the new address in this browser.',
  ),
  'session.ticketUsed': entry(
    401,
    41101,
    'No',
    'This address was already used or is older than 10 minutes: each works once. Run `carryover open` for a new one.',
  ),
  'account.limit': entry(402, 40201, 'No', 'The account limit is reached (simulated by a fault).'),
  'access.denied': entry(403, 40301, 'No', 'Access is denied (simulated by a fault).'),
  'host.foreign': entry(
    403,
    40302,
    'No',
    'Host "{host}" is not allowed. Use 127.0.0.1 or localhost, or start with --allow-host {host}.',
  ),
  'origin.foreign': entry(
    403,
    40303,
    'No',
    'The form was sent by a page of another site. Nothing was done. Open the link page itself and use its buttons.',
  ),
  'origin.notThisPage': entry(
    403,
    41102,
    'No',
    'The request was sent by a page of another site or port. Nothing was done. Use the page that this desk serves.',
  ),
  'origin.foreignPage': entry(
    403,
    40305,
    'No',
    'The request was sent by a page of another site or port. Nothing was done. Call the API from a server, or try it at /docs.',
  ),
  'target.notAPath': entry(
    403,
    40304,
    'No',
    'The request target must be a path and a query only, such as /companies?page=1. Send the host only in the Host header.',
  ),
  'company.notFound': entry(404, 40401, 'No', 'Company {companyId} not found.'),
  'connection.notFound': entry(404, 40402, 'No', 'Company {companyId} has no connection {connectionId}.'),
  'dataset.notFound': entry(404, 40403, 'No', 'Company {companyId} has no dataset {datasetId}.'),
  'integration.notFound': entry(
    404,
    40404,
    'No',
    'No integration has the platform key "{platformKey}". List them with GET /integrations.',
  ),
  'webhook.notFound': entry(404, 40405, 'No', 'Webhook endpoint {webhookId} not found.'),
  'rule.notFound': entry(404, 40406, 'No', 'Rule {ruleId} not found.'),
  'alert.notFound': entry(404, 40407, 'No', 'Alert {alertId} not found.'),
  'apiKey.notFound': entry(404, 40408, 'No', 'API key {apiKeyId} not found.'),
  'message.notFound': entry(404, 40409, 'No', 'Message {messageId} not found.'),
  'delivery.notFound': entry(
    404,
    40410,
    'No',
    'Message {messageId} has no delivery to endpoint {webhookId}. Replay the endpoint to create missing deliveries.',
  ),
  'route.notFound': entry(404, 40411, 'No', '{method} {path} does not exist. See /docs for the API.'),
  'deskRoute.notFound': entry(404, 40413, 'No', '{method} {path} does not exist. See /api/docs for the API.'),
  'alerts.gone': entry(
    404,
    40412,
    'No',
    'The alerts endpoints are gone: this client is cut over to the new webhook service. Use the message log instead.',
  ),
  'method.notAllowed': entry(405, 40501, 'No', '{method} is not allowed on {path}. Allowed: {allowed}.'),
  'integration.disabled': entry(
    409,
    40901,
    'No',
    'The integration "{platformKey}" is not enabled. Enable it before connecting.',
  ),
  'webhook.limit': entry(409, 40902, 'No', 'The limit of {limit} endpoints is reached. Delete one first.'),
  'webhook.disabled': entry(
    409,
    40903,
    'No',
    'Endpoint {webhookId} is disabled, so nothing is sent to it. Enable it first.',
  ),
  'apiKey.limit': entry(409, 40904, 'No', 'The limit of {limit} API keys is reached. Delete one first.'),
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
    "Connection {connectionId} is {status} and can't become {wanted}.",
  ),
  'cutover.done': entry(
    409,
    40907,
    'No',
    'This client is already cut over. Verify it in the case, under Eligibility (on the command line: `carryover request verify`). To cut over again, undo it first, under Local API (without the page: POST /api/cutover/undo of the desk).',
  ),
  'cutover.notDone': entry(409, 40908, 'No', 'Nothing to undo: this client is not cut over.'),
  'cutover.tooMany': entry(
    409,
    40909,
    'No',
    'The cutover needs {wanted} more endpoints, but the limit of {limit} leaves {room}. Delete endpoints or merge rules first.',
  ),
  'clock.notVirtual': entry(
    409,
    40910,
    'No',
    "The system clock can't be advanced. Use a virtual clock: `carryover serve --clock virtual`.",
  ),
  'clock.backwards': entry(
    409,
    40911,
    'No',
    'The clock is at {now} and only moves forward; {wanted} is earlier.',
  ),
  'clock.busy': entry(409, 40912, 'Yes', 'The clock is already being advanced. Wait until it is done.'),
  'clock.paused': entry(409, 40914, 'No', 'The clock is paused, so nothing becomes due. Resume it first.'),
  'seed.notEmpty': entry(
    409,
    40913,
    'No',
    'The sandbox is not empty. Reset it first, or send "replace": true.',
  ),
  'request.tooSlow': entry(
    408,
    40801,
    'Yes',
    'The request was too slow: headers must arrive within 15 s, the body after 20 s with at least 4 KiB/s. Nothing was done. Send it again.',
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
    'Content type {mediaType} is not supported. Send application/json.',
  ),
  'rateLimit.reached': entry(
    429,
    42901,
    'Yes',
    'The daily quota of {quota} requests is used up. It resets at {resetAt}.',
  ),
  'rateLimit.fault': entry(429, 42902, 'Yes', 'Too many requests (simulated by a fault).'),
  'server.internal': entry(500, 50001, 'Unknown', 'Internal error. See the log for this correlation id.'),
  'server.fault': entry(500, 50002, 'Unknown', 'Internal error (simulated by a fault).'),
  'server.unavailable': entry(503, 50301, 'Yes', 'The service is unavailable (simulated by a fault).'),
  'stream.full': entry(
    503,
    50305,
    'Yes',
    'The event stream has reached its limit of {limit} readers. Close a page or program that reads it, then try again.',
  ),
  'server.stopping': entry(503, 50302, 'Yes', 'The service is shutting down.'),
  'store.full': entry(
    503,
    50303,
    'Yes',
    'The disk is full. Nothing was changed. Free disk space; work resumes automatically.',
  ),
  'store.damaged': entry(
    503,
    50304,
    'No',
    'The database {file} is damaged; writing to it has stopped. Stop Carryover, keep a copy of the file, then start with another data folder or without the file.',
  ),
  'store.newer': entry(
    503,
    50307,
    'No',
    'The data folder {dataDir} was written by a newer version of Carryover (unknown schema migrations: {migrations}). Nothing was changed. Use the newer version, or choose another folder with --data.',
  ),
  'case.notFound': entry(
    404,
    40414,
    'No',
    'Case {reference} not found. List the cases on Home (on the command line: `carryover case list`).',
  ),
  'contact.notFound': entry(404, 40415, 'No', 'The case has no contact {id}.'),
  'note.notFound': entry(404, 40416, 'No', 'The case has no note {id}.'),
  'attachment.notFound': entry(404, 40417, 'No', 'The case has no attachment {id}.'),
  'attachment.leftOut': entry(
    404,
    41442,
    'No',
    'The content of attachment "{name}" is missing: it holds secrets and was imported without the passphrase, or its key is lost. Import the case again with the passphrase.',
  ),
  'step.notFound': entry(404, 40418, 'No', 'The case has no step {id}. Its steps are: {steps}.'),
  'target.notFound': entry(
    404,
    40419,
    'No',
    'Target {reference} not found. List the targets in Settings (on the command line: `carryover targets list`).',
  ),
  'job.notFound': entry(
    404,
    40420,
    'No',
    'Job {jobId} not found. Jobs end with the host; their results are in the case.',
  ),
  'finding.notFound': entry(404, 40421, 'No', 'No evidence of this case has a finding {findingId}.'),
  'observation.notFound': entry(404, 40422, 'No', 'The case has no observation {id}.'),
  'migrationRequest.none': entry(
    404,
    40423,
    'No',
    'The case has no migration request. Draft one once its verdict is eligible.',
  ),
  'case.damaged': entry(
    409,
    40946,
    'No',
    "The audit chain of case {caseId} is broken: {problem} The case can't be shown, changed or exported. Verify the audit chain for details (on the command line: `carryover verify`), then restore a backup or import a colleague's export.",
  ),
  'case.badTransition': entry(409, 40947, 'No', "The case is {state}, so it can't be {wanted}."),
  'case.ambiguous': entry(
    409,
    40930,
    'No',
    '"{reference}" matches several cases: {candidates}. Use a longer id.',
  ),
  'case.notOpen': entry(409, 40931, 'No', "The case is {state} and can't be changed. Reopen it first."),
  'case.conflict': entry(
    409,
    40932,
    'No',
    'Someone else changed this since revision {revision} (now {current}). Nothing was overwritten: {summary}. Compare both versions, and save yours again with the new revision if it still applies.',
  ),
  'case.removalStale': entry(
    409,
    40933,
    'No',
    'The case changed since the deletion was previewed. Review it again, then confirm.',
  ),
  'caseFile.diverged': entry(
    409,
    40934,
    'No',
    "This case and the file diverge after entry {common} (here: {here}; in the file: {there}) and can't be merged. Nothing was changed. Keep one and delete the other, or continue both on different desks.",
  ),
  'target.nameTaken': entry(409, 40935, 'No', 'A target named "{name}" already exists. Choose another name.'),
  'target.inUse': entry(
    409,
    40936,
    'No',
    'The target is used by {cases}. Set another target for these cases first.',
  ),
  'target.keyLost': entry(
    409,
    40948,
    'No',
    'The API key of target "{target}" can\'t be decrypted: its data key is lost. Set the API key of the target again (on the command line: `carryover targets change`).',
  ),
  'case.nameTaken': entry(
    409,
    40949,
    'No',
    'A case named "{name}" already exists ({id}). Choose another name, or use that case.',
  ),
  'target.builtIn': entry(
    409,
    40937,
    'No',
    "The local service is built in: this target can't be changed or removed.",
  ),
  'target.unconfirmed': entry(
    409,
    40938,
    'No',
    'This changes the remote target "{target}" by {count}. Nothing was sent. Review the calls, then confirm.',
  ),
  'eligibility.notByAnswer': entry(
    409,
    40939,
    'No',
    '"Not found" for {row} needs evidence, not an answer: {shown}. To decide against the evidence, override the result with a reason.',
  ),
  'observation.closed': entry(409, 40940, 'No', 'The observation "{name}" is already closed.'),
  'migrationRequest.notEligible': entry(
    409,
    40941,
    'No',
    "The verdict is {state}, so the migration can't be requested yet. {todo}",
  ),
  'migrationRequest.wrongStep': entry(
    409,
    40942,
    'No',
    "The migration request is {state}, so it can't become {wanted}.",
  ),
  'migrationRequest.notSent': entry(
    409,
    41091,
    'No',
    "The migration request was not sent, so it can't be {wanted}. Send it and record that first (on the command line: `carryover request sent`).",
  ),
  'migrationRequest.noClientId': entry(
    409,
    41092,
    'No',
    "The migration request has no client id, so the provider can't tell which client to migrate; the target does not return it. Set it on the case (on the command line: `carryover case change <case> --client-id ID`), draft the request again, and send that.",
  ),
  'portalHeader.notFound': entry(
    409,
    41093,
    'No',
    'No auth header is recorded for the portal. Answer the check auth-header-portal with "found" first, then supply the header.',
  ),
  'portalHeader.noProfile': entry(
    409,
    41094,
    'No',
    "The profile has no auth header, so the portal's can't equal it. Supply its value (on the command line: `carryover request portal-header --file FILE`).",
  ),
  'grant.remoteTarget': entry(
    409,
    40943,
    'No',
    'Target "{target}" is remote: only its provider can grant the migration. Send the migration request, then verify the cutover.',
  ),
  'tokens.runActive': entry(
    409,
    41080,
    'No',
    'A token migration of this case {what}. Wait until it ends, or resume or cancel it first, under Tokens (on the command line: `carryover tokens status`).',
  ),
  'tokens.runNotFound': entry(
    404,
    41081,
    'No',
    'The case has no run {runId}. List its runs under Tokens (on the command line: `carryover tokens status`).',
  ),
  'tokens.rowNotFound': entry(
    404,
    41086,
    'No',
    'The case has no token row {rowId}. A later import may have replaced it: search the rows for its reference.',
  ),
  'tokens.noResults': entry(409, 41087, 'No', 'Run {runId} has no results by company: {why}'),
  'tokens.noRun': entry(409, 41082, 'No', 'No run to {wanted}: {why}.'),
  'tokens.nothingToRun': entry(409, 41083, 'No', 'Nothing to do: {why}.'),
  'tokens.rowsChanged': entry(
    409,
    41085,
    'Yes',
    '{rows} of the selected rows were imported again meanwhile, such as "{ref}". Nothing was started. Review the ready rows, then start again.',
  ),
  'tokens.otherDesk': entry(
    409,
    41116,
    'No',
    'Another desk ({desk}) has been migrating this list to "{target}" since {since}: {companies} of its companies have that tag, such as "{ref}". Nothing was started, since both would create every company. Wait until that run ends, or give a reason to run beside it (on the command line: --beside-other-desk "<reason>"). Cancel a paused run first.',
  ),
  'tokens.noDuplicates': entry(409, 41117, 'No', 'No duplicates to decide: {why}.'),
  'tokens.noneOwned': entry(
    409,
    41192,
    'No',
    'Nothing was removed: this desk created none of the duplicates. Keep them with a reason, or ask their creator to remove them.',
  ),
  'tokens.gate': entry(409, 41084, 'No', 'A requirement of the managed migration is not met: {why}'),
  'tokens.outsideWindow': entry(
    409,
    41190,
    'No',
    'Nothing was sent: the {kind} would start {outside}. Start it within the migration window, or override the window with a reason (on the command line: `--override-window "why"`).',
  ),
  'rehearsal.noRows': entry(409, 41060, 'No', 'Nothing to rehearse: {why}.'),
  'rehearsal.noTokens': entry(
    409,
    41061,
    'No',
    "Tokens of platform {platform} can't be simulated ({rows} affected), so nothing was rehearsed: {problem} Or rehearse only the other rows.",
  ),
  'rehearsal.notEnded': entry(
    409,
    41062,
    'No',
    'Rehearsal {runId} has no results: it is still running, or ended with the host. Wait until it ends, or rehearse again.',
  ),
  'file.unreadable': entry(400, 40030, 'No', "{path} can't be read: {problem}."),
  'source.notSupported': entry(
    400,
    40040,
    'No',
    '{path} is neither a folder nor a readable archive: {problem}. Use a folder, .zip, .tar, .tar.gz or .tgz.',
  ),
  'archive.unreadable': entry(
    400,
    40041,
    'No',
    "The archive {path} can't be read: {problem}. Nothing was checked. Create or copy it again.",
  ),
  'traffic.formatUnknown': entry(
    400,
    40042,
    'No',
    'The log format of {path} is unknown. Supported: HAR, nginx and Apache combined, JSON lines, CSV, each also as .gz. If it is one of these, name the format.',
  ),
  'traffic.fieldsUnknown': entry(
    400,
    40043,
    'No',
    'Fields or columns of {path} could not be detected: {problem}. Name them, such as time=when and path=request.uri.',
  ),
  'traffic.hostUnknown': entry(
    400,
    40072,
    'No',
    'The logs have no calls to {hosts}, only to {known}. Use hosts from this list, or read the logs again with the hosts named.',
  ),
  'traffic.notAsked': entry(
    409,
    40974,
    'No',
    "The hosts of this evidence can't be assigned afterwards: {problem}. Read the logs again with the hosts named.",
  ),
  'reading.failed': entry(
    500,
    50040,
    'Unknown',
    'Reading failed: {problem}. Nothing was checked. Read less at once, or report this.',
  ),
  'reading.tooLong': entry(
    413,
    41302,
    'No',
    '{what} exceeded the limit of {seconds} s; reading was stopped. Nothing was checked or changed. Split it, or leave out parts, then try again.',
  ),
  'reading.tooMuchMemory': entry(
    413,
    41303,
    'No',
    '{what} exceeded the limit of {megabytes} MB of memory; reading was stopped. Nothing was checked or changed. Split it, or leave out parts, then try again.',
  ),
  'reading.tooLarge': entry(
    413,
    41304,
    'No',
    '{what} exceeded the limit of {megabytes} MB; reading was stopped. Nothing was checked or changed. Split it, or leave out parts, then try again.',
  ),
  'caseFile.unreadable': entry(
    400,
    40031,
    'No',
    'The case file is incomplete: {problem}. Nothing was imported. Ask for the file again.',
  ),
  'caseFile.newer': entry(
    400,
    40032,
    'No',
    'The case file has version {version}; this Carryover supports versions up to {known}. Nothing was imported. Use a newer Carryover.',
  ),
  'caseFile.damaged': entry(
    400,
    40033,
    'No',
    'The case file is damaged or was changed: {problem}. Nothing was imported. Ask for the file again.',
  ),
  'caseFile.unknownSigner': entry(
    409,
    41170,
    'No',
    "The case file was signed by {signer}. Nothing was imported. Compare the fingerprint with your colleague's (Settings, or `carryover identity`), then trust each key or accept this file only (on the command line: --trust or --accept with the fingerprint). A revoked key can only be accepted. {fingerprints}.",
  ),
  'attachment.erased': entry(
    404,
    41171,
    'No',
    'The content of the attachment was erased. See the timeline of the case for who and why.',
  ),
  'erasure.nothing': entry(
    409,
    41172,
    'No',
    'Nothing was erased: the selection has no personal data, or it is already erased.',
  ),
  'caseFile.passphrase': entry(
    400,
    40034,
    'No',
    'The passphrase does not decrypt the secrets of this file. Nothing was imported. Try again, or import without a passphrase and without the secrets.',
  ),
  'caseFile.costly': entry(
    400,
    40035,
    'No',
    'Decrypting this file needs {needed} MiB of memory; the limit is {most} MiB. Nothing was imported. Carryover does not write such files: ask the sender, or import without a passphrase.',
  ),
  'caseFile.busy': entry(
    503,
    50306,
    'Yes',
    'Too many exports or imports with a passphrase are running. Try again in a few seconds.',
  ),
  'identity.noKey': entry(
    400,
    40080,
    'No',
    'Not a public key. Use 32 bytes in base64, or a minisign public key (see `carryover identity` on the other machine).',
  ),
  'identity.ownKey': entry(400, 40081, 'No', "This is your own signing key. Use a colleague's key."),
  'identity.notKnown': entry(
    404,
    40480,
    'No',
    'Colleague {reference} not found. List colleagues with `carryover identity`.',
  ),
  'identity.severalKnown': entry(
    409,
    40980,
    'No',
    '{reference} matches several colleagues. Use the key or fingerprint (see `carryover identity`).',
  ),
  'identity.keyFile': entry(
    400,
    40082,
    'No',
    'The key file is incomplete: {problem}. The signing key was not changed. Use the file from `carryover identity export`.',
  ),
  'identity.passphrase': entry(
    400,
    40083,
    'No',
    'The passphrase is wrong, or the key file was changed. The signing key was not changed. Try again.',
  ),
  'allowList.unreadable': entry(
    400,
    40050,
    'No',
    "The text can't be read as {format}: {problem}. Nothing was checked. Export it again, or choose another format.",
  ),
  'allowList.unrecognized': entry(
    400,
    40051,
    'No',
    'The format of the text was not recognised. Choose one: {formats}.',
  ),
  'allowList.otherTool': entry(
    400,
    40071,
    'No',
    '{tool} configurations are not supported. Nothing was checked. List the allowed addresses and networks, one per line, or check the two source addresses in {tool}.',
  ),
  'headers.nothingReceived': entry(
    400,
    40052,
    'No',
    'No headers found. Paste them from the consumer\'s log: one "Name: value" per line, or one JSON object.',
  ),
  'headers.severalReceived': entry(
    400,
    40053,
    'No',
    'The text has headers of several requests. Paste the headers of one request.',
  ),
  'headers.noPlan': entry(
    409,
    40960,
    'No',
    'The case has no header values for endpoint {webhookId} to compare with. Set them first.',
  ),
  'headers.noTrigger': entry(
    409,
    40961,
    'No',
    'Endpoint {webhookId} is not subscribed to company.created for all companies, so no event can be triggered. Wait for a real event, then paste the headers the consumer received.',
  ),
  'headers.noClientId': entry(
    409,
    40962,
    'No',
    'The client id is unknown. Enter it, or set it on the target or the case.',
  ),
  'headers.wayOfCheck': entry(
    409,
    40963,
    'No',
    'Target "{target}" is remote, so its requests can\'t be seen from here. Paste the headers the consumer received, or trigger an event.',
  ),
  'headers.companyLeft': entry(
    502,
    50260,
    'No',
    'Company {companyId}, created on target "{target}" for a check, could not be deleted: {problem} Delete it manually.',
  ),
  'headers.companyUncertain': entry(
    502,
    50261,
    'Unknown',
    'A company may have been created on target "{target}" for a check: {problem} Search for "{name}" and delete it.',
  ),
  'headers.valuesMissing': entry(
    409,
    40965,
    'No',
    'The values of {names} are missing: the case was imported without its secrets. Set them again, or import the case with its passphrase.',
  ),
  'webhook.ambiguous': entry(
    409,
    40964,
    'No',
    '"{reference}" matches several endpoints: {candidates}. Use a longer id.',
  ),
  'webhook.unknownReference': entry(
    404,
    41450,
    'No',
    'The target has no endpoint "{reference}". List the endpoints under Headers (on the command line: `carryover headers show CASE`).',
  ),
  'target.alertsPath': entry(
    409,
    40950,
    'No',
    'Nothing was sent: {path} may be an alerts endpoint. The desk never calls these, since a call would count as evidence. Use the message log instead.',
  ),
  'target.unreachable': entry(
    502,
    50201,
    'Yes',
    'The target "{target}" at {baseUrl} can\'t be reached: {problem}.',
  ),
  'target.refused': entry(
    502,
    50202,
    'Unknown',
    'The target "{target}" responded to {method} {path} with {statusCode}: {problem}',
  ),
  'configuration.malformed': entry(
    400,
    40970,
    'No',
    '{path} is not an exported configuration: {problem}. Save the unchanged response of GET /rules, /profile or /webhooks.',
  ),
  'migrationRequest.outdated': entry(
    409,
    40972,
    'No',
    'The migration request is outdated: checks, evidence, target or client id changed since it was drafted. Draft it again (on the command line: `carryover request draft`), then send it.',
  ),
  'grant.portalHeader': entry(
    409,
    40973,
    'No',
    'The portal\'s auth header was not supplied and would be lost. Supply its value, or state that it equals the profile\'s (on the command line: `carryover request portal-header <case> --by NAME --file FILE`, or `--equals-profile`). If there is none, answer the check auth-header-portal with "not found" and draft the request again.',
  ),
  'target.malformed': entry(
    502,
    50270,
    'No',
    'The response of target "{target}" to {path} is invalid: {problem}. Check its base URL. If it is correct, export the response, correct it and use it as a file.',
  ),
  'rules.gone': entry(
    409,
    40971,
    'No',
    'The target "{target}" no longer returns rules: the client is cut over. Use a file with the exported rules.',
  ),
  'tokens.unreadable': entry(
    400,
    41010,
    'No',
    '"{name}" can\'t be read as a list of tokens: {problem}. Nothing was imported.',
  ),
  'tokens.columnsUnknown': entry(
    400,
    41011,
    'No',
    'The columns of "{name}" could not be detected: {problem}. Nothing was imported.',
  ),
  'tokens.overtaken': entry(
    409,
    41012,
    'Yes',
    'A run processed rows of this import while it was read. Nothing was imported. Import it again; migrated rows stay as they are.',
  ),
  'evidence.notFound': entry(404, 41460, 'No', 'The case has no evidence {evidenceId}.'),
  'mention.notFound': entry(
    404,
    41461,
    'No',
    'The case has no mention {mentionId} to review: its code base was checked again, or it was dismissed. List the mentions again (on the command line: `carryover case review CASE`).',
  ),
  'mention.emptyGroup': entry(
    404,
    41462,
    'No',
    'This group has no mentions to review. List the mentions again (on the command line: `carryover case review CASE`).',
  ),
  'case.noSuchEntry': entry(
    404,
    41050,
    'No',
    'The case has no entry {seq}: its audit chain ends at entry {last}. See the timeline of the case (on the command line: `carryover case show CASE --entries`).',
  ),
  'runbook.none': entry(
    404,
    41030,
    'No',
    'The case has no managed migration. Open one for a platform (on the command line: `carryover runbook open CASE PLATFORM`).',
  ),
  'runbook.otherPlatform': entry(
    409,
    41031,
    'No',
    "The managed migration of this case is for {platform} and can't be opened for {wanted}. Create another case for that platform.",
  ),
  'runbook.noProcess': entry(
    409,
    41032,
    'No',
    '{name} has no standard migration process. Agree on one with your solutions engineer (topics: `carryover runbook platform {platformKey}`).',
  ),
  'runbook.selfService': entry(
    409,
    41033,
    'No',
    '{name} has no managed migration. Migrate its tokens by self-service: import and run them under Tokens (on the command line: `carryover tokens import` and `carryover tokens run`).',
  ),
  'runbook.stepBefore': entry(
    409,
    41034,
    'No',
    '"{step}" is blocked: {missing} Complete that first, or override the requirement with a reason (on the command line: `carryover runbook override`).',
  ),
  'runbook.noCallbackUrl': entry(
    409,
    41035,
    'No',
    'The callback URL of target "{target}" is unknown. Ask the provider for it and set it on the target (on the command line: `carryover targets change NAME --callback-url URL`).',
  ),
  'runbook.noWindow': entry(
    409,
    41036,
    'No',
    'No migration window is proposed. Propose one (on the command line: `carryover runbook schedule`).',
  ),
  'runbook.windowAgreed': entry(
    409,
    41191,
    'No',
    'Nothing was changed: the migration window from {start} to {end} is agreed. {voids} Confirm to propose another (on the command line: `carryover runbook schedule CASE … --yes`).',
  ),
  'runbook.windowChanged': entry(
    409,
    41037,
    'No',
    'Nothing was recorded: another migration window was proposed since. Review it and agree to that one.',
  ),
  'runbook.noCompanies': entry(
    409,
    41038,
    'No',
    'No imported companies are left to migrate, so nothing can be estimated. Import companies, or enter their number (on the command line: --companies).',
  ),
  'runbook.alreadyDone': entry(409, 41039, 'No', 'Step "{step}" is done. Nothing to override.'),
  'runbook.notOverruled': entry(
    409,
    41040,
    'No',
    'The requirement of "{step}" is not overridden. Nothing to restore.',
  ),
  'runbook.companiesLeft': entry(
    409,
    41041,
    'No',
    "The handover can't be created yet: {missing} Migrate each company, accept its failure, or exclude it by name (on the command line: `carryover tokens run`, `carryover runbook accept`, `carryover runbook exclude`).",
  ),
  'runbook.noHandover': entry(
    409,
    41042,
    'No',
    'No handover document to sign off. Create it (on the command line: `carryover runbook handover`).',
  ),
  'runbook.handoverChanged': entry(
    409,
    41043,
    'No',
    'Nothing was recorded: the handover document changed. Review it again (on the command line: `carryover runbook handover`), then sign off.',
  ),
  'runbook.handoverOutdated': entry(
    409,
    41044,
    'No',
    'Nothing was recorded: companies changed since the handover document was created. Regenerate it (on the command line: `carryover runbook handover --make`), then sign off.',
  ),
  'runbook.openCompanies': entry(
    409,
    41045,
    'No',
    'Nothing was recorded: {open} Accept each failure and exclude each other company, with a reason (on the command line: `carryover runbook accept`, `carryover runbook exclude`).',
  ),
  'runbook.resultsGone': entry(
    409,
    41046,
    'No',
    "The handover can't be created: results of the {kind} that ended at {at} are missing. {problem}",
  ),
  'step.ofRunbook': entry(
    409,
    41047,
    'No',
    "Step {id} of the managed migration completes automatically and can't be set manually. See what is missing under Managed migration, or override the requirement with a reason (on the command line: `carryover runbook show` and `carryover runbook override`). Responsible party, due date and note can be changed.",
  ),
  'step.byFacts': entry(
    409,
    41090,
    'No',
    'Step "{title}" can\'t be set manually: it is done while {facts}.{open} It can be skipped with a note.',
  ),
  'attachment.isEvidence': entry(
    409,
    41048,
    'No',
    'Attachment "{name}" can\'t be removed: {by} refers to it as {what}. It is deleted only with the case.',
  ),
  'attempt.notFound': entry(404, 41130, 'No', 'The message {messageId} has no attempt {attemptId}.'),
  'attempt.nothingSent': entry(
    409,
    41131,
    'No',
    'The request of attempt {attemptId} was not recorded: the service stopped during the attempt. Use the repeated attempt with the same number.',
  ),
  'host.unavailable': entry(
    503,
    41160,
    'Yes',
    'The local service is not running. The request may or may not have been carried out. It restarts automatically: check the result then, and try again if needed.',
  ),
  'receiver.portInUse': entry(
    409,
    41132,
    'Yes',
    'Port {port} of the receiver is used by another program. Stop that program, or start the receiver on a new port and change the endpoints that use it.',
  ),
  'sample.cutOver': entry(
    409,
    41133,
    'No',
    'The sample needs legacy rules, but the local service is cut over. Nothing was created. Undo the cutover or reset the sandbox (Local API), then open the sample again.',
  ),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** One mended-able problem of the input. `itemId` names the field, as a path with dots. */
export interface ValidationItem {
  itemId: string;
  message: string;
  validatorName: string;
}

/** What some errors of the desk carry besides their words. Sources: `conflict` of `case.conflict`, and so on. */
export interface ErrorInfo {
  /** Both versions of what two people changed. */
  readonly conflict?: {
    readonly yours: unknown;
    readonly theirs: readonly {
      readonly seq: number;
      readonly at: string;
      readonly actor: string;
      readonly kind: string;
      readonly content: unknown;
    }[];
  };
  /** The calls that have to be confirmed, and the code that confirms them. */
  readonly unconfirmed?: Unconfirmed;
  /** The keys of a case file that nothing was decided about. */
  readonly signers?: readonly UnknownSigner[];
}

/** An error out of the catalogue. Thrown anywhere; turned into the wire shape at the edge. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
  readonly code: ErrorCode;
  readonly entry: CatalogueEntry;
  readonly validation: readonly ValidationItem[];
  readonly info: ErrorInfo | undefined;

  constructor(
    code: ErrorCode,
    details: Record<string, string | number> = {},
    validation: readonly ValidationItem[] = [],
    options?: ErrorOptions & { readonly info?: ErrorInfo },
  ) {
    const found: CatalogueEntry = errorCatalogue[code];
    super(fill(found.text, details), options);
    this.code = code;
    this.entry = found;
    this.validation = validation;
    this.info = options?.info;
  }
}

/** Bad input: one sentence made of all the problems, and one validation item for each. */
export const invalid = (...items: readonly ValidationItem[]): CatalogueError =>
  new CatalogueError('request.invalid', { problem: items.map((item) => item.message).join(' ') }, items);

const fill = (template: string, details: Record<string, string | number>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => (name in details ? String(details[name]) : whole));
