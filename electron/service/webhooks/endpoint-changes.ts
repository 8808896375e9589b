import { newSecret } from '#base/new-secret.ts';
import type { HeadersRequest } from '#contract/endpoint.ts';
import { checkHeaders } from '#contract/header-rules.ts';
import { rotationOverlapMs } from '#contract/schedule.ts';
import { sealedAs } from '#service/core/sealed-as.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { insertEndpointSecret, retireSecrets, updateEndpoint } from '#service/store/endpoints.ts';
import type { Tx } from '#service/store/store.ts';
import type { EndpointRegistry, LiveEndpoint } from './endpoint-registry.ts';
import type { Lanes } from './lanes.ts';

/** Changes of an endpoint, each in one unit of work, after which the registry and the scheduler know it. */
export const createEndpointChanges = (context: ServiceContext, registry: EndpointRegistry, lanes: Lanes) => {
  const { store, clock, sealer } = context;

  const change = (
    webhookId: string,
    work: (tx: Tx, endpoint: LiveEndpoint) => Promise<void>,
  ): Promise<void> =>
    store.write(async (tx) => {
      const endpoint = registry.byId(webhookId);
      await work(tx, endpoint);
      await registry.reloadAfter(tx);
      tx.afterCommit(() => {
        lanes.hint(endpoint.row.seq, clock.now());
        context.announce({ type: 'endpoint', webhookId, change: 'changed' });
        context.wake();
      });
    });

  return {
    change,
    async setHeaders(webhookId: string, { headers }: HeadersRequest): Promise<void> {
      checkHeaders(headers);
      await change(webhookId, (tx, { row }) =>
        updateEndpoint(tx, row.seq, {
          sealed_headers:
            headers.length === 0 ? null : sealer.seal(JSON.stringify(headers), sealedAs.headers(row.id)),
        }),
      );
    },
    /** The former secret stays valid for the overlap of a rotation. */
    async rotateSecret(webhookId: string): Promise<{ secret: string }> {
      const secret = newSecret();
      await change(webhookId, async (tx, { row }) => {
        const now = clock.now();
        await retireSecrets(tx, row.seq, now, now + rotationOverlapMs);
        await insertEndpointSecret(tx, {
          endpoint_seq: row.seq,
          sealed_secret: sealer.seal(secret, sealedAs.secret(row.id)),
          created_at: now,
          expires_at: null,
        });
      });
      return { secret };
    },
  };
};
