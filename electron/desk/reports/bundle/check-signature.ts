import {
  fileHash,
  isFileSignedBy,
  isKeyOf,
  type Minisignature,
  minisignKeyFile,
  minisigText,
  publicKeyIn,
  readMinisignature,
} from '#base/minisign.ts';
import { isCommentSignedBy, type PublicKey } from '#base/signing.ts';
import { manifestName, publicKeyName, type ReportProblem, signatureName } from '#contract/bundle.ts';
import type { Files } from './manifest.ts';

export interface SignatureCheck {
  readonly problems: readonly ReportProblem[];
  /** Who signed the manifest as it is. */
  readonly key?: PublicKey;
}

/**
 * Verifies the signature of a bundle's manifest, and finds which of the three files was changed. Each is written in one way
 * only, so that a change shows also where a signature does not reach.
 * @param known a key that the caller knows; left out, the one in the bundle says only that nothing was changed since
 */
export const checkSignature = (files: Files, known: PublicKey | undefined): SignatureCheck => {
  const enclosed = enclosedKey(files);
  const signature = signatureIn(files);
  const manifest = files.get(manifestName);
  const problems = [
    ...(manifest === undefined ? [{ file: manifestName, what: 'It is missing.' }] : []),
    ...(typeof enclosed === 'string' ? [{ file: publicKeyName, what: enclosed }] : []),
    ...(typeof signature === 'string' ? [{ file: signatureName, what: signature }] : []),
  ];
  if (typeof signature === 'string') return { problems };
  const keys = [known, typeof enclosed === 'string' ? undefined : enclosed.key].filter(
    (key) => key !== undefined,
  );
  const key = keys.find((one) => isKeyOf(one, signature.parts));
  if (key === undefined) return { problems: [...problems, ...strangerProblems(keys, signature)] };
  if (typeof enclosed !== 'string' && enclosed.key !== key) {
    problems.push({ file: publicKeyName, what: 'It is not the key that signed.' });
  }
  const changed = changedBy(key, signature, manifest);
  if (changed !== undefined) problems.push(changed);
  return changed === undefined && manifest !== undefined ? { problems, key } : { problems };
};

interface Signature {
  readonly parts: Minisignature;
  readonly text: string;
}

const signatureIn = (files: Files): Signature | string => {
  const text = files.get(signatureName)?.toString('utf8');
  if (text === undefined) return 'It is missing.';
  const parts = readMinisignature(text);
  return parts === undefined ? 'It is not a signature of minisign.' : { parts, text };
};

/** A key's id follows from the key: it can't be changed without a trace. */
const enclosedKey = (files: Files): { readonly key: PublicKey } | string => {
  const text = files.get(publicKeyName)?.toString('utf8');
  if (text === undefined) return 'It is missing.';
  const key = publicKeyIn(text);
  return key !== undefined && minisignKeyFile(key) === text
    ? { key }
    : 'It was changed: the key does not have the id that it says.';
};

/** Of a signature that names a key which nobody has. */
const strangerProblems = (keys: readonly PublicKey[], { parts }: Signature): ReportProblem[] => {
  if (keys.some((key) => isCommentSigned(key, parts))) {
    return [{ file: signatureName, what: 'The id of its key was changed.' }];
  }
  // Without a key that is whole, the key is what was changed.
  return keys.length === 0 ? [] : [signatureName, publicKeyName].map((file) => ({ file, what: notAPair }));
};

/** Which of the two was changed: the comment is signed together with the signature, whatever the manifest says. */
const changedBy = (
  key: PublicKey,
  { parts, text }: Signature,
  manifest: Buffer | undefined,
): ReportProblem | undefined => {
  if (!isCommentSigned(key, parts))
    return { file: signatureName, what: 'It was changed: it does not verify.' };
  if (minisigText(key, parts) !== text) {
    return { file: signatureName, what: 'Its text was changed around the signature.' };
  }
  return manifest === undefined || isFileSignedBy(key, fileHash(manifest), parts)
    ? undefined
    : { file: manifestName, what: 'It was changed since it was signed.' };
};

const notAPair = `The signature is not by the key in ${publicKeyName}.`;

const isCommentSigned = (key: PublicKey, { signature, withComment, comment }: Minisignature): boolean =>
  isCommentSignedBy(key, signature, withComment, comment);
