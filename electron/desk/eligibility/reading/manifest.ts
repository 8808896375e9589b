import { hash } from 'node:crypto';

/**
 * What anybody can check who has the files: SHA-256 as `sha256sum` prints it. Of several files, or a folder, it is that
 * of a manifest in the format of `sha256sum`, which is kept with the evidence.
 */
export interface GivenFiles {
  readonly files: { readonly sha256: string; readonly of: 'file' | 'manifest' };
  readonly manifest?: string;
}

export interface HashedFile {
  readonly path: string;
  /** SHA-256, hex. */
  readonly sha256: string;
}

/** Sorted by the bytes of the paths, as `LC_ALL=C sort` does; paths with line breaks or backslashes are escaped as there. */
export const manifestOf = (files: readonly HashedFile[]): GivenFiles => {
  const sorted = files
    .map(({ path, sha256 }) => ({ bytes: Buffer.from(path), path, sha256 }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  const manifest = sorted.map(({ path, sha256 }) => `${lineOf(path, sha256)}\n`).join('');
  return { files: { sha256: hash('sha256', manifest), of: 'manifest' }, manifest };
};

const lineOf = (path: string, sha256: string): string => {
  const escaped = path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === path ? '' : '\\'}${sha256}  ${escaped}`;
};
