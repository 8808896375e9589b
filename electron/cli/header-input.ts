import { text } from 'node:stream/consumers';
import type { HeaderSetupRequest } from '#contract/header-setup.ts';
import { CommandError } from './command-error.ts';
import { read } from './secret-input.ts';

/** Header values are secrets and never arguments: those are seen by everyone on the machine. */
export interface HeaderOptions {
  readonly basicUser?: string;
  readonly basicPasswordFile?: string;
  readonly bearerFile?: string;
  readonly authorizationFile?: string;
  readonly clientId?: string | true;
  readonly header?: readonly string[];
  readonly remove?: readonly string[];
}

/**
 * @throws CommandError 2 if the options don't go together, or if there is no value where they point
 */
export const headerRequest = async (options: HeaderOptions): Promise<HeaderSetupRequest> => {
  refuseTwoReadersOfStdin(options);
  const { clientId, header = [], remove } = options;
  const authorization = await authorizationFrom(options);
  const headers = await headersFrom(header);
  const request: HeaderSetupRequest = {
    ...(authorization === undefined ? {} : { authorization }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(headers.length === 0 ? {} : { headers }),
    ...(remove === undefined ? {} : { remove: [...remove] }),
  };
  if (Object.keys(request).length === 0) {
    throw new CommandError('No headers given. Use --bearer-file, --header or --remove (see --help).', 2);
  }
  return request;
};

/** Headers given as `Name=FILE`. @throws CommandError 2 */
export const headersFrom = async (header: readonly string[]): Promise<{ name: string; value: string }[]> => {
  const headers = [];
  for (const given of header) {
    const [, name, place] = /^([^=]+)=(.+)$/s.exec(given) ?? [];
    if (name === undefined || place === undefined) {
      throw new CommandError('--header must be Name=FILE; the value is read from the file.', 2);
    }
    headers.push({ name, value: await valueFrom(place) });
  }
  return headers;
};

const authorizationFrom = async (
  options: HeaderOptions,
): Promise<HeaderSetupRequest['authorization'] | undefined> => {
  const { basicUser, basicPasswordFile, bearerFile, authorizationFile } = options;
  const basic = basicUser !== undefined || basicPasswordFile !== undefined;
  const ways = [basic, bearerFile !== undefined, authorizationFile !== undefined].filter(Boolean);
  if (ways.length > 1)
    throw new CommandError('Use only one of --basic-user, --bearer-file and --authorization-file.', 2);
  if (basic) {
    if (basicUser === undefined || basicPasswordFile === undefined) {
      throw new CommandError('Basic needs both --basic-user and --basic-password-file.', 2);
    }
    return { scheme: 'basic', user: basicUser, password: await valueFrom(basicPasswordFile) };
  }
  if (bearerFile !== undefined) return { scheme: 'bearer', token: await valueFrom(bearerFile) };
  if (authorizationFile !== undefined) return { scheme: 'raw', value: await valueFrom(authorizationFile) };
  return undefined;
};

const refuseTwoReadersOfStdin = (options: HeaderOptions): void => {
  const places = [options.basicPasswordFile, options.bearerFile, options.authorizationFile];
  places.push(...(options.header ?? []).map((given) => given.slice(given.indexOf('=') + 1)));
  if (places.filter((place) => place === '-').length > 1) {
    throw new CommandError('Only one value can be read from stdin. Use files for the others.', 2);
  }
};

/** `-` is stdin, `env:NAME` an environment variable, anything else a file. The line break at the end is no part of it. */
const valueFrom = async (place: string): Promise<string> => {
  const value = (await raw(place)).replace(/\r?\n$/, '');
  if (value === '') throw new CommandError(`No value in ${place === '-' ? 'stdin' : place}.`, 2);
  return value;
};

const raw = async (place: string): Promise<string> => {
  if (place.startsWith('env:')) return process.env[place.slice('env:'.length)] ?? '';
  return readText(place);
};

/** A file, or stdin for `-`. @throws CommandError 2 */
export const readText = async (place: string): Promise<string> => {
  if (place !== '-') return read(place);
  if (process.stdin.isTTY) throw new CommandError('- reads stdin: pipe the value in, or name a file.', 2);
  return text(process.stdin);
};

/**
 * The one value in a file, such as the auth header of the portal.
 * @throws CommandError 2 if there is none
 */
export const headerIn = (file: string): string => {
  const value = read(file).trim();
  if (value === '') throw new CommandError(`The file ${file} holds no header value.`, 2);
  return value;
};
