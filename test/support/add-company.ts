import { insertCompanies } from '#service/store/companies.ts';
import type { ServiceContext } from '#service/store/context.ts';

/** A row for the company, so that rules and endpoints may name it. */
export const addCompany = ({ store }: Pick<ServiceContext, 'store'>, id: string): Promise<void> =>
  store.write((tx) =>
    insertCompanies(tx, [
      { id, name: 'Bright Bakery', description: null, tags_json: '{}', created_at: 1, created_by: 'test' },
    ]),
  );
