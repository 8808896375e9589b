import { CatalogueError } from '#contract/errors.ts';
import { webhookLimits } from '#contract/webhook.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { countLiveEndpoints, updateEndpoint } from '#service/store/endpoints.ts';
import type { Reader, Tx } from '#service/store/store.ts';
import { wantedReasons } from './disabled-by.ts';
import type { EndpointRegistry, LiveEndpoint } from './endpoint-registry.ts';
import { checkWanted, insertWanted, wantedColumns, wire, wireOf } from './endpoints.ts';
import type { Lanes } from './lanes.ts';
import type { CutoverEndpoints, WantedEndpoint } from './webhooks.ts';

/** What a cutover makes of the endpoints, and its rollback. Source: `docs/reference/rules/cutover.md#rollback`. */
export const createCutoverEndpoints = (
  context: ServiceContext,
  registry: EndpointRegistry,
  lanes: Lanes,
): CutoverEndpoints => {
  const { clock, announce } = context;
  const ofCutovers = (): LiveEndpoint[] => registry.live().filter(({ row }) => row.rule_ids_json !== null);

  /** What fell due while it was disabled is sent now. */
  const takeAgain = async (tx: Tx, { row }: LiveEndpoint, wanted: WantedEndpoint): Promise<string> => {
    const enabled = { disabled_at: null, disabled_reason: null, first_failure_at: null };
    await updateEndpoint(tx, row.seq, {
      ...wantedColumns(context, row.id, wanted),
      ...(row.disabled_at === null ? {} : enabled),
    });
    tx.afterCommit(() => {
      lanes.hint(row.seq, clock.now());
      announce({ type: 'endpoint', webhookId: row.id, change: 'changed' });
      context.wake();
    });
    return row.id;
  };

  const makeOne = async (tx: Tx, wanted: WantedEndpoint): Promise<string> => {
    const webhookId = await insertWanted(tx, context, wanted);
    tx.afterCommit(() => announce({ type: 'endpoint', webhookId, change: 'created' }));
    return webhookId;
  };

  return {
    async make(tx, wanted) {
      for (const one of wanted) checkWanted(one);
      const former = ofCutovers();
      const found = wanted.map((one) => former.find((endpoint) => isOf(endpoint, one)));
      await refuseTooMany(tx, found.filter((one) => one === undefined).length);
      const made = [];
      for (const [index, one] of wanted.entries()) {
        const before = found[index];
        const id = before === undefined ? await makeOne(tx, one) : await takeAgain(tx, before, one);
        made.push(wireOf(id, one));
      }
      await registry.reloadAfter(tx);
      return made;
    },
    async disable(tx) {
      const endpoints = ofCutovers();
      for (const { row } of endpoints) {
        if (row.disabled_at !== null) continue;
        await updateEndpoint(tx, row.seq, {
          disabled_at: clock.now(),
          disabled_reason: wantedReasons.rolledBack,
        });
        tx.afterCommit(() => announce({ type: 'endpoint', webhookId: row.id, change: 'changed' }));
      }
      await registry.reloadAfter(tx);
      return endpoints.map((endpoint) => ({ ...wire(endpoint), disabled: true }));
    },
  };
};

/** Whether it is for the same URL and company. */
const isOf = ({ row, channels, companyTags }: LiveEndpoint, wanted: WantedEndpoint): boolean =>
  new URL(row.url).href === new URL(wanted.url).href &&
  companyTags.length === 0 &&
  channels.length === wanted.channels.length &&
  channels.every((companyId) => wanted.channels.includes(companyId));

/** @throws CatalogueError `cutover.tooMany` */
const refuseTooMany = async (reader: Reader, wanted: number): Promise<void> => {
  const limit = webhookLimits.endpoints;
  const left = limit - (await countLiveEndpoints(reader));
  if (wanted > left) throw new CatalogueError('cutover.tooMany', { wanted, room: left, limit });
};
