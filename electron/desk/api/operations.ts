import { BlockList, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { Alive, Readiness } from '#contract/figures.ts';
import { type ApiApp, answers, optionsFor, textOf } from '#control/app.ts';
import type { Upkeep } from '#desk/upkeep/upkeep.ts';

/** Where a monitoring system asks, without a token if it runs on this machine. Source: `docs/guides/operate.md`. */
export const alivePath = '/health';
const readyPath = '/ready';
const metricsPath = '/metrics';
export const operationPaths: readonly string[] = [alivePath, readyPath, metricsPath];

const options = optionsFor('operation');

export const operationRoutes = (
  app: ApiApp,
  upkeep: Pick<Upkeep, 'alive' | 'readiness' | 'metrics'>,
): void => {
  app.get(alivePath, options('Show that the host is alive', answers(Alive)), async () => upkeep.alive());
  app.get(
    readyPath,
    options('Show whether the host takes work, with reasons if not', {
      ...answers(Readiness),
      503: Readiness,
    }),
    async (_request, reply) => {
      const readiness = await upkeep.readiness();
      return reply.code(readiness.ready ? 200 : 503).send(readiness);
    },
  );
  app.get(
    metricsPath,
    {
      ...options('Show figures in the text format of Prometheus', textOf('text/plain')),
      serializerCompiler: () => (data) => data as unknown as string,
    },
    async (_request, reply) => {
      const { type, text } = await upkeep.metrics();
      return reply.type(type).send(text);
    },
  );
};

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** What a proxy on this machine passes on comes from elsewhere, whatever the connection says. */
const forwardedHeader =
  /^(?:forwarded|via|x-real-ip|x-forwarded-.+|x-original-.+|.+-client-ip|.+-connecting-ip)$/;

/** Whether a request comes over loopback, and no proxy says that it has passed it on. */
export const isOverLoopback = ({ headers, raw: { socket } }: FastifyRequest): boolean => {
  const { remoteAddress } = socket;
  if (remoteAddress === undefined || Object.keys(headers).some((name) => forwardedHeader.test(name)))
    return false;
  // A server of both families sees IPv4 in the form ::ffff:127.0.0.1, which the list knows too.
  return loopback.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4');
};
