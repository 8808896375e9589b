import { Command, Option } from 'commander';
import { signInMs } from '#base/app-sign-in/sign-in.ts';
import { systemTime } from '#base/clock.ts';
import { whyNoBrowser } from '#cli/browser.ts';
import { CommandError } from '#cli/command-error.ts';
import { createHttpClient } from '#cli/http-client.ts';
import { openPrivately } from '#cli/open-address.ts';
import { type CommonOptions, withExamples, withJson } from '#cli/options.ts';
import { commandName, print, printJson, remark } from '#cli/output.ts';
import { passphraseLine } from '#cli/passphrase-input.ts';
import { reasonOf } from '#cli/peer.ts';
import { secretFrom } from '#cli/secret-input.ts';
import type { Account } from '#contract/people.ts';
import { deskAddress, deskVariable } from './address.ts';
import { signInByBrowser } from './browser-sign-in.ts';
import { teamPeer } from './peer.ts';
import { dropSignIn, readSignIn, type SavedSignIn, saveSignIn, signInFolder } from './saved.ts';

interface DeskOptions extends Pick<CommonOptions, 'json'> {
  readonly desk?: string;
}

interface SignInOptions extends DeskOptions {
  readonly tokenFile?: string;
  readonly tokenEnv?: string;
  /** Left out: by the browser on a terminal where one can be opened, else by an access token. */
  readonly browser?: boolean;
}

const withDesk = (command: Command): Command =>
  command.option('--desk <url>', `address of the desk (default: ${deskVariable})`);

const tokenOptions = ['tokenFile', 'tokenEnv'];

/** `carryover sign-in`: to the desk of a team, for the commands after it. */
export const signInCommand = (): Command => {
  const command = new Command('sign-in')
    .description('Sign in to the desk of a team')
    .option('--token-file <file>', 'file with an access token; - reads stdin')
    .addOption(
      new Option('--token-env <name>', 'environment variable with an access token').conflicts('tokenFile'),
    )
    .addOption(
      new Option('--browser', 'sign in on the page of the desk, in your browser').conflicts(tokenOptions),
    )
    .addOption(
      new Option(
        '--no-browser',
        'print the address of that page, to open it in a browser of this machine',
      ).conflicts(tokenOptions),
    )
    .action(signIn);
  return withExamples(
    withJson(withDesk(command)),
    ['sign-in --desk https://desk.example', 'In your browser; without one, asks for an access token.'],
    ['sign-in --desk https://desk.example --token-file token.txt', 'With the token in a file.'],
  );
};

/** `carryover sign-out`. */
export const signOutCommand = (): Command => {
  const command = new Command('sign-out').description('Sign out from the desk of a team').action(signOut);
  return withExamples(withJson(withDesk(command)), [
    'sign-out --desk https://desk.example',
    'Remove the access token from this machine.',
  ]);
};

const signOut = async (options: DeskOptions): Promise<void> => {
  const desk = deskOf(options);
  const saved = readSignIn(desk);
  dropSignIn(desk);
  const problem = await revoke(saved);
  if (options.json) {
    const revoked = saved?.tokenId !== undefined && problem === undefined;
    return printJson({ desk, signedOut: saved !== undefined, revoked });
  }
  remark(saved === undefined ? `Nobody was signed in at ${desk}.` : `Signed out from ${desk}.`);
  if (problem !== undefined)
    remark(`The access token was not revoked: ${problem} Revoke it under Settings › Account.`);
};

/** What was made for this command line alone. @returns why that failed */
const revoke = async (saved: SavedSignIn | undefined): Promise<string | undefined> => {
  if (saved?.tokenId === undefined) return undefined;
  const { desk, token, tokenId } = saved;
  try {
    await createHttpClient(teamPeer(desk, token)).delete(`/api/account/tokens/${tokenId}`);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
};

/** @throws CommandError 2 if none is named */
const deskOf = ({ desk }: DeskOptions): string => {
  if (desk !== undefined) return deskAddress(desk, '--desk');
  const text = process.env[deskVariable];
  if (text) return deskAddress(text, deskVariable);
  throw new CommandError('Which desk? Give --desk, such as --desk https://desk.example.', 2);
};

const signIn = async (options: SignInOptions): Promise<void> => {
  const desk = deskOf(options);
  const { tokenFile: file, tokenEnv: env } = options;
  const given = await secretFrom({ file, env }, 'access token');
  const { token, id: tokenId } =
    given === undefined ? await askedFor(desk, options.browser) : { token: given, id: undefined };
  const account = await createHttpClient(teamPeer(desk, token)).get<Account>('/api/account');
  const savedAs = saveSignIn({ desk, token, ...(tokenId === undefined ? {} : { tokenId }) });
  if (options.json) return printJson({ desk, login: account.login, name: account.name, savedAs });
  print(`${account.name} <${account.login}>`);
  remark(`Signed in at ${desk}. The access token is in ${savedAs}, for you alone.`);
};

/** On the page of the desk, or from a pipe or the terminal. */
const askedFor = async (
  desk: string,
  browser = process.stdin.isTTY && whyNoBrowser() === undefined ? true : undefined,
): Promise<{ readonly token: string; readonly id?: string }> => {
  if (browser === undefined) return { token: await passphraseLine('Access token: ', 'access token') };
  let removePage: (() => void) | undefined;
  const show = async (address: string): Promise<void> => {
    const why = browser ? whyNoBrowser() : 'not wanted';
    if (why === undefined)
      removePage = await openPrivately(signInFolder(), address, systemTime.now() + signInMs);
    remark(
      removePage === undefined
        ? `Open this address in a browser of this machine, within 5 minutes:\n${address}`
        : `Confirm the sign-in in your browser, within 5 minutes. If nothing appears: ${commandName()} sign-in --no-browser.`,
    );
  };
  try {
    return await signInByBrowser(desk, show);
  } finally {
    removePage?.();
  }
};
