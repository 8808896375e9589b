import type { Company } from '#contract/company.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Pages } from '#service/core/context.ts';
import {
  type CompanyVersion,
  findCompanies,
  findCompaniesBySeq,
  findCompany,
  isState,
  type StoredCompany,
  seqOf,
  versionOf,
} from '#service/store/companies.ts';
import { connectionsOfCompanies, type StoredConnection } from '#service/store/connections.ts';
import type { Reader } from '#service/store/store.ts';
import type { CompanyForms } from './platform.ts';
import { toCompany } from './views.ts';

/** Companies with their connections, however many, in two queries. */

/** @throws CatalogueError `company.notFound` */
export const requireCompany = async (reader: Reader, companyId: string): Promise<StoredCompany> => {
  const row = await findCompany(reader, companyId);
  if (row === undefined) throw new CatalogueError('company.notFound', { companyId });
  return row;
};

/** @throws CatalogueError `company.notFound` */
export const loadCompany = async (reader: Reader, companyId: string, pages: Pages): Promise<Company> => {
  const row = await requireCompany(reader, companyId);
  return toCompany(row, await connectionsOfCompanies(reader, [companyId]), pages);
};

/** Those of `ids` that there are, by id. */
export const loadCompanies = async (
  reader: Reader,
  ids: readonly string[],
  pages: Pages,
): Promise<Map<string, Company>> => {
  const companies = await withConnections(reader, await findCompanies(reader, ids), pages);
  return new Map(companies.map((company) => [company.id, company]));
};

/** In the order of `versions`, which must have been read in the same unit. Only what has no form yet is loaded. */
export const inForm = async <Form>(
  reader: Reader,
  versions: readonly CompanyVersion[],
  forms: CompanyForms<Form>,
  pages: Pages,
): Promise<Form[]> => {
  const found = versions.map((version) => (isState(version) ? forms.find(version) : undefined));
  const missing = versions.filter((_, n) => found[n] === undefined).map(seqOf);
  if (missing.length === 0) return found as Form[];
  const rows = await findCompaniesBySeq(reader, missing);
  const companies = await withConnections(reader, rows, pages);
  const made = new Map(rows.map((row, n) => [row.seq, forms.make(versionOf(row), companies[n] as Company)]));
  return versions.map((version, n) => found[n] ?? (made.get(seqOf(version)) as Form));
};

/** In the order of `rows`. */
const withConnections = async (
  reader: Reader,
  rows: readonly StoredCompany[],
  pages: Pages,
): Promise<Company[]> => {
  const connections = await connectionsOfCompanies(
    reader,
    rows.map((row) => row.id),
  );
  const byCompany = new Map<string, StoredConnection[]>();
  for (const connection of connections) {
    const own = byCompany.get(connection.company_id);
    if (own === undefined) byCompany.set(connection.company_id, [connection]);
    else own.push(connection);
  }
  return rows.map((row) => toCompany(row, byCompany.get(row.id) ?? [], pages));
};
