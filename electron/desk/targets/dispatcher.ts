import { Agent, type buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool, ProxyAgent } from 'undici';
import { safeLookup } from '#base/outgoing/safe-lookup.ts';
import { trustedWith } from './private-ca.ts';
import { atProxy } from './trouble.ts';

const connectTimeoutMs = 10_000;

/**
 * The connections to one target. A remote one is reached by its own proxy, or else by the one that HTTPS_PROXY,
 * HTTP_PROXY and NO_PROXY name; through either, TLS reaches to the target, and the private authority holds for both.
 * @param direct never by a proxy
 * @throws TypeError if the environment names a proxy by something that is no URL
 */
export const createDispatcher = (options: {
  direct: boolean;
  caPem?: string | undefined;
  proxyUrl?: string | undefined;
}): Dispatcher => {
  const ca = trustedWith(options.caPem);
  const tls = { timeout: connectTimeoutMs, lookup: safeLookup, ...(ca === undefined ? {} : { ca }) };
  // HTTP/1.1: one call a connection, so that a call's failure is its own.
  const common = { allowH2: false, pipelining: 1, connect: tls } as const;
  if (options.direct) return new Agent(common);
  const proxied = {
    ...common,
    requestTls: tls,
    proxyTls: tls,
    clientFactory: (proxy: URL, given: object) =>
      new Pool(proxy, { ...given, connect: marked(proxy, given) }),
  };
  if (options.proxyUrl === undefined) return new EnvHttpProxyAgent(proxied);
  return new ProxyAgent({ ...proxied, uri: options.proxyUrl });
};

/** Names the proxy, without its password, in what goes wrong on the way to it. */
const marked = (proxy: URL, given: object): buildConnector.connector => {
  const { connect } = given as { connect: buildConnector.connector };
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error === null) callback(null, socket);
      else callback(Object.assign(error, { [atProxy]: proxy.host }), null);
    });
};
