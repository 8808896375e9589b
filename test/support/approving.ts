import { expect } from 'vitest';
import { canonical } from '#base/canonical.ts';
import { createSigner, newSigningKey, type Signer } from '#base/signing.ts';
import type { Approval, ApproveRequest } from '#contract/approvals.ts';
import type { Role } from '#contract/people.ts';
import type { Answer, Call } from './test-host.ts';

/** People who ask for approvals and give them, over HTTP. */

export interface Member {
  readonly id: string;
  readonly call: Call;
  /** A call that is expected to succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
  ok(method: string, path: string, body?: unknown): Promise<any>;
}

export const memberCall =
  (deskUrl: string, token: string): Call =>
  async (method, path, body) => {
    const response = await fetch(deskUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };

export const succeeding =
  (call: Call) =>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
  async (method: string, path: string, body?: unknown): Promise<any> => {
    const { status, body: answer } = await call(method, path, body);
    expect([method, path, status < 300, answer?.error]).toEqual([method, path, true, undefined]);
    return answer;
  };

/** Adds a person with roles on the desk, and signs in with a token. @param machine calls with the desk token */
export const addMember = async (
  machine: (method: string, path: string, body?: unknown) => Promise<Answer>,
  deskUrl: string,
  name: string,
  ...roles: readonly Role[]
): Promise<Member> => {
  const make = succeeding(machine);
  const grants = roles.map((role) => ({ role, scope: 'desk' }));
  const login = `${name.toLowerCase()}@example.com`;
  const { id } = await make('POST', '/api/people', { login, name, grants });
  const { token } = await make('POST', `/api/people/${id}/tokens`, { name: 'test' });
  const call = memberCall(deskUrl, token);
  return { id, call, ok: succeeding(call) };
};

/** A key of theirs that the desk knows. */
export const addKey = async ({ id: personId, ok }: Member): Promise<Signer> => {
  const key = createSigner(newSigningKey());
  const { publicKey } = key;
  const proof = key.sign('approval', canonical({ personId, publicKey }));
  await ok('POST', '/api/account/keys', { publicKey, name: 'laptop', proof });
  return key;
};

export const signed = (
  key: Signer,
  { id: approvalId, caseId, digest, kind, requesterId }: Approval,
  { signedAt = new Date().toISOString(), ...other }: { signedAt?: string; digest?: string } = {},
): ApproveRequest => ({
  digest,
  signedAt,
  publicKey: key.publicKey,
  signature: key.sign(
    'approval',
    canonical({ approvalId, at: signedAt, caseId, digest, kind, requesterId, ...other }),
  ),
});

/** Reads an approval, signs its plan and gives it. */
export const approve = async (
  member: Member,
  key: Signer,
  { id, caseId }: { readonly id: string; readonly caseId: string },
): Promise<Approval> => {
  const path = `/api/cases/${caseId}/approvals/${id}`;
  return member.ok('POST', `${path}/give`, signed(key, await member.ok('GET', path)));
};
