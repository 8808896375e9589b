import type { AskedApproval } from './approvals.ts';
import type { Precondition } from './cutover.ts';
import type { EditConflict } from './edit-conflict.ts';
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

/** Entries of one status. @param texts the `detailedErrorCode` of each, a space, and its template */
const withStatus = <const T extends Record<string, `${number} ${string}`>>(
  statusCode: number,
  canBeRetried: CanBeRetried,
  texts: T,
): Record<keyof T, CatalogueEntry> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, entry]) => {
      const [detailedErrorCode = '', text = ''] = entry.split(/ (.*)/s);
      return [name, { statusCode, detailedErrorCode: Number(detailedErrorCode), canBeRetried, text }];
    }),
  ) as Record<keyof T, CatalogueEntry>;

export const errorCatalogue = {
  ...withStatus(400, 'No', {
    'people.byAnother':
      '45022 Entries name who is signed in: {name}. Nothing was done. Leave out by; what others said goes into the note.',
    'state.foreign':
      '41801 {name} is not a state that Carryover saved: {problem}. Nothing was changed. Choose a file that ends in .carryover-state.',
    'state.damaged':
      '41802 {name} is damaged or was changed since it was saved: {problem}. Nothing was changed. Copy the file again, or choose another state.',
    'state.newer':
      '41803 {name} was saved by a newer version of Carryover ({problem}). Nothing was changed. Use that version, or save the state again with this one.',
    'state.sealed':
      '41804 The secrets of {name} were sealed under the data key of another data folder ({keyId}), and {passphrase}. Nothing was changed. {remedy}, or restore it without secrets (`withoutSecrets`, on the command line --without-secrets).',
    'state.wrongPassphrase':
      '41805 The passphrase does not open the secrets of {name}. Nothing was changed. Give the one that it was saved with, or restore it without secrets (`withoutSecrets`, on the command line --without-secrets).',
    'state.name':
      '41806 "{name}" can\'t be the name of a state. Use letters, digits, blanks, hyphens and underscores, at most 63, beginning with a letter or a digit.',
    'approval.signature':
      '45055 The signature does not fit the approval: {problem}. Nothing was approved. Sign it again.',
    'approvalKey.notProved':
      '45056 The signature of the key does not fit the key and the person. Nothing was added. Create the key again.',
    'request.invalid': '40001 The request is invalid: {problem}',
    'store.address':
      '42001 The address of the store is not usable: {problem} Nothing was opened. Correct --store, then start again.',
    'store.password':
      '42004 The password of the store is not usable: {problem}. Nothing was opened. Put it into a file that only you can read (chmod 600), or into PGPASSWORD, then start again.',
    'bulkResend.tooMany':
      '40085 More than {most} deliveries are selected, which is more than one bulk resend takes. Narrow the filter, such as by time, and resend in parts.',
    'bulkResend.nothing':
      '40086 No delivery is selected: none of the messages has one that the filter asks for. Change the selection or the filter.',
    'message.notJsonObject':
      '40084 The edited payload is not a JSON object: {problem}. Correct it, then send it again.',
    'request.malformedJson':
      '40002 The body is not valid JSON: {problem}. Send one JSON value, UTF-8 encoded.',
    'query.malformed':
      '40003 The query can\'t be read at position {position}: {problem}. Write conditions such as name=value or status!="Linked", joined by && or ||.',
    'company.noLinkedConnection':
      '40004 Company {companyId} has no Linked connection, so there is nothing to sync. Link one, or authorize it with PUT /companies/{companyId}/connections/:connectionId/authorization.',
    'webhook.headersNotHere':
      "40005 Custom headers can't be set through the API. Set them in the management portal, which locally is the desk (PUT /api/endpoints/:id/headers).",
    'profile.authHeaderMoved':
      '40006 alertAuthHeader can no longer be changed: this client is cut over to the new webhook service, and headers now live on the endpoint. Set the custom header Authorization on each endpoint.',
    'rule.cutOver':
      '40079 This client is cut over to the new webhook service, so rules no longer fire. Create an endpoint instead: POST /webhooks.',
    'connection.notLinked':
      '40007 Connection {connectionId} is {status}, so no data can be read from it. Link it, or authorize it with PUT /companies/{companyId}/connections/{connectionId}/authorization.',
    'push.notLinked':
      '40091 Connection {connectionId} is {status}, so nothing can be pushed to it. Link it, or authorize it with PUT /companies/{companyId}/connections/{connectionId}/authorization.',
    'file.unreadable': "40030 {path} can't be read: {problem}.",
    'source.notSupported':
      '40040 {path} is neither a folder nor a readable archive: {problem}. Use a folder, .zip, .tar, .tar.gz or .tgz.',
    'archive.unreadable':
      "40041 The archive {path} can't be read: {problem}. Nothing was checked. Create or copy it again.",
    'traffic.formatUnknown':
      '40042 The log format of {path} is unknown. Supported: HAR, nginx and Apache combined, JSON lines, CSV, each also as .gz. If it is one of these, name the format.',
    'report.allLeftOut': '40087 The report would have no section left. Leave fewer of them out.',
    'report.tableLeftOut':
      '40088 CSV writes the main table of a report alone, and its section is left out. Keep it, or choose another format.',
    'report.sectionKept':
      "40090 {ids} can't be left out: a report always has its summary and its sign-off. Leave out others.",
    'report.noSuchSection':
      '40089 The report has no section {ids}. It has these: {known}. Choose among them.',
    'traffic.fieldsUnknown':
      '40043 Fields or columns of {path} could not be detected: {problem}. Name them, such as time=when and path=request.uri.',
    'traffic.hostUnknown':
      '40072 The logs have no calls to {hosts}, only to {known}. Use hosts from this list, or read the logs again with the hosts named.',
    'caseFile.unreadable':
      '40031 The case file is incomplete: {problem}. Nothing was imported. Ask for the file again.',
    'caseFile.newer':
      '40032 The case file has version {version}; this Carryover supports versions up to {known}. Nothing was imported. Use a newer Carryover.',
    'caseFile.damaged':
      '40033 The case file is damaged or was changed: {problem}. Nothing was imported. Ask for the file again.',
    'caseFile.passphrase':
      '40034 The passphrase does not decrypt the secrets of this file. Nothing was imported. Try again, or import without a passphrase and without the secrets.',
    'caseFile.costly':
      '40035 Decrypting this file needs {needed} MiB of memory; the limit is {most} MiB. Nothing was imported. Carryover does not write such files: ask the sender, or import without a passphrase.',
    'identity.noKey':
      '40080 Not a public key. Use 32 bytes in base64, or a minisign public key (see `carryover identity` on the other machine).',
    'identity.ownKey': "40081 This is your own signing key. Use a colleague's key.",
    'identity.keyFile':
      '40082 The key file is incomplete: {problem}. The signing key was not changed. Use the file from `carryover identity export`.',
    'identity.passphrase':
      '40083 The passphrase is wrong, or the key file was changed. The signing key was not changed. Try again.',
    'allowList.unreadable':
      "40050 The text can't be read as {format}: {problem}. Nothing was checked. Export it again, or choose another format.",
    'allowList.unrecognized': '40051 The format of the text was not recognised. Choose one: {formats}.',
    'allowList.otherTool':
      '40071 {tool} configurations are not supported. Nothing was checked. List the allowed addresses and networks, one per line, or check the two source addresses in {tool}.',
    'headers.nothingReceived':
      '40052 No headers found. Paste them from the consumer\'s log: one "Name: value" per line, or one JSON object.',
    'headers.severalReceived':
      '40053 The text has headers of several requests. Paste the headers of one request.',
    'configuration.malformed':
      '40970 {path} is not an exported configuration: {problem}. Save the unchanged response of GET /rules, /profile or /webhooks.',
    'execReport.foreign':
      '41462 {path} is not a report of `carryover exec`: {problem}. Nothing was recorded. Give the JUnit file as `exec --report` wrote it.',
    'execReport.newer':
      '41463 {path} was written by a newer version of Carryover (format {format}; this one reads {known}). Nothing was recorded. Update Carryover, then check it again.',
    'execReport.changed':
      '41464 {path} was changed since the run: {problem}. Nothing was recorded. Give the file as `exec --report` wrote it.',
    'coverage.notTestRun':
      '41465 The evidence of "{scope}" is no test run, so no coverage can be stated of it. Choose the evidence of a test run.',
    'tokens.unreadable':
      '41010 "{name}" can\'t be read as a list of tokens: {problem}. Nothing was imported. Correct the file, or choose its format.',
    'tokens.columnsUnknown':
      '41011 The columns of "{name}" could not be detected: {problem}. Nothing was imported. Name the columns (on the command line: --map).',
    'sealed.plain':
      '41280 "{name}" is not sealed, and a sealed file (age) was expected. Nothing was imported, but what is in it has travelled readable. Ask for it sealed to {recipient}, such as with `carryover seal FILE --to {recipient}`.',
    'sealed.newer':
      '41281 "{name}" is sealed in a newer version of the age format than v1. Nothing was imported. Use a newer Carryover, or ask for it sealed by `carryover seal` or age 1.',
    'sealed.passphrase':
      '41282 "{name}" is sealed with a passphrase, not to a recipient. Nothing was imported. Ask for it sealed to {recipient}, such as with `carryover seal FILE --to {recipient}`.',
    'sealed.wrongRecipient':
      '41283 "{name}" does not open with the sealing key of this data folder: it was sealed to another recipient, or its header was changed on the way.{lost} Nothing was imported. Ask for it sealed to {recipient}.',
    'sealed.damaged':
      '41284 "{name}" was changed after it was sealed. Nothing was imported. Ask for the file again, and compare the SHA-256 of both.',
    'sealed.cut':
      '41285 "{name}" is incomplete: it ends too early, or its end was changed. Nothing was imported. Ask for the file again, and compare the SHA-256 of both.',
    'exchange.notAnswer':
      '41220 "{name}" is sealed for this data folder, but is not a filled-in form. Nothing was recorded. Import a token list with `carryover tokens import`, or ask for the file that the form made.',
    'exchange.malformed':
      '41221 "{name}" is not as a form makes it: {problem}. Nothing was recorded. Ask for the form to be filled in again.',
    'exchange.newer':
      '41222 "{name}" was made by a form of version {version}; this Carryover reads versions up to {known}. Nothing was recorded. Use a newer Carryover.',
    'exchange.otherCase':
      '41223 "{name}" answers a form of another case ({other}). Nothing was recorded. Import it into that case, or ask for the form of this one.',
    'exchange.formUnknown':
      '41224 "{name}" answers a form that was not exported from this case. Nothing was recorded. Export a form with `carryover exchange form`, and ask for it to be filled in.',
    'exchange.noList':
      '41225 "{name}" is a filled-in form without a token list; it holds: {parts}. Nothing was imported. Put it on record with `carryover exchange import`, or ask for the list.',
    'doctor.addressRefused': '41550 Nothing was sent to {host}: {problem}. Use the address of the consumer.',
    'doctor.nothingToTest':
      '41551 The case has no endpoint to test yet, and no URL was given. Give a URL or an endpoint (on the command line: `carryover doctor URL` or `--endpoint ID`).',
  }),
  ...withStatus(401, 'No', {
    'auth.missing': '40101 No API key was sent. Add the header Authorization: Basic <base64 of the API key>.',
    'auth.plainKey':
      '40104 The API key was sent as it is. Encode it: Authorization: Basic <base64 of the API key>.',
    'auth.wrong': "40102 The API key is not one of this client's. List the keys with `carryover keys`.",
    'controlAuth.wrong':
      '43001 The control token is missing or wrong. Add the header Authorization: Bearer <control token>; the test kit hands it out with its URLs (CARRYOVER_CONTROL_TOKEN).',
    'deskAuth.wrong':
      '40103 The desk token is missing or wrong. Add the header Authorization: Bearer <desk token>; it is in the ready line of `carryover serve --json`.',
    'session.none':
      '41100 No session, or it has expired: a session ends after 12 hours without use, and with the host. Run `carryover open` and open the new address in this browser.',
    'session.ticketUsed':
      '41101 This address was already used or is older than 10 minutes: each works once. Run `carryover open` for a new one.',
    'signIn.unknown':
      '41600 This sign-in has ended: it was completed, is older than 10 minutes, or the desk was restarted. Nobody was signed in. Sign in again.',
    'signIn.foreignResponse':
      '41601 The response does not belong to this sign-in: {problem}. Nobody was signed in. Sign in again from the page of the desk. If it happens again, tell an admin of the desk.',
    'signIn.denied':
      '41602 The identity provider {issuer} did not sign you in ({problem}). Sign in again, or ask an admin of the provider for access to this desk.',
    'signIn.codeRefused':
      '41603 The identity provider {issuer} refused the code of this sign-in: it was used, has expired, or was issued for another sign-in. Nobody was signed in. Sign in again.',
    'signIn.identityRefused':
      '41604 The identity that {issuer} sent was refused: {problem}. Nobody was signed in. {advice}',
  }),
  ...withStatus(401, 'No', {
    'people.signIn':
      '45001 Nobody is signed in: no session or access token was sent, or the session ended. Sign in on the page of this desk (on the command line: `carryover sign-in`).',
    'people.tokenUnusable':
      '45002 The access token is unknown, revoked or expired, or its person has left. Nothing was done. Create another one under Settings › Account, or ask an admin of the desk.',
    'people.suspended':
      '45003 {name} is not let in: the identity provider {issuer} {problem}. Nothing was done. Sign in again on the page of this desk; if that fails, ask an admin of the provider. An admin of the desk can unlink the account.',
  }),
  ...withStatus(401, 'No', {
    'teamDesk.signedOut':
      '45090 Nobody is signed in at {address} in this app. Nothing was sent. Sign in again.',
    'appSignIn.unknown':
      '45081 The code of this sign-in was used, or is of another process of the desk. Nobody was signed in. Sign in again.',
    'appSignIn.expired':
      '45082 The code of this sign-in is older than 2 minutes. Nobody was signed in. Sign in again.',
    'appSignIn.otherProgram':
      '45083 The code was issued to another program: the verifier does not fit its challenge. Nobody was signed in, and the code has ended. Sign in again.',
    'appSignIn.ended':
      '45084 The access of the person who agreed to this sign-in has ended. Nobody was signed in. Ask an admin of the desk.',
  }),
  ...withStatus(402, 'No', {
    'account.limit': '40201 The account limit is reached (simulated by a fault).',
  }),
  ...withStatus(403, 'No', {
    'people.notAllowed':
      '45010 {name} does not have the role {role} {where}. Nothing was done. Ask an admin of the desk for it.',
    'approval.ownRequest':
      '45052 You asked for this approval, so another person must decide about it. Nothing was changed.',
    'people.readOnlyToken':
      '45011 The access token is for reading only. Nothing was done. Use one with full access, or sign in.',
    'people.operatorOnly':
      '45012 This desk has people, so the desk token and the data folder of its machine only serve to maintain it. Nothing was done. Sign in as a person (on the command line: `carryover sign-in`).',
    'people.notByToken':
      '45013 Access tokens are managed by people who are signed in, not by a token. Nothing was changed. Sign in on the page of this desk.',
    'people.onlyOperator':
      '45014 Only the machine of the desk may do this: run the command there. Nothing was done.',
    'signIn.noPerson':
      '45015 {issuer} signed you in as {account}, and {problem}. Nobody was signed in here. Ask an admin of the desk: the sign-in name of a person must be the e-mail address that the provider verified.',
    'signIn.personLeft':
      '45016 {name} has left this desk. Nobody was signed in. An admin of the desk can let the person return.',
    'path.fromBrowser':
      '41118 {field} is a path on this machine, which is not allowed from a browser. Nothing was read. Upload the file, or use the desktop app or the command line.',
    'path.createFromBrowser':
      '41812 {field} is a path on this machine, which is not allowed from a browser. Nothing was created. Leave it out, or use the desktop app or the command line.',
    'access.denied': '40301 Access is denied (simulated by a fault).',
    'host.foreign':
      '40302 Host "{host}" is not allowed. Use 127.0.0.1 or localhost, or start with --allow-host {host}.',
    'origin.foreign':
      '40303 The form was sent by a page of another site. Nothing was done. Open the link page itself and use its buttons.',
    'origin.notThisPage':
      '41102 The request was sent by a page of another site or port. Nothing was done. Use the page that this desk serves.',
    'origin.foreignPage':
      '40305 The request was sent by a page of another site or port. Nothing was done. Call the API from a server, or try it at /docs.',
    'target.notAPath':
      '40304 The request target must be a path and a query only, such as /companies?page=1. Send the host only in the Host header.',
  }),
  ...withStatus(404, 'No', {
    'people.notFound': '45020 The desk has no person {id}. List them with `carryover people list`.',
    'approval.notFound': '45053 The case has no approval {id}. List them with `carryover approvals list`.',
    'approvalKey.notFound': '45054 You have no key {id}. Nothing was changed.',
    'people.noSuchToken': '45021 The person has no access token {id}. Nothing was changed.',
    'state.notFound':
      '41800 There is no state "{name}". Nothing was changed. List them with GET …/states or `carryover state list`.',
    'scenario.notFound':
      '41815 There is no scenario "{name}". Those that come with the product: {names}. Play one of your own from its file.',
    'backup.notFound':
      '41106 Backup {name} not found; it may have been replaced by newer ones. Choose one from the list of backups.',
    'licences.notBuilt':
      '41112 The list of licences is missing: it is created by the build. Run `npm run build`.',
    'upload.notFound': '41105 Upload {id} not found; it may have been deleted. Upload the file again.',
    'company.notFound': '40401 Company {companyId} not found. List the companies with GET /companies.',
    'connection.notFound':
      '40402 Company {companyId} has no connection {connectionId}. List its connections with GET /companies/{companyId}/connections.',
    'dataset.notFound':
      '40403 Company {companyId} has no dataset {datasetId}. List its datasets with GET /companies/{companyId}/data/history.',
    'push.notFound':
      '40482 Company {companyId} has no push operation {pushOperationKey}. List its push operations with GET /companies/{companyId}/push.',
    'customData.notFound':
      '40484 The integration {platformKey} has no custom data type "{identifier}". Set it with PUT /integrations/{platformKey}/dataTypes/custom/{identifier}.',
    'product.notFound':
      '40483 Company {companyId} does not have the product "{product}". Its products are in GET /companies/{companyId}; give it one with PUT /companies/{companyId}/products/{product}.',
    'integration.notFound':
      '40404 No integration has the platform key "{platformKey}". List them with GET /integrations.',
    'webhook.notFound':
      '40405 Webhook endpoint {webhookId} not found. List the endpoints with GET /webhooks.',
    'rule.notFound': '40406 Rule {ruleId} not found. List the rules with GET /rules.',
    'alert.notFound': '40407 Alert {alertId} not found.',
    'apiKey.notFound': '40408 API key {apiKeyId} not found. List the keys with GET /apiKeys.',
    'bulkResend.notFound':
      '40481 Bulk resend {id} not found: only the newest 50 are kept. List them with GET /api/resends.',
    'message.notFound': '40409 Message {messageId} not found.',
    'delivery.notFound':
      '40410 Message {messageId} has no delivery to endpoint {webhookId}. Replay the endpoint to create missing deliveries.',
    'route.notFound': '40411 {method} {path} does not exist. See /docs for the API.',
    'route.notHere':
      '40485 {method} {path}: the real service has this path, and this local copy has not. docs/reference/fidelity.md lists what it has.',
    'deskRoute.notFound': '40413 {method} {path} does not exist. See /api/docs for the API.',
    'controlRoute.notFound':
      '43002 {method} {path} does not exist. See /control/v1/openapi.json for the control API.',
    'fork.notFound': '43007 There is no fork {id}, or it was stopped.',
    'consumer.notFound': '43003 There is no consumer {consumerId}, or it was closed.',
    'alerts.gone':
      '40412 The alerts endpoints are gone: this client is cut over to the new webhook service. Use the message log instead.',
    'case.notFound':
      '40414 Case {reference} not found. List the cases on Home (on the command line: `carryover case list`).',
    'contact.notFound': '40415 The case has no contact {id}; it may have been removed. Reload the case.',
    'note.notFound': '40416 The case has no note {id}; it may have been removed. Reload the case.',
    'attachment.notFound':
      '40417 The case has no attachment {id}; it may have been removed. Reload the case.',
    'attachment.leftOut':
      '41442 The content of attachment "{name}" is missing: it holds secrets and was imported without the passphrase, or its key is lost. Import the case again with the passphrase.',
    'step.notFound': '40418 The case has no step {id}. Its steps are: {steps}.',
    'target.notFound':
      '40419 Target {reference} not found. List the targets in Settings (on the command line: `carryover targets list`).',
    'job.notFound':
      '40420 Job {jobId} not found. Of jobs that ended, the newest 100 are kept, for a day; what others recorded is in their cases.',
    'audit.notFound':
      '41830 Audit stream {reference} not found. See Settings › Audit (on the command line: `carryover audit`).',
    'finding.notFound':
      '40421 No evidence of this case has a finding {findingId}. A later check may have replaced it: reload the case.',
    'observation.notFound':
      '40422 The case has no observation {id}. List its observations with `carryover observe show CASE`.',
    'migrationRequest.none':
      '40423 The case has no migration request. Draft one once its verdict is eligible.',
    'cutoverPlan.none':
      '41201 The case has no cutover plan. Plan the cutover first (on the command line: `carryover cutover plan`).',
    'cutoverPlan.noConflict':
      '41202 The header {header} has no conflict to decide: the profile and the portal do not set two different values. Plan the cutover again to see its headers.',
    'codeSamples.notFound': '41200 There are no code samples for {topic}. Topics: {topics}.',
    'tokens.runNotFound':
      '41081 The case has no run {runId}. List its runs under Tokens (on the command line: `carryover tokens status`).',
    'tokens.rowNotFound':
      '41086 The case has no token row {rowId}. A later import may have replaced it: search the rows for its reference.',
    'attachment.erased':
      '41171 The content of the attachment was erased. See the timeline of the case for who and why.',
    'identity.notKnown': '40480 Colleague {reference} not found. List colleagues with `carryover identity`.',
    'webhook.unknownReference':
      '41450 The target has no endpoint "{reference}". List the endpoints under Headers (on the command line: `carryover headers show CASE`).',
    'evidence.notFound':
      '41460 The case has no evidence {evidenceId}; it may have been removed. Reload the case.',
    'mention.notFound':
      '41461 The case has no mention {mentionId} to review: its code base was checked again, or it was dismissed. List the mentions again (on the command line: `carryover case review CASE`).',
    'mail.notWritten': '41211 The case has no mail {id}. List its mails again.',
    'mail.noLanguage':
      '41210 There are no templates in the language {language}. There are {languages}; add a folder for another one to `mails` in the data folder.',
    'case.noSuchEntry':
      '41050 The case has no entry {seq}: its audit chain ends at entry {last}. See the timeline of the case (on the command line: `carryover case show CASE --entries`).',
    'runbook.none':
      '41030 The case has no managed migration. Open one for a platform (on the command line: `carryover runbook open CASE PLATFORM`).',
    'request.notLogged': '41209 Request {id} is not in the log; it may have been removed. Reload the log.',
    'attempt.notFound': '41130 The message {messageId} has no attempt {attemptId}.',
  }),
  ...withStatus(405, 'No', {
    'method.notAllowed': '40501 {method} is not allowed on {path}. Allowed: {allowed}.',
  }),
  ...withStatus(408, 'Yes', {
    'wait.timedOut': '43004 {what} did not happen within {waited}. {seen} {advice}',
    'request.tooSlow':
      '40801 The request was too slow: headers must arrive within 15 s, the body after 20 s with at least 4 KiB/s. Nothing was done. Send it again.',
  }),
  ...withStatus(409, 'No', {
    'people.loginTaken':
      '45030 "{login}" is or was the sign-in name of somebody else. Nobody was added. Choose another one: entries name people by it, so it is never given twice.',
    'people.firstIsAdmin':
      '45031 The first person must have the role admin on the desk. Nobody was added. From then on only people who are signed in can use this desk.',
    'approval.needed':
      '45040 {what} needs the approval of another person. Nothing was done. Approval {id} was requested, for the plan {digest}. Run it again once it is approved.',
    'approval.planChanged':
      '45041 The approved plan differs: {differs} Nothing was done. Approval {id} was requested for the plan as it is now, {digest}.',
    'approval.runByApprover':
      '45042 You approved this plan, so another person must run it. Nothing was done.',
    'approval.notWaiting':
      '45043 The approval {id} is not waiting: it is {state}. Nothing was changed. Read it again.',
    'approval.otherDigest':
      '45044 The approval {id} is for the plan {digest}, and not for the one that was signed. Nothing was approved. Read it again.',
    'approval.planDamaged':
      '45045 The plan of the approval {id} does not have its digest: it was erased or changed. Nothing was approved. Run the operation again, which requests a new approval.',
    'approval.keyUnknown':
      '45046 The key that signed is not one of your keys. Nothing was approved. Add it under Settings › Account first.',
    'approval.notAPerson':
      '45047 {what} needs the approval of another person, and only people who are signed in can ask for one. Nothing was done.',
    'approval.importedUnapproved':
      '45057 Of the file, entries that need the approval of another person here are signed by a key that this desk does not know: {entries}. Nothing was imported. An admin of the desk can import it, or trust the key first.',
    'approval.notWithdrawable':
      '45048 The approval {id} can be withdrawn by who asked for it, by who gave it, and by an admin. Nothing was changed.',
    'approvalKey.known':
      '45049 The key was added before, by you or somebody else. Nothing was changed. Create another one.',
    'approvalKey.tooMany':
      '45050 You have {limit} keys, the most there can be. Remove those that you do not use.',
    'policy.onePerson':
      '45051 This desk has no people, so nobody could approve. The policy was not changed. Add people first: `carryover people add`.',
    'people.lastAdmin':
      '45032 Nobody else is admin of the desk. Nothing was changed. Give somebody else that role first.',
    'people.hasLeft': '45033 {name} has left. Nothing was changed. Let the person return first.',
    'people.tooManyTokens':
      '45034 The person has {limit} access tokens, the most there can be. Nothing was created. Revoke those that are not used.',
    'signIn.otherAddress':
      '45035 {issuer} sends people back to {address}, and this page was opened at {origin}. Nobody was signed in. Open {address} and sign in there.',
    'signIn.noProvider':
      '45036 This desk has no identity provider. Nobody was signed in. Sign in with an access token; the provider is set by `carryover serve --oidc-issuer`.',
    'people.accountTaken':
      '45080 The person or the account is linked already: {account} belongs to {name}. Nothing was changed. An admin of the desk can unlink it.',
    'backup.damaged': '41107 Backup {name} is damaged. Nothing was changed. Choose another one.',
    'backup.notDamaged':
      '41122 The database of the local service is not damaged. Nothing was changed. To empty it, use `carryover reset` or Settings › Data.',
    'backup.otherForm':
      '41108 Backup {name} has a schema that this version does not know, probably from a newer version. Nothing was changed. Use the newer version, or choose another backup.',
    'backup.otherKey':
      "41109 Backup {name} was made with another data key, so its cases can't be verified. Nothing was changed. Choose a backup made since the key was renewed.",
    'verification.nothingToAccept':
      '41180 Nothing to accept: the desk database is unchanged since Carryover last wrote it.',
    'target.proxyLost':
      '41113 The proxy of "{target}" can\'t be decrypted: its key is lost. Nothing was sent. Set the proxy of the target again, or remove it (on the command line: `carryover targets change` with --proxy or --no-proxy).',
    'mail.unfilled':
      '40985 The mail was not written: nothing is known for {fields}. Bring the case that far, or write it into the text yourself.',
    'mail.secret':
      '40986 The mail was not written: {where} holds a secret, or what looks like one ({what}). Take it out: secrets go in a sealed file, never in a mail.',
    'mail.noRecipient':
      '40987 The mail was not written: no contact of the integrator has an address. Add one to the case, or name the recipients.',
    'mail.attachment':
      '40989 The mail was not written: {name} can not go along yet: {problem} Bring the case that far, or write the mail without it.',
    'mail.badTemplate':
      "40990 The template {path} can't be used: {problem}. Correct it, or remove it to use the one of Carryover.",
    'integration.disabled':
      '40901 The integration "{platformKey}" is not enabled. Enable it before connecting.',
    'webhook.limit': '40902 The limit of {limit} endpoints is reached. Delete one first.',
    'webhook.disabled': '40903 Endpoint {webhookId} is disabled, so nothing is sent to it. Enable it first.',
    'apiKey.limit': '40904 The limit of {limit} API keys is reached. Delete one first.',
    'apiKey.last':
      '40905 This is the only API key left; deleting it would lock everyone out. Create another one first.',
    'connection.transition': "40906 Connection {connectionId} is {status} and can't become {wanted}.",
    'cutover.done':
      '40907 This client is already cut over. Verify it in the case, under Cutover (on the command line: `carryover cutover verify`). To cut over again, roll it back first, there (on the command line: `carryover cutover rollback`) or, without a case, under Local API.',
    'cutover.notDone': '40908 Nothing to undo: this client is not cut over.',
    'cutover.tooMany':
      '40909 The cutover needs {wanted} more endpoints, but the limit of {limit} leaves {room}. Delete endpoints or merge rules first.',
    'clock.notVirtual':
      "40910 The system clock can't be advanced. Use a virtual clock: `carryover serve --clock virtual`.",
    'clock.backwards': '40911 The clock is at {now} and only moves forward; {wanted} is earlier.',
    'clock.paused': '40914 The clock is paused, so nothing becomes due. Resume it first.',
    'clock.cancelled':
      '40915 The advance to {wanted} was cancelled. The clock is at {now}, and everything due until then is done. Advance it again to continue.',
    'bulkResend.otherRequest':
      '40981 The id {id} belongs to a bulk resend of another request. Nothing was sent. Repeat the request that began it, or use a new id.',
    'clock.notAdvancing': '40916 No advance is under way. The clock is at {now}.',
    'seed.notEmpty': '40913 The sandbox is not empty. Reset it first, or send "replace": true.',
    'case.damaged':
      "40946 The audit chain of case {caseId} is broken: {problem} The case can't be shown, changed or exported whole. Verify the audit chain for details (on the command line: `carryover verify`), then restore a backup or import a colleague's export. To keep what is sound: export it as far as it is sound (`carryover case export --as-far-as-sound`).",
    'case.erasedSince':
      '40984 The content of entry {seq} was erased in entry {stub}, which proves it; a bundle that ends at entry {upTo} would lack that proof. Nothing was written. Make the bundle at entry {stub} or later.',
    'case.evidenceDamaged':
      "40966 Evidence of case {caseId} is damaged: {problem} The case can't be exported whole. Restore a backup, remove the attachment, or export the rest (on the command line: `carryover case export --as-far-as-sound`).",
    'case.nothingSound':
      "40967 No entry of case {caseId} is sound: {problem} There is nothing to export. Restore a backup, or import a colleague's export.",
    'case.badTransition': "40947 The case is {state}, so it can't be {wanted}.",
    'case.ambiguous': '40930 "{reference}" matches several cases: {candidates}. Use a longer id.',
    'case.notOpen': "40931 The case is {state} and can't be changed. Reopen it first.",
    'case.conflict':
      '40932 Someone else changed this since revision {revision} (now {current}). Nothing was overwritten: {summary}. Compare both versions, and save yours again with the new revision if it still applies.',
    'case.isHeld':
      '45037 The case is under legal hold since {at}, placed by {by}. Nothing of it can be erased, detached or deleted. An admin can release the hold first.',
    'case.notHeld': '45038 The case is not under legal hold. Nothing was changed.',
    'backup.hold':
      '45039 The backup {name} does not have all of {cases}, under legal hold. Nothing was restored. Restore a newer backup, or release the hold first.',
    'case.removalStale':
      '40933 The case changed since the deletion was previewed. Review it again, then confirm.',
    'caseFile.diverged':
      "40934 This case and the file diverge after entry {common} (here: {here}; in the file: {there}) and can't be merged. Nothing was changed. Keep one and delete the other, or continue both on different desks.",
    'audit.nameTaken': '41831 An audit stream named "{name}" already exists. Choose another name.',
    'audit.tooMany': '41832 There are {most} audit streams, which is the most. Remove one first.',
    'audit.lost':
      '41833 The settings of the audit stream "{name}" are gone, were changed outside Carryover, or can\'t be decrypted. Nothing is sent. Remove it, then add it again.',
    'audit.noSecret':
      '41834 A stream of OTLP logs is not signed, so it has no secret. Replace its headers instead.',
    'target.nameTaken': '40935 A target named "{name}" already exists. Choose another name.',
    'target.inUse': '40936 The target is used by {cases}. Set another target for these cases first.',
    'target.keyLost':
      '40948 The API key of target "{target}" can\'t be decrypted: its data key is lost. Set the API key of the target again (on the command line: `carryover targets change`).',
    'case.nameTaken':
      '40949 A case named "{name}" already exists ({id}). Choose another name, or use that case.',
    'target.builtIn': "40937 The local service is built in: this target can't be changed or removed.",
    'target.unconfirmed':
      '40938 This changes the remote target "{target}" by {count}. Nothing was sent. Review the calls, then confirm.',
    'eligibility.notByAnswer':
      '40939 "Not found" for {row} needs evidence, not an answer: {shown}. To decide against the evidence, override the result with a reason.',
    'observation.closed': '40940 The observation "{name}" is already closed.',
    'migrationRequest.notEligible':
      "40941 The verdict is {state}, so the migration can't be requested yet. {todo}",
    'migrationRequest.wrongStep': "40942 The migration request is {state}, so it can't become {wanted}.",
    'migrationRequest.notSent':
      "41091 The migration request was not sent, so it can't be {wanted}. Send it and record that first (on the command line: `carryover cutover request`).",
    'migrationRequest.noClientId':
      "41092 The migration request has no client id, so the provider can't tell which client to migrate; the target does not return it. Set it on the case (on the command line: `carryover case edit CASE --client-id ID`), draft the request again, and send that.",
    'portalHeader.notFound':
      '41093 No auth header is recorded for the portal. Answer the check auth-header-portal with "found" first, then supply the header.',
    'portalHeader.noProfile':
      "41094 The profile has no auth header, so the portal's can't equal it. Supply its value (on the command line: `carryover request portal-header CASE --by NAME --file FILE`).",
    'grant.remoteTarget':
      '40943 Target "{target}" is remote: only its provider can grant the migration. Send the migration request, then verify the cutover.',
    'tokens.runActive':
      '41080 A token migration of this case {what}. Wait until it ends, or resume or cancel it first, under Tokens (on the command line: `carryover tokens status`).',
    'tokens.noResults': '41087 Run {runId} has no results by company: {why}',
    'tokens.noSample':
      '41199 Nothing to read back: no run has migrated a row to the target of the case, or its results are no longer there. Migrate rows first, then read back a sample.',
    'tokens.noRun': '41082 There is no run to {wanted}: {why}.',
    'tokens.nothingToRun': '41083 Nothing to do: {why}.',
    'tokens.otherDesk':
      '41116 Another desk ({desk}) has been migrating this list to "{target}" since {since}: {companies} of its companies have that tag, such as "{ref}". Nothing was started, since both would create every company. Wait until that run ends, or give a reason to run beside it (on the command line: --beside-other-desk "<reason>"). Cancel a paused run first.',
    'tokens.noDuplicates': '41117 No duplicates to decide: {why}.',
    'tokens.noneOwned':
      '41192 Nothing was removed: this desk created none of the duplicates. Keep them with a reason, or ask their creator to remove them.',
    'tokens.gate': '41084 A requirement of the managed migration is not met: {why}',
    'tokens.outsideWindow':
      '41190 Nothing was sent: the {kind} would start {outside}, by system time. Start it within the migration window, or override the window with a reason (on the command line: --override-window "<reason>").',
    'rehearsal.noRows': '41060 Nothing to rehearse: {why}.',
    'rehearsal.noTokens':
      "41061 Tokens of platform {platform} can't be simulated ({rows} affected), so nothing was rehearsed: {problem} Or rehearse only the other rows.",
    'rehearsal.notEnded':
      '41062 Rehearsal {runId} has no results: it is still running, or ended with the host. Wait until it ends, or rehearse again.',
    'execReport.otherContent':
      '41466 The case has evidence of the same test run with other content ({recorded}): one of the two files was changed. Nothing was recorded. Compare both with what the CI server kept.',
    'traffic.notAsked':
      "40974 The hosts of this evidence can't be assigned afterwards: {problem}. Read the logs again with the hosts named.",
    'caseFile.unknownSigner':
      "41170 The case file was signed by {signer}. Nothing was imported. Compare the fingerprint with your colleague's (Settings, or `carryover identity`), then trust each key or accept this file only (on the command line: --trust or --accept with the fingerprint). A revoked key can only be accepted. {fingerprints}.",
    'erasure.nothing':
      '41172 Nothing was erased: the selection has no personal data, or it is already erased.',
    'identity.severalKnown':
      '40980 {reference} matches several colleagues. Use the key or fingerprint (see `carryover identity`).',
    'headers.noPlan':
      '40960 The case has no header values for endpoint {webhookId} to compare with. Set them first.',
    'headers.noTrigger':
      '40961 Endpoint {webhookId} is not subscribed to company.created for all companies, so no event can be triggered. Wait for a real event, then paste the headers the consumer received.',
    'headers.noClientId': '40962 The client id is unknown. Enter it, or set it on the target or the case.',
    'headers.wayOfCheck':
      '40963 Target "{target}" is remote, so its requests can\'t be seen from here. Paste the headers the consumer received, or trigger an event.',
    'headers.valuesMissing':
      '40965 The values of {names} are missing: the case was imported without its secrets. Set them again, or import the case with its passphrase.',
    'webhook.ambiguous': '40964 "{reference}" matches several endpoints: {candidates}. Use a longer id.',
    'target.alertsPath':
      '40950 Nothing was sent: {path} may be an alerts endpoint. The desk never calls these, since a call would count as evidence. Use the message log instead.',
    'migrationRequest.outdated':
      '40972 The migration request is outdated: checks, evidence, target or client id changed since it was drafted. Draft it again (on the command line: `carryover request draft`), then send it.',
    'grant.portalHeader':
      '40973 The portal\'s auth header was not supplied and would be lost. Supply its value, or state that it equals the profile\'s (on the command line: `carryover request portal-header CASE --by NAME --file FILE`, or `--equals-profile`). If there is none, answer the check auth-header-portal with "not found" and draft the request again.',
    'cutoverPlan.notReady': "41203 The plan can't be frozen yet. {problems}",
    'cutoverPlan.legacyGone':
      '41204 The target "{target}" no longer returns its {what}: the client is probably cut over already, so there is nothing to plan. Verify the cutover instead (on the command line: `carryover cutover verify`).',
    'rules.gone':
      '40971 The target "{target}" no longer returns rules: the client is cut over. Use a file with the exported rules.',
    'runbook.otherPlatform':
      "41031 The managed migration of this case is for {platform} and can't be opened for {wanted}. Create another case for that platform.",
    'runbook.noProcess':
      '41032 {name} has no standard migration process. Agree on one with your solutions engineer (topics: `carryover runbook platform {platformKey}`).',
    'runbook.selfService':
      '41033 {name} has no managed migration. Migrate its tokens by self-service: import and run them under Tokens (on the command line: `carryover tokens import` and `carryover tokens run`).',
    'runbook.stepBefore':
      '41034 "{step}" is blocked: {missing} Complete that first, or override the requirement with a reason (on the command line: `carryover runbook override`).',
    'runbook.noCallbackUrl':
      '41035 The callback URL of target "{target}" is unknown. Ask the provider for it and set it on the target (on the command line: `carryover targets change NAME --callback-url URL`).',
    'runbook.noWindow':
      '41036 No migration window is proposed. Propose one (on the command line: `carryover runbook schedule`).',
    'runbook.windowAgreed':
      '41191 Nothing was changed: the migration window from {start} to {end} is agreed. {voids} Confirm to propose another (on the command line: `carryover runbook schedule CASE … --yes`).',
    'runbook.windowChanged':
      '41037 Nothing was recorded: another migration window was proposed since. Review it and agree to that one.',
    'runbook.noCompanies':
      '41038 No imported companies are left to migrate, so nothing can be estimated. Import companies, or enter their number (on the command line: --companies).',
    'runbook.alreadyDone': '41039 Step "{step}" is done. Nothing to override.',
    'runbook.notOverridden': '41040 The requirement of "{step}" is not overridden. Nothing to restore.',
    'runbook.companiesLeft':
      "41041 The handover can't be created yet: {missing} Migrate each company, accept its failure, or exclude it by name (on the command line: `carryover tokens run`, `carryover runbook accept`, `carryover runbook exclude`).",
    'runbook.noHandover':
      '41042 No handover document to sign off. Create it (on the command line: `carryover runbook handover`).',
    'runbook.handoverChanged':
      '41043 Nothing was recorded: the handover document changed. Review it again (on the command line: `carryover runbook handover`), then sign off.',
    'runbook.handoverOutdated':
      '41044 Nothing was recorded: companies changed since the handover document was created. Regenerate it (on the command line: `carryover runbook handover --make`), then sign off.',
    'runbook.openCompanies':
      '41045 Nothing was recorded: {open} Accept each failure and exclude each other company, with a reason (on the command line: `carryover runbook accept`, `carryover runbook exclude`).',
    'runbook.resultsGone':
      "41046 The handover can't be created: results of the {kind} that ended at {at} are missing. {problem}",
    'step.ofRunbook':
      "41047 Step {id} of the managed migration completes automatically and can't be set manually. See what is missing under Managed, or override the requirement with a reason (on the command line: `carryover runbook show` and `carryover runbook override`). Responsible party, due date and note can be changed.",
    'step.byFacts':
      '41090 Step "{title}" can\'t be set manually: it is done while {facts}.{open} It can be skipped with a note.',
    'attachment.isEvidence':
      '41048 Attachment "{name}" can\'t be removed: {by} refers to it as {what}. It is deleted only with the case.',
    'attempt.nothingSent':
      '41131 The request of attempt {attemptId} was not recorded: the service stopped during the attempt. Use the repeated attempt with the same number.',
    'cutover.moved':
      '41134 The target has changed since it was planned: {changes} Nothing was changed. Plan the cutover again (on the command line: `carryover cutover plan`).',
    'cutover.preconditions':
      '41140 The cutover does not hold: {failing} Nothing was changed. See the preconditions of the plan (on the command line: `carryover cutover status`).',
    'cutover.noPlan':
      '41142 The case has no frozen plan for its target. Plan the cutover and freeze the plan (on the command line: `carryover cutover plan`).',
    'cutover.otherPlan':
      '41143 The frozen plan is {digest}, not the one that was named. Nothing was changed. Review the plan, then apply that one.',
    'cutover.stageMissing': "41144 The cutover can't be {wanted} yet: {why}",
    'cutover.notStanding':
      '41145 There is no cutover to roll back: the case has none on its target, or it was reversed.',
    'cutover.previewOutdated':
      '41146 What the rollback undoes has changed since it was shown. Nothing was changed. Review it again, then roll back.',
    'mirror.running': '41135 A dual run is already under way on the local service. Stop it first.',
    'sample.cutOver':
      '41133 The sample needs legacy rules, but the local service is cut over. Nothing was created. Undo the cutover or reset the sandbox (Local API), then open the sample again.',
    'doctor.severalEndpoints':
      '41552 The case has several endpoints: {candidates}. Name one (on the command line: `--endpoint ID`), or give its URL.',
    'doctor.unconfirmed':
      '41553 The test sends up to {count} requests to {host}, which is not this machine. Nothing was sent. Confirm it with `confirm` of POST /api/doctor/plan (on the command line: --yes).',
  }),
  ...withStatus(409, 'Yes', {
    'fork.folderTaken':
      '41811 {folder} is not empty. Nothing was created. Choose a folder that is missing or empty.',
    'fork.folderFailed':
      "41813 {folder} can't be created: {problem}. Nothing was created. Choose another folder.",
    'state.exists':
      '41807 There is a state "{name}" already. Nothing was saved. Choose another name, or replace it (`replace`, on the command line --replace).',
    'state.otherClock':
      '41808 State {name} is of a sandbox on virtual time, and the local service runs on system time. Nothing was changed. Open the virtual sandbox first (`carryover sandbox open virtual`), then restore.',
    'cutover.preconditionsUnknown':
      '41141 Whether the cutover holds is not known: {unknown} Nothing was changed. Make sure that the target can be read, then try again.',
    'cutoverPlan.moving':
      '41205 The rules of target "{target}" kept changing while they were read, so some may be missing. Nothing was planned. Try again when nobody changes them.',
    'sandbox.current': '41123 The local service works on the {clock} sandbox already. Nothing was changed.',
    'sandbox.none': '41124 There is no {clock} sandbox. Nothing was changed.',
    'sandbox.newer':
      '41128 The {clock} sandbox was written by a newer version of Carryover (unknown schema migrations: {migrations}). Nothing was changed. Use the newer version, or open the {clock} sandbox empty or with a copy.',
    'sandbox.underWay':
      '41125 The sandbox was not changed: {what}. Wait until it ends or stop it, then try again.',
    'backup.underWay': '41110 Nothing was restored: {what}. Wait until it ends or stop it, then restore.',
    'store.onServer':
      '42003 {what} is for a store that is a file of the data folder; a database server keeps this one, and does the like on its own. Nothing was changed.',
    'store.otherKey':
      '42006 The store at {server} was begun with another data key, so nothing was opened or changed. It wants the key with the fingerprint {wanted}; this process has the one with {found}. All processes of a store need the same key: copy the key file of the process that began it here (carryover.key in its data folder, or what its --data-key-file names), and name it with --data-key-file or CARRYOVER_DATA_KEY_FILE.',
    'store.keyNeeded':
      '42008 The store at {server} was begun with the data key of fingerprint {wanted}, and this data folder has no key, so nothing was opened or changed. All processes of a store need the same key: copy the key file of the process that began it here (carryover.key in its data folder, or what its --data-key-file names), and name it with --data-key-file or CARRYOVER_DATA_KEY_FILE.',
    'store.copySource': '42009 The store {from} was not copied: {problem}. Nothing was changed.',
    'store.copyTarget':
      '42010 Nothing was copied into {to}: {problem}. Nothing of it was changed. Choose a target that is empty.',
    'store.copyShapes':
      '42011 Nothing was copied, as these tables differ between the source and the target: {tables}. Start this version of Carryover on both once, then copy.',
    'store.copyDiffers':
      '42012 The copy is not whole: table {table} differs between {from} and {to}. The source was probably used since the copy was begun. The target can not be served. Remove what was copied, then copy again.',
    'store.halfCopied':
      '42007 A copy into {place} was begun and is not whole, so it was not opened. Run the same `carryover store copy` again: it resumes where it was.',
    'store.deskInUse':
      '42020 The desk of this store belongs to another process: {pid} on {host}, since {since}. Nothing was changed. Use that one, or stop it and start again; if it is gone already, its place is free {seconds} seconds after it was last heard of.',
    'store.deskTakenOver':
      '42021 This process was not heard of in time, and another one has the desk of this store now. Nothing was changed. This one is a standby now: send the request to that process, or to the load balancer.',
    'store.compacting':
      '41121 service.db is being compacted. What writes waits until that ends. Wait for it.',
    'clock.notShared':
      '42005 A virtual clock is for a single process, and {host} (pid {pid}) already uses this store with a {clock} clock. Nothing was started. Stop that process first, or start with --clock system.',
    'clock.busy': '40912 The clock is already advancing. Wait until it finishes, or cancel it.',
    'tokens.rowsChanged':
      '41085 {rows} of the selected rows were imported again meanwhile, such as "{ref}". Nothing was started. Review the ready rows, then start again.',
    'tokens.rowsExcluded':
      '41088 {rows} of the selected rows were excluded from the migration meanwhile, such as "{ref}". Nothing was started. Review the ready rows, then start again.',
    'tokens.overtaken':
      '41012 A run processed rows of this import while it was read. Nothing was imported. Import it again; migrated rows stay as they are.',
    'kit.tooManyForks':
      '43006 {most} forks are running, which is the most at once. Stop one that is no longer needed.',
    'consumer.tooMany':
      '43005 {most} consumers are open, which is the most at once. Close one that is no longer needed.',
    'receiver.portInUse':
      '41132 Port {port} of the receiver is used by another program. Stop that program, or start the receiver on a new port and change the endpoints that use it.',
  }),
  ...withStatus(413, 'No', {
    'upload.tooLarge':
      '41103 The file is larger than {limit} bytes and was not stored. Upload only what is needed, such as sources without build output, or use the command line with the path of the file, which has no limit.',
    'body.tooLarge': '41301 The body is larger than the limit of {limit} bytes. Send less in one request.',
    'reading.tooLong':
      '41302 {what} exceeded the limit of {seconds} s; reading was stopped. Nothing was checked or changed. Split it, or leave out parts, then try again.',
    'reading.tooMuchMemory':
      '41303 {what} exceeded the limit of {megabytes} MB of memory; reading was stopped. Nothing was checked or changed. Split it, or leave out parts, then try again.',
    'reading.tooLarge':
      '41304 {what} exceeded the limit of {megabytes} MB; reading was stopped. Nothing was checked or changed. Split it, or leave out parts, then try again.',
  }),
  ...withStatus(415, 'No', {
    'body.mediaType': '41501 Content type {mediaType} is not supported. Send application/json.',
  }),
  ...withStatus(429, 'Yes', {
    'rateLimit.reached': '42901 The daily quota of {quota} requests is used up. It resets at {resetAt}.',
    'rateLimit.fault': '42902 Too many requests (simulated by a fault).',
    'backlog.full':
      '42903 {waiting} deliveries are waiting; {counted} of them count, and the limit is {limit}. Nothing was changed. Reads and deletions still work. Fix, disable or delete the endpoints that do not respond, or raise the limit in Settings; then try again.',
    'disk.low':
      '42904 {free} of disk space is left, less than the {limit} that open deliveries need. Nothing was changed. Reads and deletions still work. Free disk space, then try again.',
    'signIn.tooMany':
      '42905 Too many sign-ins are being completed at once. Nobody was signed in. Try again in a few seconds.',
    'signIn.tooManyWrong':
      '45023 Too many wrong access tokens, codes or tickets were sent {from}, and this one is wrong, too. Nothing was done. Send a right one, which is let in at once, or wait {seconds} s before the next try.',
  }),
  ...withStatus(500, 'Unknown', {
    'state.notRestored':
      '41809 State {name} could not be restored: {problem} The local service continues with what it had.',
    'backup.notRestored':
      '41111 Backup {name} could not be restored: {problem} The desk continues with the current database.',
    'backup.hostEnds':
      '41114 Backup {name} could not be restored, and the desk could not be reopened: {problem} The local service stops now. The app restarts it; otherwise run `carryover serve` again. The database is intact, and the previous state is in the list of backups.',
    'server.internal': '50001 Internal error. See the log for this correlation id.',
    'server.fault': '50002 Internal error (simulated by a fault).',
    'reading.failed':
      '50040 Reading failed: {problem}. Nothing was checked. Read less at once, or report this.',
  }),
  ...withStatus(500, 'No', {
    'report.pdfTooLong':
      '50041 PDF not created: it took more than {seconds} s and was stopped. Export the report as HTML, which prints too.',
    'report.pdfTooMuchMemory':
      '50042 PDF not created: it needed more than {megabytes} MB of memory and was stopped. Export the report as HTML, which prints too.',
    'report.pdfFailed':
      '50043 PDF not created: {problem}. Nothing was written. Export the report as HTML, which prints too.',
  }),
  ...withStatus(502, 'No', {
    'teamDesk.certificate':
      '45091 The certificate of {address} was refused: {problem}. Nothing was sent. {advice}',
    'teamDesk.redirected':
      '45092 {address} redirects to {to}, where nothing was sent: the access token is for this desk alone. Give the address of the desk itself. If a proxy in front of it wants a sign-in of its own, except the API of the desk from it, or use the desk in a browser.',
    'headers.companyLeft':
      '50260 Company {companyId}, created on target "{target}" for a check, could not be deleted: {problem} Delete it manually.',
    'target.malformed':
      '50270 The response of target "{target}" to {path} is invalid: {problem}. Check its base URL. If it is correct, export the response, correct it and use it as a file.',
    'signIn.providerUnusable':
      "50210 The identity provider {issuer} can't be used: {problem}. Nobody was signed in. {advice}",
    'signIn.clientRefused':
      '50211 The identity provider {issuer} does not accept this desk as client {clientId} ({problem}). Nobody was signed in. Check --oidc-client-id and the client secret, then restart the desk.',
  }),
  ...withStatus(502, 'Unknown', {
    'headers.companyUncertain':
      '50261 A company may have been created on target "{target}" for a check: {problem} Search for "{name}" and delete it.',
    'target.refused':
      '50202 The target "{target}" responded to {method} {path} with status {statusCode}: {problem}',
  }),
  ...withStatus(502, 'Yes', {
    'target.notRecorded': '50206 Target "{target}" was not recorded: {problem}. Nothing was written.',
    'signIn.providerUnreachable':
      "50212 The identity provider {issuer} can't be reached: {problem}. Nobody was signed in. Try again later; an admin of the desk can check the provider.",
    'target.unreachable': '50201 The target "{target}" at {baseUrl} can\'t be reached: {problem}.',
  }),
  ...withStatus(503, 'No', {
    'exchange.notBuilt':
      '50320 The page of the form was not built. Nothing was exported. Run `npm run build`, then export the form again.',
    'store.damaged':
      '50304 The database {file} is damaged; writing to it has stopped. Stop Carryover and run `carryover repair`: it names the newest sound backup and restores it.',
    'store.missing':
      '50313 The database {file} is missing, although there are backups of it. Nothing was begun in its place. Stop Carryover and run `carryover repair`: it names the newest sound backup and restores it.',
    'service.damaged':
      '50311 The database of the local service (service.db) is damaged, so the local service is stopped. Cases are not affected. Restore a backup or start empty: Settings › Data, or stop Carryover and run `carryover repair`.',
    'store.logInUse':
      '50312 Done, but copies of what was deleted may remain in the write-ahead log of {file} for now, because something reads the file, for example a backup. Carryover removes them when that ends, or when it stops.',
    'store.newer':
      '50307 The data folder {dataDir} was written by a newer version of Carryover (unknown schema migrations: {migrations}). Nothing was changed. Use the newer version, or choose another folder with --data.',
  }),
  ...withStatus(503, 'No', {
    'rowKeys.damaged':
      '50330 {path}, which keys of token rows are kept with, is damaged: {problem}. Nothing was changed. Restore the folder that it is in from a copy. If there is none, move that folder away: the rows whose keys were in it need to be imported again.',
    'rowKeys.commandNeeded':
      '50331 The keys of token rows in {path} are wrapped by an external command, and none is set. Nothing was changed. Start with --key-command.',
  }),
  ...withStatus(503, 'Unknown', {
    'teamDesk.interrupted':
      '45093 The connection to {address} broke off ({problem}). The request may or may not have been carried out. Check the result when the desk responds again, and try again if needed.',
    'store.uncertain':
      '50325 The connection to the database server {server} was lost while this was being stored, and the server has not said since whether it was. It may or may not have been carried out: check the result, then try again if needed.',
  }),
  ...withStatus(503, 'Yes', {
    'teamDesk.unreachable':
      "45094 {address} can't be reached: {problem}. Nothing was sent. Check the network of this machine, and whether the desk runs; then try again.",
    'server.unavailable': '50301 The service is unavailable (simulated by a fault).',
    'stream.full':
      '50305 The event stream has reached its limit of {limit} readers. Close a page or program that reads it, then try again.',
    'service.changing':
      '50315 The local service is changing to another sandbox, or to a backup of its database. Nothing was changed. Try again in a few seconds.',
    'report.pdfBusy':
      '50317 PDF not created: {count} others are waiting already. Try again in a minute, or export the report as HTML.',
    'scenario.notPlayed': '41816 The scenario was not played: {problem}',
    'server.stopping': '50302 The service is shutting down. Try again in a few seconds.',
    'sandbox.notOpened':
      '50316 The {clock} sandbox could not be opened: {problem} The sandbox before is open again.',
    'store.notAllowed':
      '50324 The database server {server} refuses this user: {problem}. Nothing was changed. Check the user, its password and its rights: it needs to create schemas in the database, or to own the two that there are.',
    'store.unusable': "50310 {path} can't be used: {problem}. Nothing was changed. {advice}",
    'store.unreachable':
      "50321 The database server {server} can't be reached: {problem}. Nothing was changed. Check that it runs and that this machine may connect; work resumes automatically.",
    'store.serverFailing':
      "50322 The database server {server} can't do this at the moment: {problem}. Nothing was changed. Try again; work resumes automatically.",
    'store.serverReadOnly':
      '50323 The database server {server} can be read but not written: {problem}. Nothing was changed. It may be a standby: give the address of the primary server. Work resumes automatically.',
    'desk.standby':
      '42023 Another process has the desk of this store, and this one is a standby. {standby} Nothing was changed. Send the request to that process, or to the load balancer; if that process is gone, try again in a few seconds.',
    'store.takenForGone':
      '50326 This process did not answer in time, so the other processes of the store continue its work. Nothing was changed. It takes part again automatically: try again in a moment.',
    'rowKeys.command':
      '50332 The key command {program} failed to {action} the key that token rows are sealed with: {problem}. Nothing was changed. Check the command and its key service, then try again.',
    'rowKeys.unusable':
      "50333 {path}, which keys of token rows are kept with, can't be used: {problem}. Nothing was changed. Make it readable and writable for this user again, or restore it from a copy; then start again.",
    'store.full': '50303 The disk is full. Nothing was changed. Free disk space; work resumes automatically.',
    'store.readOnly':
      '50308 The database {file} can be read but not written. Nothing was changed. Make the file and its folder writable for this user; work resumes automatically.',
    'store.gone':
      '50314 The database {file} was moved, removed or replaced while Carryover uses it. Nothing was changed. Put it back: work resumes automatically. If it is lost, stop Carryover and run `carryover repair`.',
    'store.failing':
      "50309 The database {file} can't be used at the moment ({problem}). Nothing was changed. Check the disk, and close other programs that use the file; work resumes automatically.",
    'caseFile.busy':
      '50306 Too many exports or imports with a passphrase are running. Try again in a few seconds.',
    'host.unavailable':
      '41160 The local service is not running. The request may or may not have been carried out. It restarts automatically: check the result then, and try again if needed.',
  }),
  ...withStatus(507, 'Unknown', {
    'upload.tooMuch':
      '41115 Uploads of one day are limited to {limit} bytes in total; this file was not stored. Uploads are deleted after a day and at each start of the local service. Or use the command line with the path of the file, which needs no copy.',
  }),
  ...withStatus(507, 'Yes', {
    'state.noSpace':
      '41810 Not enough disk space: {needed} are needed, {free} are free. Nothing was changed. Free disk space, then try again.',
    'store.noSpace':
      '41120 Not enough disk space to compact service.db: {needed} are needed meanwhile, {free} are free. Nothing was changed. Free disk space, then try again.',
    'backup.noSpace':
      '41119 Not enough disk space for a backup of {size}: {free} are free, and backups take at most half of that. Nothing was changed. Free disk space; daily backups continue automatically.',
    'upload.noSpace':
      '41104 Not enough disk space for the file; it was not stored. Free disk space and upload it again, or use the command line with the path of the file, which needs no copy.',
  }),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** One problem of the input. `itemId` names the field, as a path with dots. */
export interface ValidationItem {
  itemId: string;
  message: string;
  validatorName: string;
}

/** Data of some errors of the desk, such as `conflict` of `case.conflict`. */
export interface ErrorInfo {
  /** Both versions of what two people changed. */
  readonly conflict?: EditConflict;
  /** The calls that have to be confirmed, and the code that confirms them. */
  readonly unconfirmed?: Unconfirmed;
  /** What was asked of a second person. */
  readonly approval?: AskedApproval;
  /** Those that do not hold, and those that are not known. */
  readonly preconditions?: readonly Precondition[];
  /** The undecided keys of a case file. */
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
