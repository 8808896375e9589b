import { crc32, deflateRawSync } from 'node:zlib';

/** Makes .zip files by hand, so that they can lie. */

export interface ZipEntry {
  readonly name: string;
  readonly content?: string | Buffer;
  /** Packed content that is used as it is; with it, `size` and `crc` are what the entry claims. */
  readonly packed?: Buffer;
  readonly size?: number;
  readonly crc?: number;
  readonly method?: number;
  readonly encrypted?: boolean;
  /** Unix mode, such as 0o120777 for a link. */
  readonly mode?: number;
}

export const zipOf = (...entries: readonly ZipEntry[]): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content ?? '');
    const packed = entry.packed ?? deflateRawSync(content);
    const name = Buffer.from(entry.name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE((entry.encrypted ? 1 : 0) | 0x800, 2);
    fields.writeUInt16LE(entry.method ?? 8, 4);
    fields.writeUInt32LE(entry.crc ?? crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(entry.size ?? content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    const madeByUnix = Buffer.from('PK\x01\x02\x14\x03', 'latin1');
    directory.push(Buffer.concat([madeByUnix, fields, rest, name]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
};
