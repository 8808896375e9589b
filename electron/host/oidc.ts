import { readFileSync } from 'node:fs';
import { fileProblem } from '#base/file-problem.ts';
import { isEncryptedOrLocal } from '#base/outgoing/base-url.ts';
import { readSecretFile } from '#base/read-own-file.ts';
import { checkCaPem, type OidcSettings } from '#desk/index.ts';
import { StartError } from '#local/start-error.ts';

/** Which identity provider people sign in with, if any. Each is left out: the variable of the same name. */
export interface AskedOidc {
  readonly oidcIssuer?: string;
  readonly oidcClientId?: string;
  /** The path of a file, for its owner alone. */
  readonly oidcClientSecretFile?: string;
  /** The path of a file with certificates. */
  readonly oidcCa?: string;
}

/** What is written where, the option before the variable. */
interface Given {
  readonly from: string;
  readonly text: string;
}

/**
 * Stated at each start and written nowhere: the secret must not be, and the rest is of no use without it.
 * @returns undefined: no provider
 * @throws StartError in words, without any secret
 */
export const chooseOidc = (
  asked: AskedOidc,
  environment: NodeJS.ProcessEnv = process.env,
): OidcSettings | undefined => {
  const find = (option: string, value: string | undefined): Given | undefined => {
    if (value !== undefined) return { from: `--${option}`, text: value };
    const variable = `CARRYOVER_${option.replaceAll('-', '_').toUpperCase()}`;
    const text = environment[variable];
    return text ? { from: variable, text } : undefined;
  };
  const issuer = find('oidc-issuer', asked.oidcIssuer);
  const client = find('oidc-client-id', asked.oidcClientId);
  const secretFile = find('oidc-client-secret-file', asked.oidcClientSecretFile);
  const secret = find('oidc-client-secret', undefined);
  const ca = find('oidc-ca', asked.oidcCa);

  const [first] = [issuer, client, secretFile, secret, ca].filter((given) => given !== undefined);
  if (first === undefined) return undefined;
  if (issuer === undefined) throw missing(first, 'the identity provider', 'oidc-issuer');
  if (client === undefined) throw missing(first, "this desk's client id", 'oidc-client-id');
  if (secretFile !== undefined && secret !== undefined) {
    throw refused(secretFile, `gives a client secret, and so does ${secret.from}`, 'Leave one of them out.');
  }
  const clientSecret = secretFile === undefined ? secret?.text : readSecret(secretFile);
  return {
    issuer: checkIssuer(issuer),
    clientId: checkClientId(client),
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(ca === undefined ? {} : { caPem: readCa(ca) }),
  };
};

const refused = ({ from }: Given, problem: string, advice: string): StartError =>
  new StartError(`${from} ${problem}. Nothing was started. ${advice}`);

const missing = (given: Given, what: string, option: string): StartError =>
  refused(
    given,
    `is for sign-in by OpenID Connect, and ${what} is missing`,
    `Add --${option}, or leave both out.`,
  );

/** Without the text where it may hold a password. */
const checkIssuer = (given: Given): string => {
  const text = given.text.trim();
  const url = URL.parse(text);
  const refuse = (problem: string) =>
    refused(
      given,
      `is not usable: ${problem}`,
      'Give the issuer exactly as the provider names it, such as https://login.example.com/tenant.',
    );
  if (url === null) throw refuse('it is no URL');
  if (url.username !== '' || url.password !== '') throw refuse('it holds a user or password');
  if (!isEncryptedOrLocal(url)) {
    throw refuse('it must begin with https://, as http is for loopback alone');
  }
  if (/[?#]/.test(text)) throw refuse('it holds a query or fragment');
  if (url.pathname.includes('/.well-known/')) throw refuse('it is the address of the metadata');
  return text;
};

const checkClientId = (given: Given): string => {
  const text = given.text.trim();
  if (/^[\x20-\x7e]{1,500}$/.test(text)) return text;
  throw refused(given, 'is no client id', 'Copy it from the registration of the desk at the provider.');
};

const readSecret = (given: Given): string => {
  const secret = read(given, readSecretFile).replace(/\r?\n$/, '');
  if (secret === '') throw refused(given, `names ${given.text}, which is empty`, 'Put the secret into it.');
  return secret;
};

const readCa = (given: Given): string => {
  const text = read(given, (path) => readFileSync(path, 'utf8'));
  try {
    return checkCaPem(text);
  } catch (error) {
    const problem = (error as Error).message.replace(/^.*?caPem /, '').replace(/\.$/, '');
    throw refused(given, `names ${given.text}, which ${problem}`, 'Give the certificate of the authority.');
  }
};

const read = (given: Given, how: (path: string) => string): string => {
  try {
    return how(given.text);
  } catch (error) {
    const isRights = error instanceof Error && !('code' in error);
    throw isRights
      ? refused(given, `names ${given.text}, which others can read`, 'Make it yours alone: chmod 600.')
      : refused(given, `names ${given.text}, which can't be read: ${fileProblem(error)}`, 'Check the path.');
  }
};
