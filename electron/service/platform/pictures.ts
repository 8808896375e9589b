import type { Branding } from '#contract/branding.ts';

/** Pictures inside their own addresses: no logo of a third party is shipped or fetched. */

const blue = '#1d4ed8';
const darker = '#1e3a8a';

export const logoOf = (name: string): string => {
  const initial = (/[A-Za-z0-9]/.exec(name)?.[0] ?? '?').toUpperCase();
  return picture(64, 64, square(initial));
};

const square = (initial: string): string =>
  `<rect width="64" height="64" rx="12" fill="${blue}"/><text x="32" y="43" font-family="sans-serif" font-size="32" text-anchor="middle" fill="#fff">${initial}</text>`;

/** The logo with the name beside it. */
const wordmark = (name: string): string => {
  const initial = (/[A-Za-z0-9]/.exec(name)?.[0] ?? '?').toUpperCase();
  const words = `<text x="80" y="42" font-family="sans-serif" font-size="28" fill="${darker}">${escaped(name)}</text>`;
  return picture(96 + 17 * name.length, 64, square(initial) + words);
};

const button = (name: string, fill: string): string => {
  const width = 180 + 11 * name.length;
  return picture(
    width,
    48,
    `<rect width="${width}" height="48" rx="8" fill="${fill}"/><text x="${width / 2}" y="31" font-family="sans-serif" font-size="20" text-anchor="middle" fill="#fff">Connect to ${escaped(name)}</text>`,
  );
};

export const brandingOf = (name: string, sourceId: string): Branding => {
  const image = (src: string, alt: string) => ({ image: { src, alt } });
  return {
    logo: { full: image(wordmark(name), name), square: image(logoOf(name), name) },
    button: {
      default: image(button(name, blue), `Connect to ${name}`),
      hover: image(button(name, darker), `Connect to ${name}`),
    },
    sourceId,
  };
};

const picture = (width: number, height: number, content: string): string => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${content}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => entities[sign] as string);
