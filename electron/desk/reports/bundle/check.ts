import { hash } from 'node:crypto';
import type { PublicKey } from '#base/signing.ts';
import {
  BundleManifest,
  chainName,
  manifestName,
  publicKeyName,
  type ReportProblem,
  signatureName,
} from '#contract/bundle.ts';
import { chainProblem } from './chain-file.ts';
import { checkSignature } from './check-signature.ts';
import { inForm } from './in-form.ts';
import type { Files } from './manifest.ts';
import { packed } from './pack.ts';
import type { ReadBundle } from './read-bundle.ts';

export interface BundleCheck {
  /** Each file that is not as it was signed, once. */
  readonly problems: readonly ReportProblem[];
  /** Who signed the manifest as it is. */
  readonly key?: PublicKey;
  readonly manifest?: BundleManifest;
}

/**
 * Holds the files of a bundle against its manifest, the manifest against its signature, the chain against itself, and a zip
 * against its files: two programs may read a forged one differently.
 * @param known a key that the caller knows
 */
export const checkBundle = async (read: ReadBundle, known?: PublicKey): Promise<BundleCheck> => {
  // Of an archive that can't be opened, its files are not missing.
  if (read.files.size === 0 && read.problems.length > 0) return { problems: read.problems };
  const check = checkFiles(read.files, known);
  const told = new Set(read.problems.map(({ file }) => file));
  const problems = [...read.problems, ...check.problems.filter(({ file }) => !told.has(file))];
  const isAsPacked = problems.length > 0 || (await isZipAsPacked(read, check));
  return {
    ...check,
    problems: isAsPacked ? problems : [{ file: read.zip?.name ?? '', what: repacked }],
  };
};

const repacked =
  'The archive was changed outside its files, or repacked; every file in it is as it was signed. Unpack it, and verify the folder.';

const isZipAsPacked = async ({ zip, files }: ReadBundle, { manifest }: BundleCheck): Promise<boolean> => {
  if (zip === undefined || manifest === undefined) return true;
  const names = [...manifest.files.map(({ name }) => name), manifestName, signatureName, publicKeyName];
  const inOrder = new Map(names.map((name) => [name, files.get(name) as Buffer]));
  return (await packed(inOrder, manifest.point.at)).equals(zip.content);
};

const checkFiles = (files: Files, known: PublicKey | undefined): BundleCheck => {
  const { key, problems } = checkSignature(files, known);
  const found = new Map(problems.map((problem) => [problem.file, problem]));
  const tell = (file: string, what: string): void => {
    if (!found.has(file)) found.set(file, { file, what });
  };
  const signer = key === undefined ? {} : { key };
  const manifest = readManifest(files);
  if (typeof manifest === 'string') {
    tell(manifestName, manifest);
    return { ...signer, problems: [...found.values()] };
  }
  for (const { file, what } of fileProblems(files, manifest)) tell(file, what);
  const chain = files.get(chainName);
  if (chain === undefined) tell(chainName, 'It is missing.');
  else if (!found.has(chainName)) {
    const what = chainProblem(chain.toString('utf8'), manifest.case.id, manifest.point.digest);
    if (what !== undefined) tell(chainName, what);
  }
  return { ...signer, manifest, problems: [...found.values()] };
};

/** Files that are not in the list of them. */
const beside: ReadonlySet<string> = new Set([manifestName, signatureName, publicKeyName]);

const readManifest = (files: Files): BundleManifest | string => {
  const content = files.get(manifestName);
  if (content === undefined) return 'It is missing.';
  const manifest = inForm<BundleManifest>(BundleManifest, content.toString('utf8'));
  if (typeof manifest === 'string') return manifest;
  const names = manifest.files.map(({ name }) => name);
  const isOnceEach = new Set(names).size === names.length && !names.some((name) => beside.has(name));
  return isOnceEach ? manifest : 'It lists a file twice, or its own signature.';
};

const fileProblems = (files: Files, manifest: BundleManifest): ReportProblem[] => {
  const listed = new Set(manifest.files.map(({ name }) => name));
  const unlisted = [...files.keys()].filter((name) => !listed.has(name) && !beside.has(name));
  return [
    ...manifest.files.flatMap(({ name, size, sha256: digest }) => {
      const content = files.get(name);
      if (content === undefined) return [{ file: name, what: 'It is missing.' }];
      if (content.byteLength === size && hash('sha256', content) === digest) return [];
      return [{ file: name, what: 'It was changed: its SHA-256 is not the one in the manifest.' }];
    }),
    ...unlisted.map((file) => ({ file, what: 'It was added: the manifest does not list it.' })),
  ];
};
