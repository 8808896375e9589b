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
    'There is no backup {name}; it may have made room for newer ones. Choose one of the list of backups.',
  ),
  'backup.damaged': entry(
    409,
    41107,
    'No',
    'The backup {name} is damaged, so nothing was changed. Choose another one.',
  ),
  'backup.otherForm': entry(
    409,
    41108,
    'No',
    'The backup {name} has a form that this version of Carryover does not know, so nothing was changed. It was probably made by a newer version: use that one, or choose another backup.',
  ),
  'backup.otherKey': entry(
    409,
    41109,
    'No',
    'The backup {name} was made under another data key, so its cases could not be told from ones that were tampered with, and nothing was changed. Choose a backup that was made since the key was renewed.',
  ),
  'backup.underWay': entry(
    409,
    41110,
    'Yes',
    'Nothing was restored, as {what}. Wait for the end, or stop it, and restore then.',
  ),
  'backup.notRestored': entry(
    500,
    41111,
    'Unknown',
    'The backup {name} could not be put in place: {problem} The desk goes on with what it had.',
  ),
  'backup.hostEnds': entry(
    500,
    41114,
    'Unknown',
    'The backup {name} could not be put in place, and the desk could not be opened again: {problem} The local service ends now, as nothing can be answered without the desk. The app starts it again by itself; otherwise run `carryover serve` again. The database is whole, and the list of backups has the copy of what there was.',
  ),
  'verification.nothingToAccept': entry(
    409,
    41180,
    'No',
    'Nothing was accepted, as the desk database is as it was last written.',
  ),
  'target.proxyLost': entry(
    409,
    41113,
    'No',
    'The key that the proxy of "{target}" was sealed under is lost, so nothing was sent. Change the target: give the URL of its proxy again, or take the proxy away (on the command line: `carryover targets change` with --proxy or --no-proxy).',
  ),
  'licences.notBuilt': entry(
    404,
    41112,
    'No',
    'The list of licences is not there: the build makes it. Run `npm run build`.',
  ),
  'upload.tooLarge': entry(
    413,
    41103,
    'No',
    'The file is larger than {limit} bytes, so nothing of it was kept. Send the part that is needed, such as the sources without what was built of them; or give the path of the file to the command line, which has no limit.',
  ),
  'upload.noSpace': entry(
    507,
    41104,
    'Yes',
    'The disk has no room for the file beside what the databases need, so nothing of it was kept. Free some room, and send it again; or give the path of the file to the command line, which needs no copy.',
  ),
  'upload.tooMuch': entry(
    507,
    41115,
    'Unknown',
    'The files that were sent within a day would have more than {limit} bytes together, so nothing of this one was kept. Each is removed after a day, and all of them when the local service is started again; or give the path of the file to the command line, which needs no copy.',
  ),
  'upload.notFound': entry(404, 41105, 'No', 'There is no upload {id}; it may have been removed by now.'),
  'path.fromBrowser': entry(
    403,
    41118,
    'No',
    '{field} names a file on the disk of this machine, which a page in a browser must not, so nothing was read. Upload the file, or use the desktop app or the command line.',
  ),
  'session.none': entry(
    401,
    41100,
    'No',
    'There is no session, or it has ended: a session ends after 12 hours without use, and with the host. Make a new address with `carryover open`, and open it in this browser.',
  ),
  'session.ticketUsed': entry(
    401,
    41101,
    'No',
    'This address was used already, or is older than 10 minutes: each lets one browser in, once. Make a new one with `carryover open`.',
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
  'origin.notThisPage': entry(
    403,
    41102,
    'No',
    'The request was sent by a page of another site or port, so nothing was done. Use the page that this desk serves.',
  ),
  'origin.foreignPage': entry(
    403,
    40305,
    'No',
    'The request was sent by a page of another site or port, so nothing was done. Call the API from a server, or try it on its own page, /docs.',
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
    'This client is cut over already. Verify it in the case, under Eligibility (on the command line: `carryover request verify`). To cut over again, undo it first, under Local API (without the page: POST /api/cutover/undo of the desk).',
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
    "The clock is the system's, which can't be moved. To advance time, serve a data folder with a virtual clock: `carryover serve --clock virtual`.",
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
  'request.tooSlow': entry(
    408,
    40801,
    'Yes',
    'The request did not come in time: its head must be here within 15 s, and its body, after 20 s, must have come with at least 4 KiB a second. Nothing was done. Send it again.',
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
  'stream.full': entry(
    503,
    50305,
    'Yes',
    'The event stream has {limit} readers already, which is the limit. Close a page or a program that reads it, and try again.',
  ),
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
  'store.newer': entry(
    503,
    50307,
    'No',
    'A newer version of Carryover has written the data folder {dataDir}, and this one does not know its schema migrations ({migrations}), so nothing was changed. Use the newer version, or choose another folder with --data.',
  ),
  'case.notFound': entry(
    404,
    40414,
    'No',
    'There is no case {reference}. Home lists the cases (on the command line: `carryover case list`).',
  ),
  'contact.notFound': entry(404, 40415, 'No', 'The case has no contact {id}.'),
  'note.notFound': entry(404, 40416, 'No', 'The case has no note {id}.'),
  'attachment.notFound': entry(404, 40417, 'No', 'The case has no attachment {id}.'),
  'attachment.leftOut': entry(
    404,
    41442,
    'No',
    'The content of the attachment "{name}" is not here: it holds secrets, and came without the passphrase, or its key is lost. Import the case again, with the passphrase.',
  ),
  'step.notFound': entry(404, 40418, 'No', 'The case has no step {id}. Its steps are: {steps}.'),
  'target.notFound': entry(
    404,
    40419,
    'No',
    'There is no target {reference}. Settings list the targets (on the command line: `carryover targets list`).',
  ),
  'job.notFound': entry(
    404,
    40420,
    'No',
    'There is no job {jobId}. Jobs are forgotten when the host stops; what they found is in their case.',
  ),
  'finding.notFound': entry(404, 40421, 'No', 'No evidence of this case has a finding {findingId}.'),
  'observation.notFound': entry(404, 40422, 'No', 'The case has no observation {id}.'),
  'migrationRequest.none': entry(
    404,
    40423,
    'No',
    'The case has no migration request yet. Draft one when its verdict is eligible.',
  ),
  'case.damaged': entry(
    409,
    40946,
    'No',
    'The audit chain of the case {caseId} does not hold: {problem} Nothing is shown of it, added to it or exported, as that could not be relied on. Verifying the audit chain says what is wrong (on the command line: `carryover verify`); take a backup, or import the file that a colleague has.',
  ),
  'case.badTransition': entry(409, 40947, 'No', "The case is {state}, so it can't be {wanted}."),
  'case.ambiguous': entry(
    409,
    40930,
    'No',
    '"{reference}" could be several cases: {candidates}. Give more of the id.',
  ),
  'case.notOpen': entry(
    409,
    40931,
    'No',
    'The case is {state}, so nothing can be added to it. Reopen it first.',
  ),
  'case.conflict': entry(
    409,
    40932,
    'No',
    'Somebody changed the same since you looked (revision {revision}, now {current}), so nothing was overwritten: {summary}. Look at both versions, and send yours again with the new revision if it still holds.',
  ),
  'case.removalStale': entry(
    409,
    40933,
    'No',
    'The case has changed since the removal was shown. Look again at what would go, and confirm that.',
  ),
  'caseFile.diverged': entry(
    409,
    40934,
    'No',
    "This case and the one in the file were both continued after entry {common}, so they can't be made one: here follows {here}, there follows {there}. Nothing was changed. Decide which one holds; delete the other, or go on with both under different desks.",
  ),
  'target.nameTaken': entry(
    409,
    40935,
    'No',
    'There is a target named "{name}" already. Choose another name.',
  ),
  'target.inUse': entry(409, 40936, 'No', 'The target is used by {cases}. Give these another target first.'),
  'target.keyLost': entry(
    409,
    40948,
    'No',
    'The API key of the target "{target}" was sealed under a key that is lost, so nothing can be sent to it. Change the target, and give it its API key again (on the command line: `carryover targets change`).',
  ),
  'case.nameTaken': entry(
    409,
    40949,
    'No',
    'There is a case named "{name}" already ({id}). Choose another name, or go on with that one.',
  ),
  'target.builtIn': entry(
    409,
    40937,
    'No',
    "The local service is always there: this target can't be changed or removed.",
  ),
  'target.unconfirmed': entry(
    409,
    40938,
    'No',
    'This would change the remote target "{target}" by {count}, so nothing was sent. Look at the list, and confirm it.',
  ),
  'eligibility.notByAnswer': entry(
    409,
    40939,
    'No',
    'The absence of {row} must be shown, not told: {shown}. If you know better than the evidence, override the result with a reason.',
  ),
  'observation.closed': entry(409, 40940, 'No', 'The observation "{name}" is closed already.'),
  'migrationRequest.notEligible': entry(
    409,
    40941,
    'No',
    'The verdict is {state}, so there is nothing to request yet. {todo}',
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
    "The migration request was not sent yet, so it can't be {wanted}. Send it and note that (on the command line: `carryover request sent`), then go on.",
  ),
  'migrationRequest.noClientId': entry(
    409,
    41092,
    'No',
    "The migration request does not name the client id, so its provider can't tell which client to migrate, and the target does not say it. Set it on the case (on the command line: `carryover case change <case> --client-id ID`), draft the request again, and send that.",
  ),
  'portalHeader.notFound': entry(
    409,
    41093,
    'No',
    'No auth header is known to be set in the portal. Answer the check auth-header-portal with "found" first, then supply the header.',
  ),
  'portalHeader.noProfile': entry(
    409,
    41094,
    'No',
    "The profile sets no auth header, so that of the portal can't equal it. Supply its value (on the command line: `carryover request portal-header --file FILE`).",
  ),
  'grant.remoteTarget': entry(
    409,
    40943,
    'No',
    'The target "{target}" is remote: only its provider can grant the migration. Send the migration request, and verify afterwards.',
  ),
  'tokens.runActive': entry(
    409,
    41080,
    'No',
    'A token migration of this case {what}. Wait for its end, or resume or cancel it first, under Tokens (on the command line: `carryover tokens status` shows it).',
  ),
  'tokens.runNotFound': entry(
    404,
    41081,
    'No',
    'The case has no run {runId}. Its runs are listed under Tokens (on the command line: `carryover tokens status`).',
  ),
  'tokens.rowNotFound': entry(
    404,
    41086,
    'No',
    'The case has no token row {rowId}. A later import may have taken its place: look for its reference among the rows.',
  ),
  'tokens.noResults': entry(409, 41087, 'No', 'The run {runId} has no results by company: {why}'),
  'tokens.noRun': entry(409, 41082, 'No', 'There is no run to {wanted}: {why}.'),
  'tokens.nothingToRun': entry(409, 41083, 'No', 'There is nothing to do: {why}.'),
  'tokens.rowsChanged': entry(
    409,
    41085,
    'Yes',
    'Rows of the case were imported anew meanwhile, {rows} of those chosen, such as "{ref}", so nothing was begun. Look at what is ready now, and begin again.',
  ),
  'tokens.otherDesk': entry(
    409,
    41116,
    'No',
    'Another desk ({desk}) migrates this list to "{target}" since {since}: {companies} of its companies carry that mark, such as "{ref}". Nothing was begun, as both would create every company. Ask who runs it and wait for its end; or give a reason to run beside it (on the command line: --beside-other-desk "<reason>"). A run that is to be resumed must be cancelled first.',
  ),
  'tokens.noDuplicates': entry(409, 41117, 'No', 'There are no duplicates to decide about: {why}.'),
  'tokens.noneOwned': entry(
    409,
    41192,
    'No',
    'Nothing was removed: this desk created none of the companies that are there twice. Keep the duplicates with a reason, or have whoever created the others remove them.',
  ),
  'tokens.gate': entry(409, 41084, 'No', 'The runbook of this case does not let this through: {why}'),
  'tokens.outsideWindow': entry(
    409,
    41190,
    'No',
    'Nothing was sent: the {kind} would begin {outside}. Begin it within the window, or override the window with a reason (on the command line: `--override-window "why"`).',
  ),
  'rehearsal.noRows': entry(409, 41060, 'No', 'There is nothing to rehearse: {why}.'),
  'rehearsal.noTokens': entry(
    409,
    41061,
    'No',
    'No tokens can be made up for the platform {platform}, which {rows} of, so nothing was rehearsed: {problem} Or leave these rows out, by naming the others as refs.',
  ),
  'rehearsal.notEnded': entry(
    409,
    41062,
    'No',
    'The rehearsal {runId} has left no results: it has not ended, or ended with the host. Wait for its end, or rehearse again.',
  ),
  'file.unreadable': entry(400, 40030, 'No', "{path} can't be read: {problem}."),
  'source.notSupported': entry(
    400,
    40040,
    'No',
    '{path} is neither a folder nor an archive that can be read: {problem}. Give a folder, a .zip, a .tar, a .tar.gz or a .tgz.',
  ),
  'archive.unreadable': entry(
    400,
    40041,
    'No',
    "The archive {path} can't be read: {problem}. Nothing was concluded from it. Make or copy it again.",
  ),
  'traffic.formatUnknown': entry(
    400,
    40042,
    'No',
    '{path} is in no known format of a log. Known are HAR, nginx and Apache combined, JSON lines and CSV, each as .gz too. Name the format, if it is one of these.',
  ),
  'traffic.fieldsUnknown': entry(
    400,
    40043,
    'No',
    'It is not clear which fields or columns of {path} hold what is needed: {problem}. Name them, as in time=when and path=request.uri.',
  ),
  'traffic.hostUnknown': entry(
    400,
    40072,
    'No',
    'The logs hold no call to {hosts}. They hold calls to {known}. Name hosts as they are listed, or read the logs again with the hosts named.',
  ),
  'traffic.notAsked': entry(
    409,
    40974,
    'No',
    "It can't be said afterwards which hosts of this evidence are this API's: {problem}. Read the logs again with the hosts named.",
  ),
  'reading.failed': entry(
    500,
    50040,
    'Unknown',
    'Reading stopped by itself: {problem}. Nothing was concluded. Read less at once, or report this.',
  ),
  'reading.tooLong': entry(
    413,
    41302,
    'No',
    '{what} took longer than {seconds} s to read, which is the limit, so reading was stopped. Nothing was concluded or changed. Split it up, or leave out what is not needed, and try again.',
  ),
  'reading.tooMuchMemory': entry(
    413,
    41303,
    'No',
    '{what} needed more than {megabytes} MB of memory to read, which is the limit, so reading was stopped. Nothing was concluded or changed. Split it up, or leave out what is not needed, and try again.',
  ),
  'reading.tooLarge': entry(
    413,
    41304,
    'No',
    '{what} came to more than {megabytes} MB, which is the limit, so reading was stopped. Nothing was concluded or changed. Split it up, or leave out what is not needed, and try again.',
  ),
  'caseFile.unreadable': entry(
    400,
    40031,
    'No',
    'This is not a whole case file: {problem}. Nothing was taken in. Ask for the file again.',
  ),
  'caseFile.newer': entry(
    400,
    40032,
    'No',
    'The case file has version {version}, and this Carryover knows versions up to {known}. Nothing was taken in. Use the newer Carryover that wrote it.',
  ),
  'caseFile.damaged': entry(
    400,
    40033,
    'No',
    'The case file is damaged or was changed: {problem}. Nothing was taken in. Ask for the file again.',
  ),
  'caseFile.unknownSigner': entry(
    409,
    41170,
    'No',
    "The case file was signed by {signer}. Nothing was taken in. Compare the fingerprint with the one that the colleague's Carryover shows (Settings, or `carryover identity`), and say for each key whether to trust it from now on or to accept this file alone (on the command line: --trust or --accept with the fingerprint). A revoked key can only be accepted. {fingerprints}.",
  ),
  'attachment.erased': entry(
    404,
    41171,
    'No',
    'The content of the attachment was erased. The timeline of the case says by whom and why.',
  ),
  'erasure.nothing': entry(
    409,
    41172,
    'No',
    'Nothing was erased: what was named holds no personal data, or it is erased already.',
  ),
  'caseFile.passphrase': entry(
    400,
    40034,
    'No',
    'The passphrase does not open the secrets of this file. Nothing was taken in. Try again, or import without a passphrase: everything but the secrets is taken in then.',
  ),
  'caseFile.costly': entry(
    400,
    40035,
    'No',
    'Opening the secrets of this file would take {needed} MiB of memory, and {most} MiB are the most, so nothing was taken in. No Carryover writes such a file: ask whoever sent it, or import without a passphrase.',
  ),
  'caseFile.busy': entry(
    503,
    50306,
    'Yes',
    'Too many case files with a passphrase are being exported or imported, so this one was not. Try again in some seconds.',
  ),
  'identity.noKey': entry(
    400,
    40080,
    'No',
    'This is no public key. Give 32 bytes in base64, or a minisign public key: `carryover identity` shows both on the other side.',
  ),
  'identity.ownKey': entry(
    400,
    40081,
    'No',
    'This is the key that this data folder signs with, so there is nothing to change. Give the key of a colleague.',
  ),
  'identity.notKnown': entry(
    404,
    40480,
    'No',
    'No colleague is known by {reference}. `carryover identity` lists those that are.',
  ),
  'identity.severalKnown': entry(
    409,
    40980,
    'No',
    'Several colleagues are known by {reference}. Give the key or the fingerprint instead: `carryover identity` lists them.',
  ),
  'identity.keyFile': entry(
    400,
    40082,
    'No',
    'This is not a whole key file: {problem}. The signing key was not changed. Give the file that `carryover identity export` wrote.',
  ),
  'identity.passphrase': entry(
    400,
    40083,
    'No',
    'The passphrase does not open this key file, or the file was changed. The signing key was not changed. Try again.',
  ),
  'allowList.unreadable': entry(
    400,
    40050,
    'No',
    "The text can't be read as {format}: {problem}. Nothing was concluded from it. Save it again as its tool writes it, or name another format.",
  ),
  'allowList.unrecognized': entry(
    400,
    40051,
    'No',
    'The form of the text was not recognized. Name its format: {formats}.',
  ),
  'allowList.otherTool': entry(
    400,
    40071,
    'No',
    'This is a configuration of {tool}, which Carryover does not read, so nothing was concluded. List the addresses and networks that it allows, one a line, or check the two source addresses in {tool} itself.',
  ),
  'headers.nothingReceived': entry(
    400,
    40052,
    'No',
    'There are no headers in what was given. Paste them as the consumer logs them: one "Name: value" a line, or one JSON object.',
  ),
  'headers.severalReceived': entry(
    400,
    40053,
    'No',
    'What was given holds the headers of more than one request, so it is not certain which belong together. Give those of one request.',
  ),
  'headers.noPlan': entry(
    409,
    40960,
    'No',
    'No header values are kept for endpoint {webhookId} in this case, so there is nothing to compare with. Set them first.',
  ),
  'headers.noTrigger': entry(
    409,
    40961,
    'No',
    'Endpoint {webhookId} does not listen to company.created for every company, so no event of it can be made for a check. Wait for a real event, and give the headers that the consumer received.',
  ),
  'headers.noClientId': entry(
    409,
    40962,
    'No',
    'The client id of the target is not known. Give it, or set it on the target or the case.',
  ),
  'headers.wayOfCheck': entry(
    409,
    40963,
    'No',
    'The target "{target}" is remote, so the desk can\'t see what it sent. Give the headers that the consumer received, or let the event be made.',
  ),
  'headers.companyLeft': entry(
    502,
    50260,
    'No',
    'The company {companyId} was created on the target "{target}" for a check, and could not be deleted again: {problem} Delete it by hand.',
  ),
  'headers.companyUncertain': entry(
    502,
    50261,
    'Unknown',
    'Whether a company was created on the target "{target}" for a check is not known: {problem} Look for one named "{name}", and delete it.',
  ),
  'headers.valuesMissing': entry(
    409,
    40965,
    'No',
    'The case was imported without its secrets, so the values of {names} are not here to compare with. Set them again, or import the case with its passphrase.',
  ),
  'webhook.ambiguous': entry(
    409,
    40964,
    'No',
    '"{reference}" could be several endpoints: {candidates}. Give more of the id.',
  ),
  'webhook.unknownReference': entry(
    404,
    41450,
    'No',
    'The target has no endpoint "{reference}". The case lists the endpoints under Headers (on the command line: `carryover headers show CASE`).',
  ),
  'target.alertsPath': entry(
    409,
    40950,
    'No',
    'Nothing was sent: {path} could be one of the alerts endpoints, and the desk never calls these, as a call would be the very evidence that it looks for. The message log shows deliveries instead.',
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
    'The target "{target}" answered {method} {path} with {statusCode}: {problem}',
  ),
  'configuration.malformed': entry(
    400,
    40970,
    'No',
    "{path} can't be used as exported configuration: {problem}. Save the answer of GET /rules, /profile or /webhooks as it is.",
  ),
  'migrationRequest.outdated': entry(
    409,
    40972,
    'No',
    'The migration request no longer says what the case says: its checks, evidence, target or client id changed since it was drafted. Draft it again (on the command line: `carryover request draft`), and send that.',
  ),
  'grant.portalHeader': entry(
    409,
    40973,
    'No',
    'An auth header is set in the portal, and it was not supplied, so it would be lost. Supply its value, or state that it equals the one of the profile (on the command line: `carryover request portal-header <case> --by NAME --file FILE`, or `--equals-profile`). If there is none, answer the check auth-header-portal with "not found" and draft the request again.',
  ),
  'target.malformed': entry(
    502,
    50270,
    'No',
    'The target "{target}" answered {path} in a form that this service does not have: {problem}. Check its base URL; if it is right, export what it answers and correct it, and give that as a file.',
  ),
  'rules.gone': entry(
    409,
    40971,
    'No',
    'The target "{target}" no longer tells its rules, as for a client that is cut over. Give a file that they were exported to.',
  ),
  'tokens.unreadable': entry(
    400,
    41010,
    'No',
    '"{name}" can\'t be read as a list of tokens: {problem}. Nothing was kept of it.',
  ),
  'tokens.columnsUnknown': entry(
    400,
    41011,
    'No',
    'It is not clear what the columns of "{name}" hold: {problem}. Nothing was kept of it.',
  ),
  'tokens.overtaken': entry(
    409,
    41012,
    'Yes',
    'A run went on with rows of this import while it was read, so nothing was kept of it. Import it again: what is migrated by now stays as it is.',
  ),
  'evidence.notFound': entry(404, 41460, 'No', 'The case has no evidence {evidenceId}.'),
  'mention.notFound': entry(
    404,
    41461,
    'No',
    'The case has no mention {mentionId} to review: its code base was checked again since, or it was dismissed. List them again (on the command line: `carryover case review CASE`).',
  ),
  'mention.emptyGroup': entry(
    404,
    41462,
    'No',
    'No mention of this group is to review. List them again (on the command line: `carryover case review CASE`).',
  ),
  'case.noSuchEntry': entry(
    404,
    41050,
    'No',
    'The case has no entry {seq}: its audit chain ends at entry {last}. The timeline of the case lists them (on the command line: `carryover case show CASE --entries`).',
  ),
  'runbook.none': entry(
    404,
    41030,
    'No',
    'The case has no runbook. Open one for a platform with managed migration (on the command line: `carryover runbook open CASE PLATFORM`).',
  ),
  'runbook.otherPlatform': entry(
    409,
    41031,
    'No',
    "The runbook of this case is for {platform}, so it can't be opened for {wanted}. Open another case for that platform.",
  ),
  'runbook.noProcess': entry(
    409,
    41032,
    'No',
    'There is no standard process to migrate connections to {name}. Agree on one with your solutions engineer (the command line lists what has to be settled: `carryover runbook platform {platformKey}`).',
  ),
  'runbook.selfService': entry(
    409,
    41033,
    'No',
    '{name} has no managed migration, so there is no runbook for it. It takes tokens by self-service: import them, and run the migration, under Tokens (on the command line: `carryover tokens import` and `carryover tokens run`).',
  ),
  'runbook.stepBefore': entry(
    409,
    41034,
    'No',
    '"{step}" can\'t be done yet: {missing} Do that first, or override the requirement with a reason (on the command line: `carryover runbook override`).',
  ),
  'runbook.noCallbackUrl': entry(
    409,
    41035,
    'No',
    'The callback URL of the target "{target}" is not known. Ask the provider for it, and give it to the target (on the command line: `carryover targets change NAME --callback-url URL`).',
  ),
  'runbook.noWindow': entry(
    409,
    41036,
    'No',
    'No window is proposed yet. Propose one (on the command line: `carryover runbook schedule`).',
  ),
  'runbook.windowAgreed': entry(
    409,
    41191,
    'No',
    'Nothing was changed: the window from {start} to {end} is agreed. {voids} Confirm that to propose another (on the command line: `carryover runbook schedule CASE … --yes`).',
  ),
  'runbook.windowChanged': entry(
    409,
    41037,
    'No',
    'Another window was proposed since, so nothing was recorded. Look at it, and agree to that one.',
  ),
  'runbook.noCompanies': entry(
    409,
    41038,
    'No',
    'No companies are imported that are not migrated yet, so there is nothing to estimate from. Import them, or say how many there will be (on the command line: --companies).',
  ),
  'runbook.alreadyDone': entry(
    409,
    41039,
    'No',
    'The step "{step}" is done, so there is nothing to override.',
  ),
  'runbook.notOverruled': entry(
    409,
    41040,
    'No',
    'The requirement of "{step}" is not overridden, so there is nothing to restore.',
  ),
  'runbook.companiesLeft': entry(
    409,
    41041,
    'No',
    "The handover can't be made yet: {missing} Each company is to be migrated, accepted as failed, or excluded by name (on the command line: `carryover tokens run`, `carryover runbook accept`, `carryover runbook exclude`).",
  ),
  'runbook.noHandover': entry(
    409,
    41042,
    'No',
    'There is no handover document yet, so there is nothing to sign off. Make it (on the command line: `carryover runbook handover`).',
  ),
  'runbook.handoverChanged': entry(
    409,
    41043,
    'No',
    'The handover document is another one by now, so nothing was recorded. Look at it again (on the command line: `carryover runbook handover`), and sign off that one.',
  ),
  'runbook.handoverOutdated': entry(
    409,
    41044,
    'No',
    'Nothing was recorded: companies were imported, migrated, undone or decided about since the handover document was made. Regenerate it (on the command line: `carryover runbook handover --make`), and sign off that one.',
  ),
  'runbook.openCompanies': entry(
    409,
    41045,
    'No',
    'Nothing was recorded: {open} Each failure has to be accepted, and each other company excluded by name, with a reason (on the command line: `carryover runbook accept`, `carryover runbook exclude`).',
  ),
  'runbook.resultsGone': entry(
    409,
    41046,
    'No',
    "The handover can't be made: what the {kind} that ended at {at} came to can't be told. {problem}",
  ),
  'step.ofRunbook': entry(
    409,
    41047,
    'No',
    'The step {id} belongs to the managed migration: it is done when what it asks for is there, and is not set by hand. The managed migration of the case says what is missing, and lets you override the requirement with a reason (on the command line: `carryover runbook show` and `carryover runbook override`). Who is responsible, until when, and the note can be changed.',
  ),
  'step.byFacts': entry(
    409,
    41090,
    'No',
    'The step "{title}" is not set by hand: it is done as long as {facts}.{open} It can be skipped, with a note that says why.',
  ),
  'attachment.isEvidence': entry(
    409,
    41048,
    'No',
    'The attachment "{name}" stays: {by} points at it, as {what}. Without it, the case could no longer show that. It goes only with the case.',
  ),
  'attempt.notFound': entry(404, 41130, 'No', 'The message {messageId} has no attempt {attemptId}.'),
  'attempt.nothingSent': entry(
    409,
    41131,
    'No',
    'There is no record of what attempt {attemptId} sent, as the service stopped while it was under way. Its repeat has the same number: take that one.',
  ),
  'host.unavailable': entry(
    503,
    41160,
    'Yes',
    'The local service is not running at the moment, so this was not answered; whether it was carried out is not certain. It is started again by itself: look at what is shown then, and try again.',
  ),
  'receiver.portInUse': entry(
    409,
    41132,
    'Yes',
    "Port {port}, where the receiver was and endpoints look for it, is used by another program, so it can't be started there. Stop that program; or start the receiver on a new port, and change the endpoints that point at it.",
  ),
  'sample.cutOver': entry(
    409,
    41133,
    'No',
    'The local service is cut over to the new webhook service, so legacy rules do nothing there, and the sample needs them. Nothing was made. Undo the cutover or empty the sandbox (Local API), and open the sample again.',
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
