import { armorBegin, armorEnd } from './form.ts';
import { AgeProblem } from './problem.ts';

/** Of base64. */
const lineCharacters = 64;

/**
 * The bytes of an armored file as they come: `age-encryption` decodes one only as a whole. As strict as it: white space
 * before and after, line ends of either kind, and nothing else besides.
 * @throws AgeProblem `damaged`, `cut`
 */
export async function* unarmored(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const body = createBody();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + Buffer.from(chunk).toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > 4 * lineCharacters) throw new AgeProblem('damaged');
    const bytes = lines.map((line) => body.take(line));
    if (bytes.length > 0) yield Buffer.concat(bytes);
  }
  // The beginning of the end: the file was cut within that line.
  const isCut = rest.length < armorEnd.length && armorEnd.startsWith(rest);
  if (!isCut) yield body.take(rest);
  body.end();
}

/** A sealed file as text, where only text passes. */
export const armored = (file: Uint8Array): string => {
  const lines =
    Buffer.from(file)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [armorBegin, ...lines, armorEnd, ''].join('\n');
};

const nothing = Buffer.alloc(0);

/** Takes line after line. */
const createBody = () => {
  let at: 'before' | 'within' | 'last' | 'after' = 'before';
  const around = (line: string): Buffer => {
    if (line.trim() === '') return nothing;
    if (at === 'after' || line.trim() !== armorBegin) throw new AgeProblem('damaged');
    at = 'within';
    return nothing;
  };
  const within = (line: string): Buffer => {
    if (at === 'last' || line.length > lineCharacters) throw new AgeProblem('damaged');
    // Only the last line is shorter or padded.
    if (line.length < lineCharacters || line.endsWith('=')) at = 'last';
    const bytes = Buffer.from(line, 'base64');
    // One form only: what can be written differently could be altered without a trace.
    if (bytes.toString('base64') === line) return bytes;
    // A last line that is not whole may be where the file was cut.
    if (at === 'last') return nothing;
    throw new AgeProblem('damaged');
  };
  return {
    take(line: string): Buffer {
      if (at === 'before' || at === 'after') return around(line);
      if (line.trimEnd() !== armorEnd) return within(line.endsWith('\r') ? line.slice(0, -1) : line);
      at = 'after';
      return nothing;
    },
    end(): void {
      if (at !== 'after') throw new AgeProblem('cut');
    },
  };
};
