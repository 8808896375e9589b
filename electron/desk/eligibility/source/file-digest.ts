import { createHash, hash } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import type { OwnFiles } from '#desk/core/own-files.ts';
import type { GivenFiles } from '#desk/eligibility/reading/manifest.ts';
import { readable } from '#desk/eligibility/reading/read-error.ts';
import { openRegular } from './file-bytes.ts';

const pieceBytes = 1_048_576;

/** @throws ReadError `file.unreadable` */
export const fileDigest = (path: string, own: OwnFiles): GivenFiles => {
  const sha256 = readable(path, () => {
    const fd = openRegular(path, own);
    if (fd === undefined) return hash('sha256', '');
    try {
      const digest = createHash('sha256');
      const piece = Buffer.allocUnsafeSlow(pieceBytes);
      for (;;) {
        const length = readSync(fd, piece, 0, pieceBytes, null);
        if (length === 0) return digest.digest('hex');
        digest.update(piece.subarray(0, length));
      }
    } finally {
      closeSync(fd);
    }
  });
  return { files: { sha256, of: 'file' } };
};
