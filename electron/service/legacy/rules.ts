import { CatalogueError } from '#contract/errors.ts';
import type { RuleRequest } from '#contract/legacy.ts';
import { findCompany } from '#service/store/companies.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { findRule, insertRules, pageOfRules } from '#service/store/rules.ts';
import type { Tx } from '#service/store/store.ts';
import type { Legacy } from './legacy.ts';
import { readCutOver } from './profile-fact.ts';
import type { Registry } from './registry.ts';
import { checkNotifiers, toRule } from './rule.ts';

/** Rules: subscriptions of the legacy mechanism. Source: `docs/reference/rules/legacy.md#rules`. */
export const createRules = (context: ServiceContext, registry: Registry): Legacy['rules'] => {
  const { store, clock, ids } = context;

  const write = async (tx: Tx, request: RuleRequest): Promise<string> => {
    if ((await readCutOver(tx)) !== null) throw new CatalogueError('rule.cutOver');
    const { type, companyId, notifiers } = request;
    if (companyId !== undefined && (await findCompany(tx, companyId)) === undefined) {
      throw new CatalogueError('company.notFound', { companyId });
    }
    const id = ids.uuid();
    const { emails = [], webhook } = notifiers;
    await insertRules(tx, [{ id, type, companyId, emails, webhook, createdAt: clock.now() }]);
    registry.forgetIn(tx);
    return id;
  };

  return {
    async create(request) {
      checkNotifiers(request.notifiers, 'notifiers');
      const id = await store.write((tx) => write(tx, request));
      return this.show(id);
    },
    list: (page) =>
      store.read(async (reader) => {
        const { results, totalResults } = await pageOfRules(reader, page);
        return { results: results.map(toRule), totalResults };
      }),
    async show(ruleId) {
      const row = await store.read((reader) => findRule(reader, ruleId));
      if (row === undefined) throw new CatalogueError('rule.notFound', { ruleId });
      return toRule(row);
    },
  };
};
