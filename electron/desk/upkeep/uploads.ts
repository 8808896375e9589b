import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Cancel, systemTime } from '#base/clock.ts';
import { safeFileName } from '#base/file-name.ts';
import type { Log } from '#base/log.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import { type Upload, uploadLimit, uploadPath, uploadTotalLimit } from '#contract/uploads.ts';

/** What browsers sent, each in a folder of its own below `uploads/`, for the owner of the data folder alone. */
export interface Uploads {
  /**
   * Writes what comes, as it comes; nothing stays of what does not come whole.
   * @param size bytes, as the sender announced it
   * @throws CatalogueError `upload.tooLarge`, `upload.tooMuch`, `upload.noSpace`, `request.invalid`
   */
  receive(name: string, content: Readable, size?: number): Promise<Upload>;
  /** Where it lies. @throws CatalogueError `upload.notFound` */
  pathOf(id: string): string;
  /** @throws CatalogueError `upload.notFound` */
  remove(id: string): void;
  /** How many are just being written. */
  underWay(): number;
  /** Removes what an earlier host left, and from now on what is a day old. */
  start(): Cancel;
}

export interface UploadsOptions {
  /** `uploads/` in the data folder; made if it is not there. */
  readonly folder: string;
  readonly log: Log;
  /** Bytes of one. */
  readonly limit?: number;
  /** Bytes of all together. */
  readonly totalLimit?: number;
  /** Bytes that the disk of a folder has left. */
  readonly room?: (folder: string) => Promise<number>;
}

const keptMs = 86_400_000;
const checkMs = 600_000;
/** The databases are on the same disk: so much of it is left to them. */
const reserveBytes = 512 * 1_048_576;
/** The disk's room is checked each time so much was written. */
const strideBytes = 64 * 1_048_576;

const roomOn = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

export const createUploads = (options: UploadsOptions): Uploads => {
  const { folder, log } = options;
  const quota = createQuota(options);
  /** When each came whole, ms UTC, and its bytes. */
  const whole = new Map<string, { readonly at: number; readonly size: number; readonly path: string }>();
  let underWay = 0;

  const drop = (path: string): void => removeAll(path, log);
  const forget = (id: string): void => {
    quota.release(whole.get(id)?.size ?? 0);
    whole.delete(id);
    drop(join(folder, id));
  };
  const dropOld = (): void => {
    const until = systemTime.now() - keptMs;
    for (const [id, { at }] of whole) if (at <= until) forget(id);
  };

  return {
    async receive(name, content, announced = 0) {
      quota.check(announced, announced);
      const id = randomUUID();
      const safeName = safeFileName(name);
      const path = join(folder, id, safeName);
      const meter = quota.meter();
      underWay += 1;
      try {
        mkdirSync(join(folder, id), { recursive: true, mode: 0o700 });
        await quota.checkRoom(announced);
        await pipeline(content, meter.stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      } catch (error) {
        quota.release(meter.bytes());
        drop(join(folder, id));
        throw describe(error);
      } finally {
        underWay -= 1;
      }
      const size = meter.bytes();
      whole.set(id, { at: systemTime.now(), size, path });
      return { id, name: safeName, path: uploadPath(id), size };
    },
    pathOf(id) {
      const path = whole.get(id)?.path;
      if (path === undefined) throw new CatalogueError('upload.notFound', { id });
      return path;
    },
    remove(id) {
      if (!whole.has(id) && !existsSync(join(folder, id)))
        throw new CatalogueError('upload.notFound', { id });
      forget(id);
    },
    underWay: () => underWay,
    start() {
      drop(folder);
      return systemTime.every(checkMs, dropOld);
    },
  };
};

const removeAll = (path: string, log: Log): void => {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (err) {
    log.warn({ err, path }, 'desk: an upload could not be removed');
  }
};

/** What all uploads may take, together and of the disk. */
const createQuota = ({
  folder,
  limit = uploadLimit,
  totalLimit = uploadTotalLimit,
  room = roomOn,
}: UploadsOptions) => {
  /** Bytes of those that came whole and of those that are coming. */
  let held = 0;
  /** @throws CatalogueError `upload.noSpace` */
  const checkRoom = async (bytes: number): Promise<void> => {
    if ((await room(folder)) - bytes < reserveBytes) throw new CatalogueError('upload.noSpace', {});
  };
  /** @throws CatalogueError `upload.tooLarge`, `upload.tooMuch` */
  const check = (size: number, more: number): void => {
    if (size > limit) throw new CatalogueError('upload.tooLarge', { limit });
    if (held + more > totalLimit) throw new CatalogueError('upload.tooMuch', { limit: totalLimit });
  };
  return {
    check,
    checkRoom,
    release(bytes: number): void {
      held -= bytes;
    },
    /** Counts the bytes of one upload as they pass, and ends it where they are too many. */
    meter() {
      let size = 0;
      const add = async ({ length }: Buffer): Promise<void> => {
        check(size + length, length);
        const strides = Math.floor(size / strideBytes);
        size += length;
        held += length;
        if (Math.floor(size / strideBytes) > strides) await checkRoom(0);
      };
      const stream = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          add(chunk).then(() => done(null, chunk), done);
        },
      });
      return { stream, bytes: () => size };
    },
  };
};

const describe = (error: unknown): unknown => {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new CatalogueError('upload.noSpace', {}, [], { cause: error });
    case 'ERR_STREAM_PREMATURE_CLOSE':
    case 'ECONNRESET':
      return invalid({
        itemId: 'body',
        message: 'The upload was interrupted, so nothing was stored. Upload the file again.',
        validatorName: 'length',
      });
    default:
      return error;
  }
};
