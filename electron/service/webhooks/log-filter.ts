import { parseInstant } from '#base/clock.ts';
import { codeRange, type MessageFilter, statusesOf } from '#contract/message-query.ts';
import { findCompanyIds } from '#service/store/company-names.ts';
import type { CodeFilter, LogFilter } from '#service/store/log-search.ts';
import type { Reader } from '#service/store/store.ts';
import type { EndpointRegistry } from './endpoint-registry.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * A filter of the message log in terms of the store.
 * @throws CatalogueError `webhook.notFound`
 */
export const logFilterOf = async (
  reader: Reader,
  filter: MessageFilter,
  registry: EndpointRegistry,
): Promise<LogFilter> => {
  const { endpoint, company, eventType, status, code, trigger, edited, id } = filter;
  return {
    ...(endpoint === undefined ? {} : { endpointSeq: registry.byId(endpoint).row.seq }),
    ...(company === undefined ? {} : { companyIds: await companyIdsOf(reader, company.trim()) }),
    ...(eventType === undefined ? {} : { eventType }),
    ...(status === undefined ? {} : { statuses: statusesOf(status) }),
    ...(code === undefined ? {} : { code: codeFilterOf(code) }),
    ...(trigger === undefined ? {} : { origin: trigger }),
    ...(edited === undefined ? {} : { isEdited: edited }),
    ...(id === undefined ? {} : { idPrefix: id.trim() }),
  };
};

/** @throws CatalogueError `request.invalid` */
export const timesOf = ({ since, until }: Pick<MessageFilter, 'since' | 'until'>) => ({
  since: since === undefined ? undefined : parseInstant(since, 'since'),
  until: until === undefined ? undefined : parseInstant(until, 'until'),
});

/** Messages of a company that was deleted are found by its id. */
const companyIdsOf = async (reader: Reader, company: string): Promise<string[]> =>
  uuid.test(company) ? [company.toLowerCase()] : findCompanyIds(reader, company);

const codeFilterOf = (code: string): CodeFilter => {
  if (!/^\d/.test(code)) return { error: code };
  const [from, before] = codeRange(code);
  return { from, before };
};
