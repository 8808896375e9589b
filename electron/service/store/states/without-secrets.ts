import type { Database } from 'better-sqlite3';
import { newSecret } from '#base/new-secret.ts';
import type { Sealer } from '#base/sealing.ts';
import { peek } from '#base/store/sqlite/peek.ts';
import { sealedAs } from '#service/core/sealed-as.ts';

/**
 * An endpoint without a secret could not sign: one that the state lacks is that of the same endpoint in the sandbox
 * which it takes the place of, or a new one.
 */
export const fillIn = (sqlite: Database, sealer: Sealer, running: string | undefined): void => {
  const bare = sqlite
    .prepare(
      'select seq, id, created_at from endpoints where deleted_at is null and not exists (select 1 from endpoint_secrets where endpoint_seq = endpoints.seq)',
    )
    .all() as { seq: number; id: string; created_at: number }[];
  if (bare.length === 0) return;
  const kept = running === undefined ? new Map<string, KeptSecret[]>() : secretsIn(running);
  const put = sqlite.prepare(
    'insert into endpoint_secrets (endpoint_seq, sealed_secret, created_at, expires_at) values (?, ?, ?, ?)',
  );
  for (const { seq, id, created_at } of bare) {
    const own = kept.get(id)?.filter((one) => sealer.openIfPossible(one.sealed_secret, sealedAs.secret(id)));
    const made = {
      sealed_secret: sealer.seal(newSecret(), sealedAs.secret(id)),
      created_at,
      expires_at: null,
    };
    for (const one of own === undefined || own.length === 0 ? [made] : own) {
      put.run(seq, one.sealed_secret, one.created_at, one.expires_at);
    }
  }
};

interface KeptSecret {
  readonly sealed_secret: Uint8Array;
  readonly created_at: number;
  readonly expires_at: number | null;
}

const secretsIn = (running: string): Map<string, KeptSecret[]> => {
  const rows = peek(
    running,
    (sqlite) =>
      sqlite
        .prepare(
          'select id, sealed_secret, endpoint_secrets.created_at as created_at, expires_at from endpoint_secrets join endpoints on endpoints.seq = endpoint_seq where deleted_at is null order by endpoint_secrets.seq',
        )
        .all() as (KeptSecret & { readonly id: string })[],
  );
  return Map.groupBy(rows ?? [], ({ id }) => id);
};
