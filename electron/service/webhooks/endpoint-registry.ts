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
  const show = (endpoints: Map<number, LiveEndpoint>): void => {
    bySeq = endpoints;
    live = [...bySeq.values()].filter(({ row }) => row.deleted_at === null);
  };
  const showAnew = (endpoints: Map<number, LiveEndpoint>): void => {
    forms = new WeakMap();
    show(endpoints);
  };
  const load = async (reader: Reader): Promise<Map<number, LiveEndpoint>> => {
    const rows = await selectEndpoints(reader);
    const secrets = Map.groupBy(await selectEndpointSecrets(reader), (secret) => secret.endpoint_seq);
    return new Map(rows.map((row) => [row.seq, open(row, secrets.get(row.seq) ?? [], sealer)]));
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
      showAnew(await load(reader));
    },
    async read(reader) {
      const loaded = await load(reader);
      return () => showAnew(loaded);
    },
    async reloadAfter(tx) {
      const loaded = await load(tx);
      tx.afterCommit(() => showAnew(loaded));
    },
    patch(seq, change) {
      const found = bySeq.get(seq);
      if (found === undefined) return;
      show(new Map(bySeq).set(seq, { ...found, row: { ...found.row, ...change } }));
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
