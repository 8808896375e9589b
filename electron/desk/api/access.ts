import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Clock, systemTime } from '#base/clock.ts';
import type { Hello } from '#base/hello/answer.ts';
import type { Log } from '#base/log.ts';
import { CatalogueError } from '#contract/errors.ts';
import { type Suspension, tokenPrefix } from '#contract/people.ts';
import { sessionHeader } from '#contract/session-header.ts';
import type { Caller, People } from '#desk/people/people.ts';
import { callerOf, type Entrance } from './caller.ts';
import { isOverLoopback } from './operations.ts';
import type { PublicAddress } from './public-address.ts';
import { secretDigest } from './secret-digest.ts';
import type { Holder, Sessions } from './sessions.ts';
import { createWrongSecrets, remoteAddress } from './wrong-secrets.ts';

/**
 * Who may come in: proven connections, what carries the desk token, browsers with the secret of a session; on a team's desk
 * people, by a session or an access token of theirs.
 */
export interface Access {
  readonly sessions: Sessions;
  /** Where a proxy that ends TLS passes requests on from, if one does. */
  readonly publicOrigin: string | undefined;
  /**
   * How the request is let in; undefined if it is not.
   * @throws CatalogueError `origin.notThisPage` if a secret came with a request of another page
   */
  entranceOf(request: FastifyRequest): Entrance | undefined;
  /** The session's secret that the request carries, whether or not it still opens anything. */
  sessionOf(request: FastifyRequest): string | undefined;
  /** Where the page of a request comes from; the guard has checked `Host` before. */
  originOf(request: FastifyRequest): string;
  /**
   * A page that is not ours must not act, whatever it got hold of: another port of this machine is another origin.
   * @throws CatalogueError `origin.notThisPage`
   */
  refuseOtherPages(request: FastifyRequest): void;
  /** Whether a request comes from a program of this machine, and not by a proxy on it. */
  isFromThisMachine(request: FastifyRequest): boolean;
  /** Whether it carries something that is an access token by its form. */
  showsToken(request: FastifyRequest): boolean;
  /**
   * Why a request is not let in: its person would be, but the provider does not confirm the account; else `refusal`, or that
   * there were too many with a wrong access token. An ended session is not wrong: after a restart every open page shows one.
   */
  notLetIn(request: FastifyRequest, reply: FastifyReply, refusal: CatalogueError): CatalogueError;
  /** Counts a wrong access token, code or ticket. @returns what is responded: `refusal`, or that there were too many */
  wrong(request: FastifyRequest, reply: FastifyReply, refusal: CatalogueError): CatalogueError;
  /**
   * Calls `work` when the request would not be let in any more, or with other roles; at most once, and not after the returned
   * function was called.
   */
  whenOver(request: FastifyRequest, work: () => void): () => void;
}

interface AccessOptions {
  readonly token: string;
  readonly sessions: Sessions;
  readonly isProven: Hello['isProven'];
  readonly address: PublicAddress | undefined;
  /** When wrong secrets were sent. */
  readonly time?: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** Left out where nobody's journal is at hand: no person is let in there. */
  readonly people?: Pick<
    People,
    'byToken' | 'callerOf' | 'whenRolesChange' | 'holderOf' | 'suspensionOf' | 'show'
  >;
}

export const createAccess = ({
  token,
  sessions,
  isProven,
  address,
  people,
  time = systemTime,
  log,
}: AccessOptions): Access => {
  const wanted = secretDigest(`Bearer ${token}`);
  /** Never a cookie: a browser sends those along by itself, and those of 127.0.0.1 to all of its ports. */
  const sessionOf: Access['sessionOf'] = ({ headers }) => {
    const given = headers[sessionHeader];
    return typeof given === 'string' ? given : undefined;
  };
  const originOf: Access['originOf'] = (request) =>
    address?.isOf(request) ? address.origin : `http://${request.headers.host?.toLowerCase()}`;
  const refuseOtherPages: Access['refuseOtherPages'] = (request) => {
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    const isOwn = origin === undefined || origin.toLowerCase() === originOf(request);
    const fromHere = site === undefined || site === 'same-origin' || site === 'none';
    if (!isOwn || !fromHere) throw new CatalogueError('origin.notThisPage');
  };
  const tokenOf = ({ headers: { authorization = '' } }: FastifyRequest): string | undefined =>
    authorization.startsWith(`Bearer ${tokenPrefix}`) ? authorization.slice('Bearer '.length) : undefined;
  const asPerson = (caller: Caller | undefined): Entrance | undefined =>
    caller === undefined ? undefined : { mode: 'person', caller };
  const isFromThisMachine: Access['isFromThisMachine'] = (request) =>
    !address?.isOf(request) && isOverLoopback(request);
  const wrongSecrets = createWrongSecrets({
    addressOf: (request) =>
      isFromThisMachine(request) ? undefined : remoteAddress(request, address?.isOf(request) ?? false),
    clock: time,
    log,
  });
  // A standby knows nobody's tokens: what it can't check is not wrong.
  const wrong: Access['wrong'] = (request, reply, refusal) =>
    people === undefined ? refusal : wrongSecrets.count(request, reply, refusal);
  const suspensionOf = (request: FastifyRequest): CatalogueError | undefined => {
    if (people === undefined) return undefined;
    const [personal, session] = [tokenOf(request), sessionOf(request)];
    const holder =
      personal === undefined
        ? sessions.use(session ?? '', originOf(request))?.holder
        : people.holderOf(personal);
    return holder && suspensionError(people, holder);
  };
  return {
    sessions,
    publicOrigin: address?.origin,
    sessionOf,
    originOf,
    refuseOtherPages,
    isFromThisMachine,
    notLetIn: (request, reply, refusal) =>
      suspensionOf(request) ??
      (request.headers.authorization === undefined ? refusal : wrong(request, reply, refusal)),
    wrong,
    showsToken: (request) => tokenOf(request) !== undefined,
    entranceOf(request) {
      if (isProven(request.raw.socket)) return { mode: 'app' };
      if (timingSafeEqual(secretDigest(request.headers.authorization ?? ''), wanted)) return { mode: 'app' };
      const [personal, session] = [tokenOf(request), sessionOf(request)];
      if (personal === undefined && session === undefined) return undefined;
      refuseOtherPages(request);
      if (personal !== undefined) return asPerson(people?.byToken(personal));
      const used = sessions.use(session ?? '', originOf(request));
      if (used?.holder === undefined) return used && { mode: 'browser' };
      return asPerson(people?.callerOf(used.holder.personId, used.holder.tokenId));
    },
    whenOver(request, work) {
      const session = sessionOf(request);
      const caller = callerOf(request);
      const end = (): void => {
        stop();
        work();
      };
      const stops = [
        ...(session === undefined ? [] : [sessions.whenEnded(session, end)]),
        ...(caller === undefined || people === undefined ? [] : [people.whenRolesChange(caller, end)]),
      ];
      const stop = (): void => {
        for (const one of stops) one();
      };
      return stop;
    },
  };
};

const problems: Readonly<Record<Suspension['why'], string>> = {
  refused: 'says that the account is disabled or gone, or that the sign-in was ended',
  unreachable: 'could not be asked about the account for 15 minutes',
  unknown: "can't be asked about the account without a new sign-in",
};

/** As the error of a request; undefined for one who is not suspended. */
export const suspensionError = (
  people: Pick<People, 'suspensionOf' | 'show'>,
  { personId, tokenId }: Holder,
): CatalogueError | undefined => {
  const suspension = people.suspensionOf(personId, tokenId);
  if (suspension === undefined) return undefined;
  const { name, provider } = people.show(personId);
  const issuer = provider?.issuer ?? '';
  return new CatalogueError('people.suspended', { name, issuer, problem: problems[suspension.why] });
};
