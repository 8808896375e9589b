import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { listBytes, listRows } from '#contract/answer-format.ts';
import type { ExchangeForm } from '#contract/exchange.ts';
import { columnOf, createVocabulary, type Vocabulary } from '#contract/token-columns.ts';
import { createCsvRows } from './csv-rows.ts';
import { createJsonRows } from './json-rows.ts';
import { ListError, type RowCounter } from './list-rows.ts';

/** What can be said of a token list at a glance. The import checks every row. */
export interface ListFacts {
  readonly rows: number;
  readonly columns: readonly { readonly header: string; readonly field?: string }[];
  /** SHA-256 of its bytes, hex. */
  readonly digest: string;
  readonly bytes: number;
}

type Columns = Pick<ExchangeForm, 'platformName' | 'companyFields'>;

/**
 * Reads a list once, piece by piece.
 * @throws ListError; DOMException if the file can't be read
 */
export const checkList = async (
  file: Blob,
  form: Columns,
  progress: (bytes: number) => void,
): Promise<ListFacts> => {
  if (file.size === 0) throw new ListError('list.empty');
  if (file.size > listBytes) throw new ListError('list.tooLarge', { size: `${listBytes / 1_048_576} MiB` });
  const vocabulary = createVocabulary([{ name: form.platformName, credentials: form.companyFields }]);
  const hash = sha256.create();
  let bytes = 0;
  let decoder: TextDecoder | undefined;
  let counter: RowCounter | undefined;
  for await (const piece of piecesOf(file)) {
    hash.update(piece);
    bytes += piece.length;
    decoder ??= decoderFor(piece);
    const text = decoder.decode(piece, { stream: true });
    counter ??= counterFor(text, vocabulary);
    counter.add(text);
    progress(bytes);
  }
  const { rows, headers } = counter?.end() ?? { rows: 0, headers: [] };
  const columns = headers.map((header) => {
    const known = vocabulary.known(header);
    return known === undefined ? { header } : { header, field: known.field };
  });
  if (rows === 0) throw new ListError('list.noRows');
  if (rows > listRows) throw new ListError('list.tooMany', { rows, limit: listRows });
  refuseLacking(columns, form);
  const digest = bytesToHex(hash.digest());
  return { rows, columns, digest, bytes };
};

/** Not every browser iterates over a stream. */
async function* piecesOf(file: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

const decoderFor = (head: Uint8Array): TextDecoder => {
  const begins = (...bytes: number[]) => bytes.every((byte, at) => head[at] === byte);
  const text = new TextDecoder('latin1').decode(head.subarray(0, 64));
  if (begins(0x50, 0x4b, 0x03, 0x04) || begins(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new ListError('list.spreadsheet');
  }
  if (text.startsWith('age-encryption.org/')) {
    throw new ListError('list.sealed');
  }
  if (begins(0xff, 0xfe)) return new TextDecoder('utf-16le');
  if (begins(0xfe, 0xff)) return new TextDecoder('utf-16be');
  if (head.includes(0)) throw new ListError('list.notText');
  return new TextDecoder();
};

const counterFor = (text: string, vocabulary: Vocabulary): RowCounter =>
  /^\s*[[{]/.test(text) ? createJsonRows() : createCsvRows(vocabulary);

const refuseLacking = (columns: ListFacts['columns'], { platformName, companyFields }: Columns): void => {
  const there = new Set(columns.map(({ field }) => field));
  if (there.size === 1 && there.has(undefined)) {
    throw new ListError('list.noHeader');
  }
  if (!there.has('ref') && !there.has('name')) throw new ListError('list.noRef');
  const lacking = companyFields.filter(({ name, required }) => required && !there.has(columnOf(name)));
  if (lacking.length === 0) return;
  const names = lacking.map(({ name, label }) => `${columnOf(name)} (${label})`).join(', ');
  throw new ListError('list.lacking', { platform: platformName, columns: names });
};
