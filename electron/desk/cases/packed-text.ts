import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createGzip, gunzipSync } from 'node:zlib';

/** A long text of our own making, compressed while it is made: it is never in memory as a whole. */
export interface PackedText {
  /** By gzip. */
  readonly content: Buffer;
  /** SHA-256 of the text, hex. */
  readonly digest: string;
  /** Bytes of the text. */
  readonly size: number;
}

export interface TextPacker {
  /** Resolves when more may come. */
  write(text: string): Promise<void>;
  end(): Promise<PackedText>;
}

export const createTextPacker = (): TextPacker => {
  const gzip = createGzip();
  const digest = createHash('sha256');
  const chunks: Buffer[] = [];
  let size = 0;
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk));
  return {
    async write(text) {
      const bytes = Buffer.from(text);
      digest.update(bytes);
      size += bytes.length;
      if (!gzip.write(bytes)) await once(gzip, 'drain');
    },
    async end() {
      gzip.end();
      await once(gzip, 'end');
      const content = Buffer.concat(chunks);
      // Long results are some megabytes even so, and are copied once more when they are stored.
      chunks.length = 0;
      return { content, digest: digest.digest('hex'), size };
    },
  };
};

/** undefined for what was changed, or is larger than the limit, bytes. */
export const unpacked = (content: Buffer, limit: number): Buffer | undefined => {
  try {
    return gunzipSync(content, { maxOutputLength: limit });
  } catch {
    return undefined;
  }
};
