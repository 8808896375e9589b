import type { PageOf, PageQuery } from '#contract/common.ts';
import type { CompanyPatch, CompanyRequest } from '#contract/company.ts';
import type { Announcement } from '#contract/stream.ts';
import {
  type CompanyDetails,
  companiesRevision,
  deleteCompany,
  insertCompany,
  listCompanies,
  updateCompany,
} from '#service/store/companies.ts';
import type { ServiceContext } from '#service/store/context.ts';
import type { Reader } from '#service/store/store.ts';
import { inForm, loadCompany, requireCompany } from './load-companies.ts';
import type { Companies, CompanyForms } from './platform.ts';
import { noProducts, toCompany } from './views.ts';

/** Companies: create, list, show, replace, change, remove. Source: `docs/reference/rules/companies.md#company`. */
export const createCompanies = (context: ServiceContext): Companies => {
  const { store, pages } = context;

  const announce =
    (companyId: string, change: Extract<Announcement, { type: 'company' }>['change']) => () => {
      context.announce({ type: 'company', companyId, change });
    };

  const update = (companyId: string, details: (current: CompanyDetails) => CompanyDetails) =>
    store.write(async (tx) => {
      await updateCompany(tx, details(await requireCompany(tx, companyId)));
      tx.afterCommit(announce(companyId, 'changed'));
      return loadCompany(tx, companyId, pages);
    });

  const list = async <Form>(
    reader: Reader,
    page: PageQuery,
    forms: CompanyForms<Form>,
  ): Promise<PageOf<Form>> => {
    const { results, totalResults } = await listCompanies(reader, page, pages);
    return { results: await inForm(reader, results, forms, pages), totalResults };
  };

  return {
    create: (request, createdBy) =>
      store.writeJointly(
        async (tx) => {
          const row = {
            ...toDetails(context.ids.uuid(), request),
            created_at: context.clock.now(),
            created_by: createdBy,
            last_sync_at: null,
            products_json: noProducts,
          };
          await insertCompany(tx, row);
          const company = toCompany(row, [], pages);
          await context.publish(tx, { type: 'company.created', company });
          tx.afterCommit(announce(company.id, 'created'));
          return company;
        },
        { isUnrelated: true },
      ),

    list: (page, forms) => store.read((reader) => list(reader, page, forms)),

    listUnless: (known, page, forms) =>
      store.read(async (reader) => {
        const revision = await companiesRevision(reader);
        return { revision, page: revision === known ? undefined : await list(reader, page, forms) };
      }),

    show: (companyId) => store.read((reader) => loadCompany(reader, companyId, pages)),

    replace: (companyId, request) => update(companyId, () => toDetails(companyId, request)),

    change: (companyId, patch) => update(companyId, (current) => patched(current, patch)),

    remove: (companyId) =>
      store.write(async (tx) => {
        const company = await loadCompany(tx, companyId, pages);
        await deleteCompany(tx, companyId);
        for (const connection of company.dataConnections) {
          const oldStatus = connection.status;
          await context.publish(tx, { type: 'connection.deleted', company, connection, oldStatus });
        }
        await context.publish(tx, { type: 'company.deleted', company });
        tx.afterCommit(announce(companyId, 'deleted'));
      }),
  };
};

/** What is left out is emptied. */
const toDetails = (id: string, { name, description, tags }: CompanyRequest): CompanyDetails => ({
  id,
  name,
  description: description ?? null,
  tags_json: JSON.stringify(tags ?? {}),
});

/** What is left out stays. */
const patched = (current: CompanyDetails, { name, description, tags }: CompanyPatch): CompanyDetails => ({
  id: current.id,
  name: name ?? current.name,
  description: description ?? current.description,
  tags_json: tags === undefined ? current.tags_json : JSON.stringify(tags),
});
