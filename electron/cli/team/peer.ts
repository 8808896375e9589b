import { CommandError } from '#cli/command-error.ts';
import { createHttpClient, type HttpClient } from '#cli/http-client.ts';
import { commandName } from '#cli/output.ts';
import { type Peer, reasonOf } from '#cli/peer.ts';
import { readSignIn } from './saved.ts';
import { withUploads } from './uploads.ts';

/** The variable with an access token, which is never an argument. */
export const tokenVariable = 'CARRYOVER_TOKEN';

/** The desk of a team. Its certificate has to be right: there is no way to ignore that. */
export const teamPeer = (desk: string, token: string | undefined): Peer => ({
  url: desk,
  headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  called: `The desk at ${desk}`,
  isVerified: true,
  unreachable: (cause) => unreachable(desk, cause),
});

/** @throws CommandError if nobody is signed in */
export const teamClient = (desk: string): HttpClient => {
  const token = process.env[tokenVariable]?.trim() || readSignIn(desk)?.token;
  if (token === undefined) {
    throw new CommandError(
      `Nobody is signed in at ${desk}. Sign in: ${commandName()} sign-in --desk ${desk}, or set ${tokenVariable} to an access token.`,
    );
  }
  return withUploads(createHttpClient(teamPeer(desk, token)));
};

const unreachable = (desk: string, cause: unknown): CommandError => {
  const { code = '' } = cause as { readonly code?: string };
  const isCertificate = /CERT|SIGNATURE|ERR_TLS|ALTNAME|ERR_SSL|^EPROTO$/.test(code);
  const text = isCertificate
    ? `The certificate of ${desk} could not be verified (${code}), so nothing was sent. Check the address; a private authority is trusted by NODE_EXTRA_CA_CERTS=FILE.`
    : `The desk at ${desk} can't be reached: ${reasonOf(cause)}.`;
  return new CommandError(text, 1, { cause });
};
