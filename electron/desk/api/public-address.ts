import type { FastifyRequest } from 'fastify';
import { namedBy } from '#base/host-guard.ts';
import { isLoopback } from '#base/outgoing/base-url.ts';

/** The address at which a proxy that ends TLS passes requests on to the desk, as far as a request tells. */
export interface PublicAddress {
  /** Its name, for the guard of `Host`. */
  readonly hostname: string;
  /** What a browser calls pages from there. */
  readonly origin: string;
  /** Whether a request was sent there: by its `Host`, which the guard has checked. */
  isOf(request: FastifyRequest): boolean;
  /** For how long browsers are to come back by HTTPS alone, as a header says; none where that would shut out others. */
  readonly strictTransport: string | undefined;
}

/** A year, for this name alone: what others serve below it is theirs to say. */
const strictTransport = 'max-age=31536000';

/** @param url an origin, such as `https://desk.example` */
export const publicAddress = (url: string | undefined): PublicAddress | undefined => {
  if (url === undefined) return undefined;
  const { hostname, host, origin } = new URL(url);
  // This machine's programs name loopback, too, by plain HTTP and at other ports: only the whole of it tells them apart.
  if (isLoopback(hostname)) {
    const isOf = ({ headers }: FastifyRequest) => headers.host?.toLowerCase() === host;
    return { hostname, origin, isOf, strictTransport: undefined };
  }
  // Some proxies leave out the port.
  const isOf = ({ headers }: FastifyRequest) => namedBy(headers.host ?? '') === hostname;
  return { hostname, origin, isOf, strictTransport };
};
