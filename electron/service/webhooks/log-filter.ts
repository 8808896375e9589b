import { parseInstant } from '#base/clock.ts';
import { checkEventType } from '#contract/check-event-type.ts';
import { invalid } from '#contract/errors.ts';
import { codeRange, type MessageFilter, statusesOf } from '#contract/message-query.ts';
import { parseSearch, type TextSearch } from '#contract/search-text.ts';
import { findCompanyIds } from '#service/store/company-names.ts';
import type { CodeFilter } from '#service/store/log-search.ts';
import type { Reader } from '#service/store/store.ts';
import type { EndpointRegistry } from './endpoint-registry.ts';
import type { MessageSearch } from './find-messages.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * A filter of the message log in terms of the store.
 * @throws CatalogueError `webhook.notFound`, `request.invalid`
 */
export const logFilterOf = async (
  reader: Reader,
  filter: MessageFilter,
  registry: EndpointRegistry,
): Promise<MessageSearch> => {
  const { endpoint, company, eventType, status, code, trigger, edited, id } = filter;
  checkEventType(eventType);
  return {
    ...(endpoint === undefined ? {} : { endpointSeq: registry.byId(endpoint).row.seq }),
    ...(company === undefined ? {} : { companyIds: await companyIdsOf(reader, company.trim()) }),
    ...(eventType === undefined ? {} : { eventType }),
    ...(status === undefined ? {} : { statuses: statusesOf(status) }),
    ...(code === undefined ? {} : { code: codeFilterOf(code) }),
    ...(trigger === undefined ? {} : { origin: trigger }),
    ...(edited === undefined ? {} : { isEdited: edited }),
    ...(id?.startsWith(messagePrefix) ? { idPrefix: id.trim() } : {}),
    ...textOf(filter),
  };
};

const messagePrefix = 'msg_';

/** Words, and an id other than a message's, which is a word of the payload. @throws CatalogueError `request.invalid` */
const textOf = ({ text, id }: MessageFilter): Pick<MessageSearch, 'text'> => {
  const words = text === undefined ? [] : wordsAsked(text, 'text');
  const ids = id === undefined || id.startsWith(messagePrefix) ? [] : wordsAsked(id, 'id');
  return text === undefined && ids.length === 0 ? {} : { text: [...words, ...ids] };
};

const wordsAsked = (text: string, itemId: 'text' | 'id'): TextSearch => {
  const search = parseSearch(text);
  if (search.length > 0) return search;
  throw invalid({ itemId, message: `${itemId} must have a letter or a digit.`, validatorName: 'words' });
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
