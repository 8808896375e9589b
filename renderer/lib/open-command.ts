/**
 * The command that opens the page of a host anew, as it is pasted into a shell.
 * @param program `carryover`, or how it is started from a checkout
 * @param folder the data folder, if it is known
 */
export const openCommand = (program: string, folder: string | undefined): string =>
  `${program} open${folder === undefined ? '' : ` --data ${quoted(folder)}`}`;

/** The command that serves a data folder beside a host that runs. */
export const serveCommand = (program: string, folder: string): string =>
  `${program} serve --data ${quoted(folder)} --api-port 0 --desk-port 0`;

/** A path of Windows needs double quotes there, any other single ones, unless nothing in it means anything to a shell. */
const quoted = (path: string): string => {
  if (/^[\w./@%+:,-]+$/.test(path)) return path;
  return /^[A-Za-z]:[\\/]|^\\\\/.test(path) ? `"${path}"` : `'${path.replaceAll("'", "'\\''")}'`;
};
