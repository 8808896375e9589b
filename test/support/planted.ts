import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Every way in which a secret may be written down: plain, escaped, and inside base64 at any of the three places. */
const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  const encoded = [0, 1, 2].map((shift) => {
    const padded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // The first and the last signs depend on what stands around it.
    return padded.slice(shift === 0 ? 0 : shift + 1, padded.length - 1);
  });
  return [
    ...new Set([
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      bytes.toString('hex'),
      ...encoded,
      ...encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    ]),
  ];
};

/** Which of the secrets is found in the text or the bytes; a secret is named by its key. */
export const foundIn = (secrets: Readonly<Record<string, string>>, content: string | Buffer): string[] =>
  Object.entries(secrets)
    .filter(([, secret]) => formsOf(secret).some((form) => content.includes(form)))
    .map(([name]) => name);

/** Every file below the folder, whole. */
export const filesIn = (folder: string): { path: string; content: Buffer }[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path, content: readFileSync(path) }));
