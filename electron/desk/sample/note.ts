/** The guide through the sample case, kept as its note. */
export const walkThrough = (
  folder: string,
): string => `This case is a sample: Bakery Books is fictional, and everything happens in the local service on this machine. Nothing here can break anything. Its files are in ${folder}. Buttons, fields and titles are quoted; "Sample guide", above, shows this text on every screen of the case.

1. Can they migrate? Open "Eligibility", above. The first check has read the folder app-before and the rules of the local service, and they are blocked: their code uses RuleId, and calls /rules/alerts. Press "Logic that uses RuleId", then the place below "Location", to see the line.

2. They have fixed it. Drop the folder app-fixed and the file access.log on the window, or press "Check eligibility…" and choose them. Beside "New version of", press bakery-books, so that the new code replaces the old, and then "Start check". The log has eight days of their calls, none to the alerts endpoints. They are eligible, and "Last check" shows the difference.

3. Cut over. Press "Open cutover", then "Plan cutover": it shows their rules of today beside the endpoints after the cutover, with the tasks for the integrator at the right. "Freeze plan" records it. "Next: rehearse", "Rehearse…" and "Start rehearsal" play it through on a temporary instance of the service, and parity holds. Press "Next: request", "Draft request" and "Mark as sent…". A provider would grant it now; on the local service you do, with "Next: grant" and "Apply plan…". Their rule with a webhook becomes an endpoint. The one with an email does not: "Email recipes" in "Eligibility" shows how to rebuild it. Then press "Next: verify" and "Verify cutover". "Roll back…" undoes all of it, after showing a preview.

4. Check the headers. Open "Endpoints", above, and there the endpoint whose address ends in /alerts, which the cutover created. The auth header of the profile and X-Service-ClientId were carried over to it. For another value, choose "Bearer token", enter one, and press "Set headers". "Send test event" sends one to the built-in receiver; the received headers are shown below.

5. Check the deliveries. Open "Messages", at the left. One event failed, because the receiver responded 500: open it, look at the attempt and its signature, and press "Resend". It was a test event, sent once; a message of an event shows the eight attempts of the 28-hour schedule.

6. Does their firewall let the service in? In "Endpoints" of this case, press "Check firewall…", choose the file iptables-before.rules, and press "Check rules": one of two source IPs is denied. iptables-fixed.rules allows both.

7. Import the tokens. Open "Tokens", above, and "Import tokens". Choose QuickBooks Online as "Platform of all rows", then the file tokens.csv, and import its rows. "Rehearse" predicts the results of a run, on a temporary instance of the service.

8. Migrate them. Open "Managed", above, press "Open runbook for" QuickBooks Online, and go through the six steps; each says what is missing. In step 1, use the examples in the form as details. In step 2, press "Create estimate", propose a window that has already started, so that runs need no override, and record that both parties agree. In step 3, paste the callback URL that is shown into "Registered URLs". In step 4, choose all companies. In step 5 one company goes first: BB-001 is a good one. In step 6 the others follow. One of them, Icing on Top, takes some three minutes, and three fail on purpose: look at the causes, choose the three, press "Accept failure…" and give a reason, make the handover document, and record that both parties sign it off. "Export report" saves all of it.

The file tokens.csv holds tokens in clear text, as a file from a real integrator does. They are simulated. Delete a real file once it is imported.

To start over: open "Settings", at the left, and "Data", and press "Empty sandbox…"; delete this case by its menu; and open the sample case from "Home".`;
