import { Command, Option } from 'commander';
import { CommandError } from '#cli/command-error.ts';
import { createHttpClient } from '#cli/http-client.ts';
import { type CommonOptions, withExamples, withJson } from '#cli/options.ts';
import { print, printJson, remark } from '#cli/output.ts';
import { passphraseLine } from '#cli/passphrase-input.ts';
import { secretFrom } from '#cli/secret-input.ts';
import type { Account } from '#contract/people.ts';
import { deskAddress, deskVariable } from './address.ts';
import { teamPeer } from './peer.ts';
import { dropSignIn, readSignIn, saveSignIn } from './saved.ts';

interface DeskOptions extends Pick<CommonOptions, 'json'> {
  readonly desk?: string;
}

interface SignInOptions extends DeskOptions {
  readonly tokenFile?: string;
  readonly tokenEnv?: string;
}

const withDesk = (command: Command): Command =>
  command.option('--desk <url>', `address of the desk (default: ${deskVariable})`);

/** `carryover sign-in`: to the desk of a team, for the commands after it. */
export const signInCommand = (): Command => {
  const command = new Command('sign-in')
    .description('Sign in to the desk of a team')
    .option('--token-file <file>', 'file with an access token; - reads stdin')
    .addOption(
      new Option('--token-env <name>', 'environment variable with an access token').conflicts('tokenFile'),
    )
    .action(signIn);
  return withExamples(
    withJson(withDesk(command)),
    ['sign-in --desk https://desk.example', 'Asks for an access token.'],
    ['sign-in --desk https://desk.example --token-file token.txt', 'With the token in a file.'],
  );
};

/** `carryover sign-out`. */
export const signOutCommand = (): Command => {
  const command = new Command('sign-out')
    .description('Sign out from the desk of a team')
    .action(async (options: DeskOptions) => {
      const desk = deskOf(options);
      const saved = readSignIn(desk);
      dropSignIn(desk);
      if (options.json) return printJson({ desk, signedOut: saved !== undefined });
      remark(saved === undefined ? `Nobody was signed in at ${desk}.` : `Signed out from ${desk}.`);
    });
  return withExamples(withJson(withDesk(command)), [
    'sign-out --desk https://desk.example',
    'Remove the access token from this machine.',
  ]);
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
  const token =
    (await secretFrom({ file, env }, 'access token')) ??
    (await passphraseLine('Access token: ', 'access token'));
  const account = await createHttpClient(teamPeer(desk, token)).get<Account>('/api/account');
  const savedAs = saveSignIn({ desk, token });
  if (options.json) return printJson({ desk, login: account.login, name: account.name, savedAs });
  print(`${account.name} <${account.login}>`);
  remark(`Signed in at ${desk}. The access token is in ${savedAs}, for you alone.`);
};
