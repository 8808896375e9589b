import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

const htmlEscaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Every way in which a secret may be written down: plain, in UTF-16, as hex in either case, in base64 of either alphabet
 * at any of its three places, and escaped for an address, for JSON and for HTML.
 */
const makeForms = (secret: string): Buffer[] => {
  const bytes = Buffer.from(secret);
  const encoded = [0, 1, 2].map((shift) => {
    const padded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // The first and the last signs depend on what stands around it.
    return padded.slice(shift === 0 ? 0 : shift + 1, padded.length - 1);
  });
  const texts = new Set([
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
    htmlEscaped(secret),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...encoded,
    ...encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ]);
  return [...[...texts].map((text) => Buffer.from(text)), utf16(secret)];
};

/** Many texts are searched for the same secrets. */
const made = new Map<string, readonly Buffer[]>();
const formsOf = (secret: string): readonly Buffer[] => {
  const forms = made.get(secret) ?? makeForms(secret);
  made.set(secret, forms);
  return forms;
};

/**
 * Which of the secrets is found in the text or the bytes; a secret is named by its key. All are looked for in one pass, by
 * the two bytes that a form begins with: databases are large, and so is the number of forms.
 */
export const foundIn = (secrets: Readonly<Record<string, string>>, content: string | Buffer): string[] => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const byStart = new Map<number, { readonly name: string; readonly form: Buffer }[]>();
  const starts = new Uint8Array(0x1_0000);
  for (const [name, secret] of Object.entries(secrets)) {
    for (const form of formsOf(secret)) {
      const start = form.readUInt16LE(0);
      starts[start] = 1;
      byStart.set(start, [...(byStart.get(start) ?? []), { name, form }]);
    }
  }
  const found = new Set<string>();
  for (let at = 0; at + 1 < bytes.length; at++) {
    const start = (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
    if (starts[start] === 0) continue;
    for (const { name, form } of byStart.get(start) ?? []) {
      if (
        !found.has(name) &&
        bytes.compare(form, 0, form.length, at, Math.min(at + form.length, bytes.length)) === 0
      )
        found.add(name);
    }
  }
  return Object.keys(secrets).filter((name) => found.has(name));
};

/** Every file below the folder, whole. */
export const filesIn = (folder: string): { path: string; content: Buffer }[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path, content: readFileSync(path) }));
