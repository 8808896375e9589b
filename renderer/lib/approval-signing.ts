import canonicalize from 'canonicalize';
import type {
  Approval,
  ApprovalKeyList,
  ApprovalKeyRequest,
  ApprovalPlan,
  ApprovalStatement,
  ApproveRequest,
  KeyStatement,
} from '#contract/approvals.ts';
import { api } from './api.ts';

/**
 * Signing of plans. The private key is made here, never leaves this browser, and can't be read even by this page. Source:
 * `docs/reference/rules/approvals.md#decision`.
 */

/** SHA-256 over the canonical JSON of what the page shows, hex: what is seen is what is signed. */
export const digestOf = async (plan: ApprovalPlan): Promise<string> => {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(plan)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Signs the plan with the key of this browser, which it makes and adds if there is none. @throws Error in words; ApiError */
export const signedApproval = async (personId: string, approval: Approval): Promise<ApproveRequest> => {
  const { id: approvalId, caseId, digest, plan, requesterId } = approval;
  if ((await digestOf(plan)) !== digest)
    throw new Error('The plan that is shown does not have this digest. Nothing was signed. Load it again.');
  const key = await keyOf(personId);
  const at = new Date().toISOString();
  const statement: ApprovalStatement = { approvalId, at, caseId, digest, kind: plan.kind, requesterId };
  return {
    digest,
    signedAt: at,
    publicKey: key.publicKey,
    signature: await signatureOf(key, statement),
  };
};

interface StoredKey {
  readonly publicKey: string;
  readonly privateKey: CryptoKey;
}

const keyOf = async (personId: string): Promise<StoredKey> => {
  const stored = await readKey(personId);
  const { results } = await api.get<ApprovalKeyList>('/api/account/keys');
  const isKnown = results.some(
    ({ publicKey, removed }) => publicKey === stored?.publicKey && removed === undefined,
  );
  if (stored !== undefined && isKnown) return stored;
  const made = await newKey();
  const statement: KeyStatement = { personId, publicKey: made.publicKey };
  const request: ApprovalKeyRequest = {
    publicKey: made.publicKey,
    name: 'Browser',
    proof: await signatureOf(made, statement),
  };
  await writeKey(personId, made);
  await api.post<ApprovalKeyList>('/api/account/keys', request);
  return made;
};

const newKey = async (): Promise<StoredKey> => {
  const { publicKey, privateKey } = (await crypto.subtle.generateKey({ name: 'Ed25519' }, false, [
    'sign',
    'verify',
  ])) as CryptoKeyPair;
  return { publicKey: base64(await crypto.subtle.exportKey('raw', publicKey)), privateKey };
};

const signatureOf = async (
  { privateKey }: StoredKey,
  statement: ApprovalStatement | KeyStatement,
): Promise<string> => {
  const domain = 'carryover approval v1\n';
  return base64(await crypto.subtle.sign({ name: 'Ed25519' }, privateKey, bytesOf(statement, domain)));
};

const bytesOf = (value: unknown, before = ''): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(before + (canonicalize(value) ?? ''));

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));

const storeName = 'keys';

const opened = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('carryover-approvals', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('Keys of this browser are not available.'));
  });

const within = async <T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> => {
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(storeName, mode);
      const request = work(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error ?? new Error('The key was not stored.'));
    });
  } finally {
    database.close();
  }
};

const readKey = (personId: string): Promise<StoredKey | undefined> =>
  within('readonly', (store) => store.get(personId) as IDBRequest<StoredKey | undefined>);

const writeKey = async (personId: string, key: StoredKey): Promise<void> => {
  await within('readwrite', (store) => store.put(key, personId));
};
