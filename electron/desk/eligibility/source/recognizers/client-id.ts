import { type HeaderAccess, headerAccesses, isConfiguration, responseLike } from './headers.ts';
import {
  commentUse,
  type HeaderNote,
  isDeclaredClient,
  isOutgoing,
  isSetting,
  judgedHeaders,
  useAt,
} from './sides.ts';
import type { ReadRegion, Recognized } from './subjects.ts';

/** Reading of `X-Service-ClientId` of a request that came; `docs/reference/rules/legacy.md#delivery-of-alerts`. */
export const clientIds = (read: ReadRegion): Recognized => {
  const accesses = headerAccesses(read, 'x-service-clientid');
  const isRead = accesses.some(isReading);
  return judgedHeaders('x-service-clientid', accesses, (one) => {
    if (one.action === 'comment')
      return commentUse(one, 'The X-Service-ClientId header is mentioned in a comment or documentation.');
    if (isReading(one)) {
      const by = one.constant === undefined ? '' : `, named by ${one.constant.slice(0, 60)}`;
      return useAt(one, 'high', `The X-Service-ClientId header of a request is read${by}.`);
    }
    return one.action === 'named' && !isRead && isValue(one)
      ? useAt(one, 'low', 'The X-Service-ClientId header is named here and may be read elsewhere.')
      : noteOf(one, isRead);
  });
};

const matches = /^(?:routes?|match(?:es|er|ers|ing)?|rules?|when|conditions?|predicates?|if|filters?)$/i;
const isReading = (one: HeaderAccess): boolean =>
  !isElsewhere(one) &&
  (one.action === 'read' || (isKeyOfSettings(one) && one.holder.some((word) => matches.test(word))));

/** A text or a constant, as those who read it have it; not a variable of that name. */
const isValue = ({ place, word, reading }: HeaderAccess): boolean =>
  (place.node.kind === 'text' || /^(?:x[-_]|http_x|\$http)/i.test(word.dashed)) &&
  (!isConfiguration(reading) || isSetting({ place, word, reading }));

/** In a gateway's configuration a key may be a match as well as a header to set. */
const isKeyOfSettings = ({ reading, place }: HeaderAccess): boolean =>
  place.role === 'key' && isConfiguration(reading);

const isElsewhere = (one: HeaderAccess): boolean =>
  one.holder.some((word) => responseLike.test(word)) || isDeclaredClient(one);

const noteOf = (one: HeaderAccess, isRead: boolean): HeaderNote | undefined => {
  if (
    one.action === 'set' &&
    !isKeyOfSettings(one) &&
    (isOutgoing(one) || one.reading.model.source === 'syntax-tree')
  )
    return ['outgoing-call', 'The header is set, not read.'];
  if (isRead && one.action === 'named') return ['definition', 'Header name, read elsewhere in the file.'];
  if (isElsewhere(one) && one.action === 'read')
    return ['outgoing-call', 'Read from a response, or declared for outgoing calls.'];
  return undefined;
};
