import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileHash, readMinisignature, signerAmong } from '#base/minisign.ts';
import { keyFingerprint, type PublicKey } from '#base/signing.ts';
import { manifestName, type ReportVerification, signatureName } from '#contract/bundle.ts';
import type { FileVerification } from '#contract/identity.ts';
import type { EntrySigner } from '#contract/signature-states.ts';
import { checkBundle } from './check.ts';
import { type ReadBundle, readFolder, readWholeFile, readZip } from './read-bundle.ts';

/** What is signed, and by what. */
export interface SignedDigest {
  /** BLAKE2b-512, hex. */
  readonly digest: string;
  /** The text of the signature. */
  readonly minisig: string;
}

/** Says whose a signature is. */
export type Trust = (signed: SignedDigest) => Promise<FileVerification>;

/** Trusts one key, and knows no other. */
export const trustOnly =
  (key: PublicKey): Trust =>
  async ({ digest, minisig }) => {
    const found = signerAmong([key], Buffer.from(digest, 'hex'), readMinisignature(minisig));
    return 'state' in found ? found : { state: 'trusted', signer: signerOf(key) };
  };

/**
 * Whether a bundle, packed or not, or a file with its signature beside it, is as it was signed, and by whose key.
 * @throws Error of the system, for `fileProblem`; TooLargeError
 */
export const verifyReport = async (path: string, trust: Trust): Promise<ReportVerification> => {
  if ((await stat(path)).isDirectory()) return verifyBundle(await readFolder(path), trust);
  const content = await readWholeFile(path);
  const minisig = await signatureBeside(path);
  if (content.subarray(0, 2).toString('latin1') === 'PK' || /\.zip$/i.test(path)) {
    const read = await readZip(path, content);
    if (minisig === undefined || read.files.has(manifestName)) return verifyBundle(read, trust);
  }
  return verifyFile(path, content, minisig, trust);
};

const verifyBundle = async (read: ReadBundle, trust: Trust): Promise<ReportVerification> => {
  const [manifestText, minisig] = [manifestName, signatureName].map((name) => read.files.get(name));
  const answer = await answerTo(manifestText, minisig?.toString('utf8'), trust);
  const known = answer?.signer?.publicKey;
  const { problems, key, manifest } = await checkBundle(read, known);
  const about = {
    problems: [...problems],
    ...(key && { signer: (key === known && answer?.signer) || signerOf(key) }),
    ...(manifest && { manifest }),
  };
  if (problems.length > 0) return { outcome: 'changed', ...about };
  return { outcome: key === known && isVouchedFor(answer) ? 'whole' : 'unknown-key', ...about };
};

/** A file of any kind. The key is not beside it: by one that nobody knows it can't be checked at all. */
const verifyFile = async (
  path: string,
  content: Buffer,
  minisig: string | undefined,
  trust: Trust,
): Promise<ReportVerification> => {
  const answer = await answerTo(content, minisig, trust);
  const signer = answer?.signer ? { signer: answer.signer } : {};
  if (answer?.state === 'broken') {
    const what = 'It, or its signature, was changed since it was signed.';
    return { outcome: 'changed', problems: [{ file: basename(path), what }], ...signer };
  }
  return { outcome: isVouchedFor(answer) ? 'whole' : 'unknown-key', problems: [], ...signer };
};

/** What is longer is no signature, and nobody is asked whose it is. */
const longestSignature = 10_000;

const answerTo = async (
  content: Buffer | undefined,
  minisig: string | undefined,
  trust: Trust,
): Promise<FileVerification | undefined> => {
  if (content === undefined || !minisig) return undefined;
  if (minisig.length > longestSignature) return { state: 'broken' };
  return trust({ digest: fileHash(content).toString('hex'), minisig });
};

const isVouchedFor = (answer: FileVerification | undefined): boolean =>
  answer?.state === 'here' || answer?.state === 'trusted';

const signerOf = (publicKey: PublicKey): EntrySigner => ({
  publicKey,
  fingerprint: keyFingerprint(publicKey),
});

const signatureBeside = (path: string): Promise<string | undefined> =>
  readWholeFile(`${path}.minisig`).then(
    (content) => content.toString('utf8'),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
