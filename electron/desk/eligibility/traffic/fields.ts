import { shown } from '#base/shown-text.ts';
import { withoutKeys } from '#base/without-keys.ts';
import type { LogEntry } from './entry.ts';
import { logTime } from './times.ts';

/** `requestMethod`, `Request-Method` and `request_method` are the same name; dots go down. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9.@]/g, '');

const namesIn = (words: string): string[] => words.trim().split(/\s+/).map(plainName);

/** Field names of common loggers; nested ones are joined by dots. The first that exists counts. */
export const guesses = {
  method: namesIn(`
    method request_method http_method verb http.method http.request.method request.method req.method
    httpRequest.requestMethod cs-method
  `),
  path: namesIn(`
    url.full url.original url.path url path uri request_uri request_url request_path http.url
    http.target http.path http.request.url http.request.path request.url request.uri request.path
    req.url req.path httpRequest.requestUrl target endpoint cs-uri-stem
  `),
  time: namesIn(`
    @timestamp timestamp time ts datetime date_time date event_time start_time started_at created_at
    time_iso8601 time_local msec t
  `),
  host: namesIn(`
    http_host http.host url.domain server.address request.host req.host req.headers.host
    request.headers.host vhost server_name authority host
  `),
  agent: namesIn(`
    user_agent http_user_agent user_agent.original req.headers.user-agent request.headers.user-agent
  `),
  line: namesIn('request request_line http_request'),
} as const;
export type Guess = keyof typeof guesses;

/** Names of fields or columns for a person; the first of them. */
export const listed = (names: readonly string[]): string =>
  names
    .slice(0, 12)
    .map((name) => `"${withoutKeys(shown(name, 40))}"`)
    .join(', ');

/**
 * Makes an entry of values found by name; undefined if there is no request among them.
 * @param names of all fields or columns that are there, as they are written
 */
export const entryOf = (
  value: (wanted: Guess) => unknown,
  names: () => readonly string[],
): LogEntry | undefined => {
  const rawTime = value('time');
  const time = logTime(rawTime);
  const timeProblem = time === undefined ? () => timeProblemOf(rawTime, names()) : undefined;
  const host = textOf(value('host'));
  const agent = textOf(value('agent'));
  const target = textOf(value('path'));
  if (target !== undefined && /^(\/|[a-z][a-z0-9+.-]*:\/\/)/i.test(target)) {
    return { method: textOf(value('method')) ?? '', target, host, time, timeProblem, agent };
  }
  const line = /^([A-Z]{3,20}) (\S+)(?: HTTP\/\d(?:\.\d)?)?$/.exec(textOf(value('line')) ?? '');
  return line
    ? { method: line[1] as string, target: line[2] as string, host, time, timeProblem, agent }
    : undefined;
};

/** Why no time could be read, as a clause. */
export const timeProblemOf = (raw: unknown, names: readonly string[]): string =>
  raw === undefined || raw === ''
    ? `none of ${listed(names)} is a known field for a time`
    : `the times are invalid or in an unknown format, such as "${withoutKeys(shown(String(raw), 40))}" (use ISO 8601)`;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
