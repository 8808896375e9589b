import type { Use } from './finding.ts';
import { type HeaderAccess, responseLike } from './headers.ts';
import { isDeclaredClient } from './sides.ts';
import type { Source } from './source.ts';

/** Reading of `X-Service-ClientId` of a request that came; `domain.md` section 6. */
export const clientIdReads = (source: Source, accesses: readonly HeaderAccess[]): Use[] => {
  const ours = accesses.filter(({ header }) => header === 'x-service-clientid');
  const uses: Use[] = [];
  for (const { action, holder, token, constant, call } of ours) {
    if (action !== 'read') continue;
    if (call?.attribute === true && isDeclaredClient(source, token.line)) continue;
    if (isOfAnswer(source, holder)) continue;
    uses.push({
      kind: 'client-id-read',
      at: token.start,
      line: token.line,
      confidence: 'high',
      why:
        constant === undefined
          ? 'The header X-Service-ClientId of a request is read.'
          : `The header X-Service-ClientId of a request is read by its name in ${constant.name.slice(0, 60)}, set on line ${constant.line}.`,
    });
  }
  // Named for use elsewhere: most likely to be read, as only those who call set it beside its value.
  if (ours.length > 0 && ours.every(({ action }) => action === 'named')) {
    const { token } = ours[0] as HeaderAccess;
    uses.push({
      kind: 'client-id-read',
      at: token.start,
      line: token.line,
      confidence: 'low',
      why: 'The header X-Service-ClientId is named here; whether it is read can not be told from this file.',
    });
  }
  return uses;
};

/** Of an answer that came back to a client. */
const isOfAnswer = ({ language }: Source, holder: readonly string[]): boolean =>
  holder.some(
    (word) => responseLike.test(word) && !/^(?:w|rw|out|output|status|result|results)$/i.test(word),
  ) ||
  (language === 'Python' && holder[0] === 'r' && holder.length > 1);
