import { createHash } from 'node:crypto';
import { Command } from 'commander';
import { ageFormOf, formBytes } from '#base/age/form.ts';
import { recipientFingerprint, recipientProblem } from '#base/age/recipient.ts';
import { sealedTo } from '#base/age/seal.ts';
import { fileProblem } from '#base/file-problem.ts';
import { openFile } from '#base/open-file.ts';
import { endUnread, withHead } from '#base/utf8.ts';
import { groupedFingerprint } from '#contract/signature-states.ts';
import { CommandError } from './command-error.ts';
import { writeNewStream } from './new-stream.ts';
import { withExamples, withJson } from './options.ts';
import { print, printJson, remark } from './output.ts';

interface Options {
  readonly to: string;
  readonly out?: string;
  readonly json?: true;
}

/** `carryover seal`: seals a file to a recipient, without a host and without a data folder. */
export const sealCommand = (): Command => {
  const command = new Command('seal')
    .description('Seal a file to a recipient, in the age format; only its key opens it')
    .argument('<file>', 'file to seal; - reads stdin')
    .requiredOption('--to <recipient>', 'recipient, age1… (see `identity`)')
    .option('--out <file>', 'output file (default: FILE.age)')
    .action(seal);
  return withExamples(
    withJson(command),
    [
      'seal tokens.csv --to age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
      'Writes tokens.csv.age; compare the fingerprint with the receiver.',
    ],
    [
      'seal - --to age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p --out tokens.age',
      'Seals what is piped in: the list is never on disk in the clear.',
    ],
  );
};

const seal = async (file: string, { to, out = `${file}.age`, json }: Options): Promise<void> => {
  const recipient = to.trim();
  const problem = recipientProblem(recipient);
  // Never repeated: it may be a secret.
  if (problem !== undefined) throw new CommandError(`--to is not a recipient: ${problem}.`, 2);
  if (file === '-' && out === '-.age') throw new CommandError('Sealing stdin needs --out.', 2);

  const digest = createHash('sha256');
  let bytes = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const part of sealedTo(recipient, await notSealed(file))) {
      digest.update(part);
      bytes += part.length;
      yield part;
    }
  };
  await writeNewStream(out, counted());
  const sha256 = digest.digest('hex');
  const fingerprint = recipientFingerprint(recipient);
  if (json) return printJson({ out, bytes, sha256, recipient, fingerprint });
  print(`${sha256}  ${out}`);
  remark(`Sealed to ${recipient}. Fingerprint: ${groupedFingerprint(fingerprint)}.`);
};

/** @throws CommandError 2 if there is nothing to seal, or it is sealed already */
const notSealed = async (file: string): Promise<AsyncGenerator<Buffer>> => {
  const { head, all } = await withHead(file === '-' ? piped() : contentOf(file), formBytes);
  const name = file === '-' ? 'stdin' : file;
  const problem =
    head.length === 0 ? 'is empty' : ageFormOf(head) === undefined ? undefined : 'is sealed already';
  if (problem === undefined) return all;
  await endUnread(all);
  throw new CommandError(`${name} ${problem}. Nothing was written.`, 2);
};

const piped = (): AsyncIterable<Buffer> => {
  if (process.stdin.isTTY) throw new CommandError('Nothing to seal. Name a file, or pipe it in.', 2);
  return process.stdin;
};

async function* contentOf(path: string): AsyncGenerator<Buffer> {
  try {
    const file = await openFile(path);
    yield* file.createReadStream();
  } catch (cause) {
    throw new CommandError(`${path} can't be read: ${fileProblem(cause)}. Nothing was written.`, 2, {
      cause,
    });
  }
}
