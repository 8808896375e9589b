import { expect, test } from 'vitest';
import type { AskedApproval } from '#contract/approvals.ts';
import type { Notification } from '#contract/notification.ts';
import { auditReceiver } from '#test/desk/audit/receiver.ts';
import { addKey, approve, type Member, memberCall, succeeding } from '#test/support/approving.ts';
import { peopled } from '#test/support/team-desk.ts';

/** A team whose policy asks for a second person for overrides. */
const team = async () => {
  const { deskUrl, callers, people, caseId, made } = await peopled();
  const as = (who: string, { id }: { readonly id: string }): Member => {
    const call = memberCall(deskUrl, (callers[who]?.headers.authorization ?? '').slice('Bearer '.length));
    return { id, call, ok: succeeding(call) };
  };
  const admin = as('admin', people.admin);
  const eve = as('engineer', people.engineer);
  const ann = as('approver', people.approver);
  await admin.ok('PUT', '/api/policy', { scope: 'desk', writes: false, overrides: true });
  /** Tries to override a check, and answers the request for an approval that this made. */
  const ask = async (row: string): Promise<AskedApproval> => {
    const path = `/api/cases/${caseId}/rows/${row}/overrule`;
    const { status, body } = await eve.call('PUT', path, { state: 'absent', reason: 'Shown to me' });
    expect([status, body.approval?.caseId]).toEqual([409, caseId]);
    return body.approval;
  };
  const told = async (to: Member) => {
    const { results } = await to.ok('GET', '/api/notifications');
    return results.map(({ kind, approval, text }: Notification) =>
      [kind, approval?.id, text].filter(Boolean),
    );
  };
  const refuse = ({ id }: AskedApproval, reason: string) =>
    ann.ok('POST', `/api/cases/${caseId}/approvals/${id}/refuse`, { reason });
  return { as, admin, eve, ann, ask, told, refuse, people, caseId, made };
};

test('who may decide about an approval is told while it waits, and who asked is told of the decision', async () => {
  const { as, admin, eve, ann, ask, told, refuse, people, caseId, made } = await team();
  const one = await ask('rule-id');
  const [first] = (await ann.ok('GET', '/api/notifications')).results;
  expect(first).toMatchObject({
    kind: 'approval.requested',
    by: 'Eve Engineer <eve.engineer@example.com>',
    case: { id: caseId, name: 'acme' },
    approval: { id: one.id, kind: 'eligibility.override' },
    read: false,
  });
  // Neither who asked, nor who may not decide, nor who may decide elsewhere alone.
  const elsewhere = as('engineer of another case', people.elsewhere);
  await made('PUT', `/api/people/${people.elsewhere.id}/grants`, {
    grants: [
      { role: 'approver', scope: 'target:local' },
      { role: 'viewer', scope: `case:${caseId}` },
    ],
  });
  for (const other of [eve, admin, as('viewer', people.viewer), elsewhere])
    expect(await told(other)).toEqual([]);
  await made('PUT', `/api/people/${people.elsewhere.id}/grants`, {
    grants: [{ role: 'approver', scope: `case:${caseId}` }],
  });
  expect(await told(elsewhere)).toEqual([['approval.requested', one.id]]);

  await approve(ann, await addKey(ann), one);
  const two = await ask('client-id-header');
  expect(await told(ann)).toEqual([['approval.requested', two.id]]);
  await refuse(two, 'Not shown to me.');
  const three = await ask('company-specific');
  await eve.ok('POST', `/api/cases/${caseId}/approvals/${three.id}/withdraw`, {});
  await admin.ok('POST', `/api/cases/${caseId}/approvals/${one.id}/withdraw`, { reason: 'Too early.' });
  expect([await told(ann), await told(elsewhere)]).toEqual([[], []]);
  expect(await told(eve)).toEqual([
    ['approval.withdrawn', one.id, 'Too early.'],
    ['approval.refused', two.id, 'Not shown to me.'],
    ['approval.given', one.id],
  ]);
});

test('requests and decisions leave as webhooks, a request to whoever may decide, and none that was decided', async () => {
  const { admin, ask, refuse, people, caseId } = await team();
  const receiver = await auditReceiver();
  receiver.answers((_request, response) => void response.writeHead(500).end());
  const stream = { name: 'Chat', url: `${receiver.url}/hook`, format: 'notifications' };
  const { id } = (await admin.ok('POST', '/api/audit/streams', stream)).stream;
  const decided = await ask('rule-id');
  await receiver.until(() => receiver.seen.length > 0);
  await refuse(decided, 'Not shown to me.');
  const waiting = await ask('client-id-header');
  const failed = receiver.seen.length;
  receiver.answers((_request, response) => void response.end());
  // Tries again at once.
  await admin.ok('POST', `/api/audit/streams/${id}/test`);
  await receiver.until(() => receiver.seen.length >= failed + 3);
  const bodies = receiver.seen.slice(failed).map(({ body }) => JSON.parse(body));
  const to = ({ login, name }: { login: string; name: string }) => [{ login, name }];
  expect(bodies).toMatchObject([
    { type: 'notification.test' },
    {
      type: 'notification.approval.refused',
      data: {
        case: { id: caseId, name: 'acme' },
        approval: { id: decided.id, kind: 'eligibility.override' },
        to: to(people.engineer),
        text: 'Not shown to me.',
      },
    },
    {
      type: 'notification.approval.requested',
      data: { approval: { id: waiting.id }, to: to(people.approver) },
    },
  ]);
});
