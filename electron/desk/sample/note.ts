/** How to walk through the sample, as a note of its case: which screen, what to press, which file. */
export const walkThrough = (
  folder: string,
): string => `This case is a sample: Bakery Books is fictional, and everything happens in the local service on this machine. Nothing here can break anything. Its files are in ${folder}. Press or fill in what is in quotation marks; "Sample guide", above, shows this text on every screen of the case.

1. May they migrate? Open "Eligibility", above. The first check has read the folder app-before and the rules of the local service, and they are blocked: their code uses RuleId, and calls /rules/alerts. Press "Logic that uses RuleId", then the place below "Location", to see the line.

2. They have fixed it. Drop the folder app-fixed and the file access.log on the window, or press "Check eligibility…" and choose them. Beside "New version of", press bakery-books, so that the new code replaces the old, and then "Start check". The log has eight days of their calls, none to the alerts endpoints. They are eligible, and "Last check" shows what is gone.

3. Ask for the migration. Press "Open migration request", "Draft request" and "Mark as sent…". A provider would grant it now; for the local service you do so yourself, by "Grant on local service…". Their rule with a webhook becomes an endpoint. The one with an email does not: "Email recipes" says what to use instead. Then press "Verify cutover".

4. See that the headers arrive. Open "Headers", above, and there the endpoint whose address ends in /alerts, which the cutover has made. The auth header of the profile and X-Service-ClientId were carried over to it. For another value, choose "Bearer token", enter one, and press "Set headers". "Send test event" sends one to the built-in receiver; what arrived is shown below.

5. Look at what was delivered. Open "Messages", at the left. One event failed, as the receiver answered 500: open it, look at the attempt and its signature, and press "Resend". It was a test event, sent once; a message of an event shows the eight attempts of the 28-hour schedule.

6. Does their firewall let the service in? In "Headers" of this case, press "Check firewall…", choose the file iptables-before.rules, and press "Check rules": one of two source IPs is denied. iptables-fixed.rules allows both.

7. Import the tokens. Open "Tokens", above, and "Import tokens". Choose QuickBooks Online as "Platform of all rows", then the file tokens.csv, and import its rows. "Rehearse" shows beforehand, on a temporary instance of the service, what to expect of a run.

8. Migrate them. Open "Managed migration", above, press "Open runbook for" QuickBooks Online, and go through the six steps; each says what is missing. In step 1, the examples in the form will do as details. In step 2, press "Create estimate", propose a window that has begun already, so that runs need no override, and record that both parties agree. In step 3, paste the callback URL that is shown into "Registered URLs". In step 4, choose all companies. In step 5 one company goes first: BB-001 is a good one. In step 6 the others follow. One of them, Icing on Top, takes some three minutes, and three fail on purpose: look at the causes, choose the three, press "Accept failure…" and give a reason, make the handover document, and record that both parties sign it off. "Export report" saves all of it.

The file tokens.csv holds tokens in clear text, as a file from a real integrator does. They are simulated and worth nothing, but the file is readable by you alone all the same. Delete a real one once it is imported.

To begin anew: open "Settings", at the left, and "Data", and press "Empty sandbox…"; delete this case by its menu; and open the sample case from "Home".`;
