import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { cacheControlOf, isHashed, pageHeaders } from '#contract/content-security.ts';

/** The built page. Paths that are no file lead to its one document, as the page itself has routes. */
export type StaticFiles = (method: string, path: string) => Promise<Response>;

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** @param root the folder that the page was built into */
export const createStaticFiles =
  (root: string): StaticFiles =>
  async (method, path) => {
    if (method !== 'GET' && method !== 'HEAD') return plain(405, 'Files can only be read.');
    const file = fileOf(root, path);
    if (file === undefined) return plain(400, 'This path leads nowhere.');
    const found =
      (await content(file)) ?? (isHashed(path) ? undefined : await content(join(root, 'index.html')));
    if (found === undefined) return plain(404, 'There is no such file.');
    const type = types[extname(found.file)] ?? 'application/octet-stream';
    return new Response(method === 'HEAD' ? null : found.bytes, {
      headers: { ...pageHeaders, 'content-type': type, 'cache-control': cacheControlOf(path) },
    });
  };

/** undefined for a path that is not below the root, or can't be one. */
const fileOf = (root: string, path: string): string | undefined => {
  try {
    const decoded = decodeURIComponent(path);
    if (/[\0\\]/.test(decoded)) return undefined;
    const file = join(root, decoded);
    // Files that begin with a dot say how the page was built.
    const isHidden = decoded.split('/').some((part) => part.startsWith('.'));
    return !isHidden && (file === root || file.startsWith(root + sep)) ? file : undefined;
  } catch {
    return undefined;
  }
};

const content = async (
  file: string,
): Promise<{ file: string; bytes: Uint8Array<ArrayBuffer> } | undefined> => {
  try {
    return { file, bytes: new Uint8Array(await readFile(file)) };
  } catch {
    return undefined;
  }
};

const plain = (status: number, text: string): Response =>
  new Response(text, { status, headers: { ...pageHeaders, 'content-type': 'text/plain; charset=utf-8' } });
