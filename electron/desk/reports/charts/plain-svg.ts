/**
 * What ECharts writes, for a page whose policy allows no style of its own, and with ids that no other chart has: attributes
 * instead of styles, and nothing that a script would look for.
 */
export const plainSvg = (svg: string, id: string): string =>
  svg
    .replace(/<style\b[\s\S]*?<\/style>/g, '')
    .replace(/ (?:class|xml:space|ecmeta_\w+|pointer-events)="[^"]*"/g, '')
    .replace(/ style="([^"]*)"/g, (_, style: string) => attributesOf(style))
    .replace(/\bzr\d+-/g, `${id}-`)
    .replace(/^<svg /, '<svg role="img" ')
    .replace(/ (?:xmlns:xlink|version|baseProfile)="[^"]*"/g, '')
    .replaceAll(/\n\s*/g, '\n');

const known: ReadonlySet<string> = new Set(['font-size', 'font-family', 'font-weight', 'fill', 'stroke']);

const attributesOf = (style: string): string =>
  withLonghands(style)
    .split(';')
    .flatMap((one) => {
      const [name = '', value = ''] = one.split(/:(.*)/s).map((part) => part.trim());
      return known.has(name) ? [` ${name}="${value}"`] : [];
    })
    .join('');

/** `font: normal normal 12px Noto Sans` */
const withLonghands = (style: string): string =>
  style.replace(/\bfont:\s*\S+ (\S+) (\S+) ([^;]+)/, 'font-weight:$1;font-size:$2;font-family:$3');
