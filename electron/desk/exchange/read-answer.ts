import { createHash } from 'node:crypto';
import { Value } from 'typebox/value';
import { type Recipients, sealedRefusal } from '#base/age/refusal.ts';
import { fileProblem } from '#base/file-problem.ts';
import { JsonBoundError, parseBounded } from '#base/json/parse-bounded.ts';
import { answerFormat, answerVersion } from '#contract/answer-format.ts';
import { CatalogueError } from '#contract/errors.ts';
import { ExchangeAnswer } from '#contract/exchange.ts';
import { openAnswer, type SealedAnswerFile } from '#desk/tokens/answer-pieces.ts';

export interface ReadAnswerTask extends SealedAnswerFile {
  /** As people know it. */
  readonly name: string;
  readonly recipients: Recipients;
}

export interface ReadAnswer {
  readonly answer: ExchangeAnswer;
  /** SHA-256 of the sealed file, hex. */
  readonly digest: string;
}

/**
 * Reads a filled-in form to its end before a word of it counts.
 * @throws CatalogueError `sealed.…`, `exchange.notAnswer`, `.newer`, `.malformed`, `file.unreadable`
 */
export const readAnswer = async (task: ReadAnswerTask): Promise<ReadAnswer> => {
  const { name, recipients } = task;
  try {
    const opened = await openAnswer(task);
    if (opened === undefined) throw new CatalogueError('exchange.notAnswer', { name });
    const list = await measure(opened.list);
    const answer = shaped(opened.line, name);
    refuseOtherList(answer, list, name);
    return { answer, digest: opened.digest() };
  } catch (error) {
    const refused = sealedRefusal(error, name, recipients);
    if (refused instanceof CatalogueError) throw refused;
    throw new CatalogueError('file.unreadable', { path: name, problem: fileProblem(error) });
  }
};

const measure = async (pieces: AsyncIterable<Uint8Array>): Promise<{ bytes: number; digest: string }> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, digest: hash.digest('hex') };
};

/** Refs of companies are most of them. */
const mostValues = 100_000;

const shaped = (line: string, name: string): ExchangeAnswer => {
  const value = parsed(line, name);
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown };
  if (format !== answerFormat || !Number.isInteger(version) || (version as number) < 1) {
    throw malformed(name, 'it does not say its version');
  }
  if ((version as number) > answerVersion) {
    throw new CatalogueError('exchange.newer', { name, version: version as number, known: answerVersion });
  }
  const [problem] = Value.Errors(ExchangeAnswer, value);
  if (problem === undefined) return value as ExchangeAnswer;
  throw malformed(name, `${problem.instancePath || 'the whole'} ${problem.message}`);
};

/** V8's own words quote the text, which may hold secrets. */
const parsed = (line: string, name: string): unknown => {
  try {
    return parseBounded(line, { values: mostValues });
  } catch (error) {
    throw malformed(name, error instanceof JsonBoundError ? error.message : 'its first line is not JSON');
  }
};

const refuseOtherList = (
  { tokens }: ExchangeAnswer,
  { bytes, digest }: { readonly bytes: number; readonly digest: string },
  name: string,
): void => {
  if (bytes === 0 && tokens === undefined) return;
  if (tokens?.bytes === bytes && tokens.digest === digest) return;
  throw malformed(name, 'its token list is not the one that was checked in the form');
};

export const malformed = (name: string, problem: string): CatalogueError =>
  new CatalogueError('exchange.malformed', { name, problem });
