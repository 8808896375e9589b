import { hostname } from 'node:os';
import { SignInRefused } from '#base/app-sign-in/refused.ts';
import { type SignInOptions, signInByBrowser as signIn } from '#base/app-sign-in/sign-in.ts';
import { systemTime } from '#base/clock.ts';
import { CommandError } from '#cli/command-error.ts';
import { createHttpClient } from '#cli/http-client.ts';
import type { IssuedToken } from '#contract/people.ts';
import { teamPeer } from './peer.ts';

/**
 * Signs the command line in by the page of a desk.
 * @param show brings the address of the page before the person
 * @throws CommandError if nobody agreed in time
 */
export const signInByBrowser = async (
  desk: string,
  show: SignInOptions['show'],
  { after }: Pick<typeof systemTime, 'after'> = systemTime,
): Promise<IssuedToken> => {
  const program = { name: `command line on ${hostname()}`, called: 'the command line' };
  try {
    return await signIn({ desk, program, peer: createHttpClient(teamPeer(desk, undefined)), show, after });
  } catch (error) {
    throw error instanceof SignInRefused ? new CommandError(error.message) : error;
  }
};
