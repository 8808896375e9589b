import { withoutKeysInProse } from '#base/without-keys.ts';

/**
 * A line of a log as it may leave the machine. What a line says in its own words was written by us and stays; of what it
 * carries, only figures, ids and a few words of ours: anything else may be a name of somebody's.
 */
export const shareableLine = (line: string): string => {
  const parsed = parse(line);
  return parsed === undefined ? plainLine(line) : JSON.stringify(shareable(parsed));
};

/** Fields whose values are words of ours, and what these look like. */
const ourWords: Readonly<Record<string, RegExp>> = {
  kind: /^(?:check|tokens-import|pilot|run|retry)$/,
  method: /^[A-Z]{3,7}$/,
  route: /^\/[\w/:*.-]{0,200}$/,
};
const errorType = /^[A-Z]\w{0,60}$/;
/** As the system, SQLite and our catalogue have them. */
const errorCode = /^(?:[A-Z][A-Z0-9_]{1,60}|[a-z][A-Za-z]{1,30}\.[a-z][A-Za-z]{1,30})$/;
const id = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|msg_[0-9a-z]{26}|[0-9a-f]{32})$/;
const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

const parse = (line: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

const shareable = (fields: Record<string, unknown>): Record<string, unknown> => {
  // Without words of ours, pino takes those of the error, which may quote anything.
  const isOwn = fields.msg !== (fields.err as { message?: unknown } | undefined)?.message;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (name === 'msg') return isOwn ? [[name, withoutKeysInProse(String(value))]] : [];
      if (name === 'err') return [[name, shareableError(value)]];
      return isShareable(name, value) ? [[name, value]] : [];
    }),
  );
};

const isShareable = (name: string, value: unknown): boolean => {
  if (typeof value === 'number' || typeof value === 'boolean') return true;
  if (typeof value !== 'string') return false;
  return id.test(value) || instant.test(value) || (ourWords[name]?.test(value) ?? false);
};

/** What kind of error, and where in the program: its words may quote what it was about. */
const shareableError = (error: unknown): Record<string, unknown> => {
  const { type, code, message, stack } = (typeof error === 'object' ? (error ?? {}) : {}) as Record<
    string,
    unknown
  >;
  return {
    ...(typeof type === 'string' && errorType.test(type) ? { type } : {}),
    ...(typeof code === 'string' && errorCode.test(code) ? { code } : {}),
    ...(typeof stack === 'string'
      ? { stack: withoutWords(stack, message).split('\n').filter(isFrame).map(frame) }
      : {}),
  };
};

/** A stack begins with the words of the error, which may look like a place too. */
const withoutWords = (stack: string, message: unknown): string =>
  typeof message === 'string' && message !== '' ? stack.replace(message, () => '') : stack;

const isFrame = (line: string): boolean => /^\s+at .*:\d+:\d+\)?$/.test(line);

/** Of a place, what is within the program: where that is kept may tell a person's name. */
const place =
  /(?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])(?:[^\\/():]+[\\/])*?((?:(?:out|electron|node_modules|app\.asar)[\\/](?:[^\\/():]+[\\/])*)?[^\\/():]+:\d+)/g;
const frame = (line: string): string => line.trim().replace(place, '…/$1');

/** What is no line of the log is what Node writes of itself as it dies. */
const plainLine = (line: string): string => {
  if (isFrame(line)) return `    ${frame(line)}`;
  const kind = /^(?:Uncaught )?(\w*Error)\b/.exec(line)?.[1];
  return kind ?? `(line of ${line.length} characters, omitted)`;
};
