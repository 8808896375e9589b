import { CatalogueError } from '#contract/errors.ts';
import { writeProducts } from '#service/store/companies.ts';
import { linkedConnections } from '#service/store/connections.ts';
import type { ServiceContext } from '#service/store/context.ts';
import type { Tx } from '#service/store/store.ts';
import { requireCompany } from './load-companies.ts';
import type { Data, Products } from './platform.ts';

/** The products of a company. Source: `docs/reference/rules/companies.md#products`. */
export const createProducts = (context: ServiceContext, data: Pick<Data, 'syncAll'>): Products => {
  const { store } = context;

  const change = (companyId: string, changed: (products: readonly string[]) => readonly string[]) =>
    store.write(async (tx) => {
      const before = await productsOf(tx, companyId);
      const after = changed(before);
      if (after === before) return;
      await writeProducts(tx, companyId, after);
      tx.afterCommit(() => context.announce({ type: 'company', companyId, change: 'changed' }));
    });

  return {
    add: (companyId, product) =>
      change(companyId, (products) => (products.includes(product) ? products : [...products, product])),

    remove: (companyId, product) =>
      change(companyId, (products) => {
        refuseMissing(products, companyId, product);
        return products.filter((one) => one !== product);
      }),

    async refresh(companyId, product) {
      const isLinked = await store.read(async (reader) => {
        refuseMissing(await productsOf(reader, companyId), companyId, product);
        return (await linkedConnections(reader, companyId)).length > 0;
      });
      if (isLinked) await data.syncAll(companyId);
    },
  };
};

const productsOf = async (reader: Pick<Tx, 'db'>, companyId: string): Promise<readonly string[]> =>
  JSON.parse((await requireCompany(reader as Tx, companyId)).products_json);

const refuseMissing = (products: readonly string[], companyId: string, product: string): void => {
  if (!products.includes(product)) throw new CatalogueError('product.notFound', { companyId, product });
};
