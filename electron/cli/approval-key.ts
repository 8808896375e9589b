import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import envPaths from 'env-paths';
import { canonical, canonicalDigest } from '#base/canonical.ts';
import { systemTime, toIso } from '#base/clock.ts';
import { fileProblem } from '#base/file-problem.ts';
import { readOwnFile } from '#base/read-own-file.ts';
import { createSigner, newSigningKey, type Signer } from '#base/signing.ts';
import { writeAtomicallySync } from '#base/write-atomically.ts';
import type {
  Approval,
  ApprovalKeyList,
  ApprovalKeyRequest,
  ApprovalStatement,
  ApproveRequest,
  KeyStatement,
} from '#contract/approvals.ts';
import { CommandError } from './command-error.ts';
import type { HttpClient } from './http-client.ts';

/** The key that this user signs approvals with: a file for each person, for its owner alone. It never leaves this machine. */

const folder = (): string => join(envPaths('carryover', { suffix: '' }).config, 'approval-keys');

/** Signs the plan that was read. @throws CommandError if its digest is another one, or the key can't be read */
export const signedApproval = async (
  desk: HttpClient,
  personId: string,
  { id: approvalId, caseId, digest, plan, requesterId }: Approval,
): Promise<ApproveRequest> => {
  if (canonicalDigest(plan) !== digest)
    throw new CommandError('The plan that the desk sent does not have its digest. Nothing was signed.');
  const key = await keyOf(desk, personId);
  const at = toIso(systemTime.now());
  const statement: ApprovalStatement = { approvalId, at, caseId, digest, kind: plan.kind, requesterId };
  const signature = key.sign('approval', canonical(statement));
  return { digest, signedAt: at, publicKey: key.publicKey, signature };
};

/** The stored key, if the desk has it; else a new one, which is added. */
const keyOf = async (desk: HttpClient, personId: string): Promise<Signer> => {
  const path = join(folder(), `${personId}.key`);
  const stored = readKey(path);
  const { results } = await desk.get<ApprovalKeyList>('/api/account/keys');
  const isKnown = results.some(
    ({ publicKey, removed }) => publicKey === stored?.publicKey && removed === undefined,
  );
  if (stored !== undefined && isKnown) return stored;
  const secret = newSigningKey();
  const key = createSigner(secret);
  const { publicKey } = key;
  const proof = key.sign('approval', canonical({ personId, publicKey } satisfies KeyStatement));
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  writeAtomicallySync(path, `${secret.toString('base64')}\n`);
  const request: ApprovalKeyRequest = { publicKey, name: 'Command line', proof };
  await desk.post<ApprovalKeyList>('/api/account/keys', request);
  return key;
};

/** @throws CommandError if others can read it, or it is none */
const readKey = (path: string): Signer | undefined => {
  try {
    return createSigner(Buffer.from(readOwnFile(path), 'base64'));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    const problem = 'code' in (cause as Error) ? fileProblem(cause) : (cause as Error).message;
    throw new CommandError(
      `The key to sign approvals with can't be used: ${problem}. Nothing was signed. Remove ${path}, and its key under Settings › Approvals; the next approval makes another one.`,
      1,
      { cause },
    );
  }
};
