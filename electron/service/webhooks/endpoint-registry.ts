import type { KeyObject } from 'node:crypto';
import { mask, type Sealer } from '#base/sealing.ts';
import { type SecretForms, secretForms } from '#base/secret-forms.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { CustomHeader } from '#contract/header-rules.ts';
import { sealedAs } from '#service/core/sealed-as.ts';
import {
  type Endpoint,
  type EndpointSecret,
  selectEndpointSecrets,
  selectEndpoints,
} from '#service/store/endpoints.ts';
import type { Reader, Tx } from '#service/store/store.ts';
import { signingKey } from './signing.ts';

/** An endpoint as delivery needs it: opened, decoded, ready to send. */
export interface LiveEndpoint {
  readonly row: Endpoint;
  readonly eventTypes: ReadonlySet<string>;
  readonly channels: readonly string[];
  readonly companyTags: readonly string[];
  readonly headers: readonly CustomHeader[];
  /** Custom headers, names and values in turn, as they are sent. */
  readonly rawHeaders: readonly string[];
  /** `,"name":"masked value"…`: what the log says of the custom headers. */
  readonly maskedHeadersJson: string;
  readonly secrets: readonly LiveSecret[];
}

export interface LiveSecret {
  readonly text: string;
  readonly key: KeyObject;
  /** ms UTC; null for the one that signs from now on */
  readonly expiresAt: number | null;
}

/**
 * All endpoints of the sandbox, in memory: there are at most 50 live ones, and every message is matched against them.
 * Reloaded after each change, by whomever, the copy is as good as the table.
 */
export interface EndpointRegistry {
  /** Not deleted, in the order of creation. */
  live(): readonly LiveEndpoint[];
  /** Also deleted ones, which the log still names. */
  bySeq(seq: number): LiveEndpoint;
  /** @throws CatalogueError `webhook.notFound` */
  byId(webhookId: string): LiveEndpoint;
  /** Secrets that its consumer may repeat: custom header values of all endpoints, and its own signing secrets. */
  secretsOf(endpoint: LiveEndpoint): SecretForms;
  reload(reader: Reader): Promise<void>;
  /** As `reload`, but shown only by the function that is returned. */
  read(reader: Reader): Promise<() => void>;
  /** Reads what a unit of work made of the endpoints, and shows it once that is committed. */
  reloadAfter(tx: Tx): Promise<void>;
  /** What delivery itself changes, after its commit. */
  patch(seq: number, change: Partial<Endpoint>): void;
}

export const createEndpointRegistry = (sealer: Sealer): EndpointRegistry => {
  let bySeq = new Map<number, LiveEndpoint>();
  let live: LiveEndpoint[] = [];
  /** By what does not change with health. */
  let forms = new WeakMap<LiveEndpoint['secrets'], SecretForms>();
  const patches = createPatches();
  const show = (endpoints: Map<number, LiveEndpoint>): void => {
    bySeq = endpoints;
    live = [...bySeq.values()].filter(({ row }) => row.deleted_at === null);
  };
  /** Reads all. What is returned shows it, with what delivery changed meanwhile. */
  const load = async (reader: Reader): Promise<() => void> => {
    const since = patches.count();
    const rows = await selectEndpoints(reader);
    const secrets = Map.groupBy(await selectEndpointSecrets(reader), (secret) => secret.endpoint_seq);
    const loaded = new Map(rows.map((row) => [row.seq, open(row, secrets.get(row.seq) ?? [], sealer)]));
    return () => {
      for (const [seq, endpoint] of loaded) loaded.set(seq, patched(endpoint, patches.of(seq, since)));
      forms = new WeakMap();
      show(loaded);
    };
  };
  return {
    live: () => live,
    bySeq: (seq) => bySeq.get(seq) as LiveEndpoint,
    byId(webhookId) {
      const found = live.find(({ row }) => row.id === webhookId);
      if (found === undefined) throw new CatalogueError('webhook.notFound', { webhookId });
      return found;
    },
    secretsOf({ secrets }) {
      let known = forms.get(secrets);
      if (known === undefined) {
        known = secretForms([...headerSecrets(bySeq.values()), ...secrets.map(({ text }) => text)]);
        forms.set(secrets, known);
      }
      return known;
    },
    async reload(reader) {
      (await load(reader))();
    },
    read: load,
    async reloadAfter(tx) {
      tx.afterCommit(await load(tx));
    },
    patch(seq, change) {
      const found = bySeq.get(seq);
      if (found === undefined) return;
      patches.add(seq, change);
      show(new Map(bySeq).set(seq, patched(found, change)));
    },
  };
};

const patched = (endpoint: LiveEndpoint, change: Partial<Endpoint>): LiveEndpoint =>
  Object.keys(change).length === 0 ? endpoint : { ...endpoint, row: { ...endpoint.row, ...change } };

/** The newest change of each column by delivery: what is being read while it is made may not have it yet. */
const createPatches = () => {
  const newest = new Map<number, Map<string, { readonly number: number; readonly value: unknown }>>();
  let count = 0;
  return {
    /** Numbers the changes so far. */
    count: () => count,
    add(seq: number, change: Partial<Endpoint>): void {
      const columns = newest.get(seq) ?? new Map();
      newest.set(seq, columns);
      count++;
      for (const [column, value] of Object.entries(change)) columns.set(column, { number: count, value });
    },
    of(seq: number, since: number): Partial<Endpoint> {
      const later = [...(newest.get(seq) ?? [])].filter(([, { number }]) => number > since);
      return Object.fromEntries(later.map(([column, { value }]) => [column, value]));
    },
  };
};

const open = (row: Endpoint, secrets: readonly EndpointSecret[], sealer: Sealer): LiveEndpoint => {
  const headers = row.sealed_headers === null ? [] : openHeaders(row, sealer);
  return {
    row,
    eventTypes: new Set(JSON.parse(row.event_types_json) as string[]),
    channels: JSON.parse(row.channels_json) as string[],
    companyTags: JSON.parse(row.company_tags_json) as string[],
    headers,
    rawHeaders: headers.flatMap(({ name, value }) => [name, value]),
    maskedHeadersJson: headers
      .map(({ name, value }) => `,${JSON.stringify(name)}:${JSON.stringify(mask(value))}`)
      .join(''),
    secrets: secrets.map((secret) => {
      const text = sealer.open(secret.sealed_secret, sealedAs.secret(row.id));
      return { text, key: signingKey(text), expiresAt: secret.expires_at };
    }),
  };
};

/** Headers whose values are known to everybody: masking them would take words out of every response. */
const plainHeaders = /^(accept(-.*)?|cache-control|content-language|user-agent)$/i;

const headerSecrets = (endpoints: Iterable<LiveEndpoint>): string[] =>
  [...endpoints].flatMap(({ headers }) =>
    headers.filter(({ name }) => !plainHeaders.test(name)).map(({ value }) => value),
  );

const openHeaders = (row: Endpoint, sealer: Sealer): CustomHeader[] =>
  JSON.parse(sealer.open(row.sealed_headers as Uint8Array, sealedAs.headers(row.id))) as CustomHeader[];
