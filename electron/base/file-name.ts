import { basename, extname } from 'node:path';

const mostBytes = 150;
const keptExtension = 20;

/** What Windows takes for a device, whatever its extension. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * The last part of a name, as any file system takes it: no way to another folder, no sign that means something.
 * @param nameless for a name of which nothing is left
 */
export const safeFileName = (name: string, nameless = 'upload'): string => {
  const last = name.toWellFormed().normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '_').replace(/^[\s.]+|[\s.]+$/g, '');
  const short = shortened(plain);
  if (short === '') return nameless;
  return device.test(short) ? `_${short}` : short;
};

/** The extension stays: it tells what the file is. */
const shortened = (name: string): string => {
  if (Buffer.byteLength(name) <= mostBytes) return name;
  const extension = extname(name);
  const end = Buffer.byteLength(extension) <= keptExtension ? extension : '';
  let start = '';
  for (const sign of basename(name, end)) {
    if (Buffer.byteLength(start + sign + end) > mostBytes) break;
    start += sign;
  }
  return start.trimEnd() + end;
};
