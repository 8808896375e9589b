import { versionLine } from './form.ts';
import { AgeProblem } from './problem.ts';

/** Hundreds of recipients fit in; a hostile file makes nobody hold more. */
const mostBytes = 64 * 1024;
const lastLine = '\n--- ';

export interface AgeHeader {
  readonly header: Buffer;
  /** What comes after it. */
  readonly rest: AsyncGenerator<Uint8Array>;
}

/**
 * Takes the header off a sealed file in its binary form.
 * @throws AgeProblem `plain`, `newer`, `passphrase`, `damaged`, `cut`
 */
export const takeHeader = async (chunks: AsyncIterable<Uint8Array>): Promise<AgeHeader> => {
  const source = chunks[Symbol.asyncIterator]();
  try {
    let held = Buffer.alloc(0);
    for (let end = -1; end < 0; end = endOf(held)) {
      const next = await source.next();
      if (next.done) throw new AgeProblem('cut');
      held = Buffer.concat([held, next.value]);
    }
    const end = endOf(held);
    const header = held.subarray(0, end);
    refuseOther(header.toString('latin1'));
    return { header, rest: restOf(held.subarray(end), source) };
  } catch (error) {
    await source.return?.();
    throw error;
  }
};

/** Where the header ends; -1 if that is yet to come. */
const endOf = (held: Buffer): number => {
  const mac = held.indexOf(lastLine, 0, 'latin1');
  const end = mac < 0 ? -1 : held.indexOf('\n', mac + lastLine.length, 'latin1');
  const known = end < 0 ? held : held.subarray(0, end);
  // It is plain text: other bytes are what it seals, so that its end was changed.
  if (known.length > mostBytes || known.some(isNoText)) throw new AgeProblem('damaged');
  return end < 0 ? -1 : end + 1;
};

const isNoText = (byte: number): boolean => (byte < 0x20 && byte !== 0x0a) || byte > 0x7e;

const refuseOther = (header: string): void => {
  if (!header.startsWith(`${versionLine}\n`)) {
    throw new AgeProblem(header.startsWith('age-encryption.org/') ? 'newer' : 'damaged');
  }
  if (/^-> scrypt( |$)/m.test(header)) throw new AgeProblem('passphrase');
};

async function* restOf(first: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  } finally {
    await source.return?.();
  }
}
