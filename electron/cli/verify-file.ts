import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Command } from 'commander';
import { fileProblem } from '#base/file-problem.ts';
import { fileHash } from '#base/minisign.ts';
import type { FileVerification, SignedFile } from '#contract/identity.ts';
import {
  groupedFingerprint,
  signatureLabel,
  signatureMeaning,
  verifyExitCode,
} from '#contract/signature-states.ts';
import { CommandError } from './command-error.ts';
import { withHost } from './host-access.ts';
import type { HttpClient } from './http-client.ts';
import {
  type CommonOptions,
  signatureExitCodes,
  withData,
  withExamples,
  withExitCodes,
  withJson,
} from './options.ts';
import { print, printJson, remark } from './output.ts';

/** `carryover identity verify-file`. Exit code 3 if it does not hold, 4 if the key is unknown or the file is unsigned. */
export const verifyFileCommand = (): Command => {
  const command = new Command('verify-file')
    .description('Verify the signature of a file')
    .argument('<file>', 'signed file')
    .option('--signature <file>', 'signature file (default: FILE.minisig)')
    .action((path: string, options: CommonOptions & { readonly signature?: string }) =>
      withHost(options.data, async ({ desk }) => {
        const check = await checkFile(desk, path, options.signature);
        process.exitCode = verifyExitCode({ whole: true, stretches: [check] });
        if (options.json) return printJson({ file: path, ...check });
        print(signatureLabel(check));
        if (check.state !== 'unsigned') remark(signatureMeaning(check));
        if (check.signer !== undefined)
          remark(`Fingerprint: ${groupedFingerprint(check.signer.fingerprint)}.`);
        if (check.comment !== undefined) remark(`Trusted comment: ${check.comment}`);
      }),
    );
  withExitCodes(command, signatureExitCodes);
  return withExamples(withJson(withData(command)), [
    'identity verify-file acme.html',
    'Verify a report; also possible: minisign -Vm acme.html -P KEY',
  ]);
};

type FileCheck = Omit<FileVerification, 'state'> & { readonly state: FileVerification['state'] | 'unsigned' };

const checkFile = (
  desk: HttpClient,
  path: string,
  given: string | undefined,
): Promise<FileCheck> | FileCheck => {
  const digest = fileHash(contentOf(path)).toString('hex');
  const signature = given ?? signatureOf(path);
  if (given === undefined && !existsSync(signature)) return { state: 'unsigned' };
  const minisig = contentOf(signature).toString('utf8');
  return desk.post<FileVerification>('/api/identity/verify', { digest, minisig });
};

const signatureOf = (path: string): string => `${path}.minisig`;

export const signsFilesOnly = new CommandError('--sign needs --out.', 2);

/** Signs a file that was just written. Answers where the signature is. */
export const signFile = async (
  desk: HttpClient,
  path: string,
  content: Uint8Array,
  write: (path: string, text: string) => void,
): Promise<string> => {
  const body = { digest: fileHash(content).toString('hex'), name: basename(path) };
  const { minisig } = await desk.post<SignedFile>('/api/identity/sign', body);
  write(signatureOf(path), minisig);
  return signatureOf(path);
};

const contentOf = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new CommandError(`${path} can't be read: ${fileProblem(cause)}.`, 2, { cause });
  }
};
