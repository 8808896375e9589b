import { CatalogueError } from '#contract/errors.ts';

/**
 * A call of the alerts endpoints would make the very evidence that the desk looks for, so no client of a target sends
 * one. Source: `docs/reference/rules/legacy.md#alerts-endpoints`.
 */
const alerts = /(^|\/)rules\/([^/]+\/)?alerts(\/|$)/;

/** Whether a server, however leniently it reads, could take the path for an alerts endpoint, below any base path. */
export const isAlertsPath = (path: string): boolean => {
  // Nothing to decode, to drop or to cut off: what almost every path is.
  if (/^[\w.~/-]*$/.test(path) && !/alerts/i.test(path)) return false;
  let read = path;
  for (;;) {
    const segments = segmentsOf(read);
    if (alerts.test(segments.join('/')) || alerts.test(withoutDots(segments).join('/'))) return true;
    const decoded = decodeOnce(read);
    // Decoding shortens the text, so this ends.
    if (decoded === read) return false;
    read = decoded;
  }
};

const decodeOnce = (path: string): string =>
  path.replace(/%([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Lower case, without parameters of segments, empty segments, and characters that some servers drop. */
const segmentsOf = (path: string): string[] =>
  path
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
    .replace(/[\u0000-\u0020\u007f]/g, '')
    .toLowerCase()
    .split(/[/\\]/)
    .map((segment) => segment.replace(/[;?#].*$/, ''))
    .filter((segment) => segment !== '');

const withoutDots = (segments: readonly string[]): string[] => {
  const left: string[] = [];
  for (const segment of segments) {
    if (segment === '..') left.pop();
    else if (segment !== '.') left.push(segment);
  }
  return left;
};

/** @throws CatalogueError `target.alertsPath` */
export const refuseAlerts = (path: string): void => {
  if (isAlertsPath(path)) throw new CatalogueError('target.alertsPath', { path: path.slice(0, 200) });
};
