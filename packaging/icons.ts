import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';

/**
 * Draws `resources/icons/icon.svg` in every size that the installers want. What it makes is committed, so that packing
 * needs no browser, and no converter from the Internet.
 */

const folder = join(import.meta.dirname, '..', 'resources', 'icons');
/** Sizes of the hicolor theme, in pixels. */
const linuxSizes = [16, 32, 48, 64, 128, 256, 512];
const windowsSizes = [16, 24, 32, 48, 64, 128, 256];
/** Kinds of PNG in an ICNS file, by their size in pixels; those that end in @2x share it with the next size up. */
const macTypes: readonly [string, number][] = [
  ['icp4', 16],
  ['ic11', 32],
  ['icp5', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
];

const draw = async (sizes: readonly number[]): Promise<Map<number, Buffer>> => {
  const svg = readFileSync(join(folder, 'icon.svg'), 'utf8');
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: chromium.args,
    headless: true,
  });
  try {
    const page = await browser.newPage();
    const drawn = new Map<number, Buffer>();
    for (const size of sizes) {
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${svg}`);
      drawn.set(size, await page.screenshot({ omitBackground: true }));
    }
    return drawn;
  } finally {
    await browser.close();
  }
};

/** An ICO file holds PNGs as they are; 0 stands for 256 pixels. */
const icoOf = (images: readonly [number, Buffer][]): Buffer => {
  const header = Buffer.alloc(6 + 16 * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  images.forEach(([size, png], at) => {
    const entry = 6 + 16 * at;
    header.writeUInt8(size % 256, entry);
    header.writeUInt8(size % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  });
  return Buffer.concat([header, ...images.map(([, png]) => png)]);
};

/** An ICNS file is a list of chunks: type, length with this head, PNG. */
const icnsOf = (images: readonly [string, Buffer][]): Buffer => {
  const chunk = (type: string, content: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(content.length + head.length, 4);
    return Buffer.concat([head, content]);
  };
  return chunk('icns', Buffer.concat(images.map(([type, png]) => chunk(type, png))));
};

const drawn = await draw([...new Set([...linuxSizes, ...windowsSizes])]);
const png = (size: number): Buffer => drawn.get(size) as Buffer;
for (const size of linuxSizes) writeFileSync(join(folder, `${size}x${size}.png`), png(size));
writeFileSync(join(folder, 'icon.ico'), icoOf(windowsSizes.map((size) => [size, png(size)])));
writeFileSync(join(folder, 'icon.icns'), icnsOf(macTypes.map(([type, size]) => [type, png(size)])));
