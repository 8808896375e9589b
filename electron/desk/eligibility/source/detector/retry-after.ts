import type { Use } from './finding.ts';
import type { HeaderAccess } from './headers.ts';
import { callAt, isOp, type Source } from './source.ts';
import type { Token } from './tokens.ts';

const outgoing =
  /^(?:fetch|axios|got|superagent|httprequestmessage|defaultrequestheaders|newbuilder|requestbuilder|ky|request\.?get|nock|mock\w*|stub\w*|wiremock|msw|requests_mock|httpmock|responses|fakeresponse|rest_client|setrequestheader|exposedheaders|exposeheaders)$/i;
/** Exceptions whose first argument becomes the header. */
const exceptions =
  /^(?:ServiceUnavailableHttpException|TooManyRequestsHttpException|ServiceUnavailableException)$/;

/** Setting of `Retry-After` on an answer, not handing on an upstream's; `domain.md` section 6. */
export const retryAfterSets = (source: Source, accesses: readonly HeaderAccess[]): Use[] => {
  const ours = accesses.filter(({ header }) => header === 'retry-after');
  const reads = ours.filter(({ action }) => action === 'read');
  const readAt = new Set(reads.map(({ index }) => index));
  const handedOn = namesOfReads(source, reads);
  const uses: Use[] = [];
  for (const access of ours) {
    if (access.action !== 'set' || handsOn(source, access, readAt, handedOn)) continue;
    if (access.holder.some((word) => outgoing.test(word)) || isMock(source, access)) continue;
    const { token, constant } = access;
    uses.push({
      kind: 'retry-after-set',
      at: token.start,
      line: token.line,
      confidence: 'high',
      why:
        constant === undefined
          ? 'The header Retry-After is set on an answer.'
          : `The header Retry-After is set on an answer, by its name in ${constant.name.slice(0, 60)} on line ${constant.line}.`,
    });
  }
  return [...uses, ...byException(source)];
};

const byException = (source: Source): Use[] => {
  const uses: Use[] = [];
  source.tokens.forEach((token, index) => {
    if (token.kind !== 'id' || !exceptions.test(token.text) || !isOp(source.tokens[index + 1], '(')) return;
    if (source.tokens[index - 1]?.text !== 'new') return;
    const first = source.tokens[index + 2] as Token | undefined;
    if (callAt(source, index + 1, index + 2).argumentCount === 0 || first === undefined) return;
    if (first.kind === 'str' || first.text === 'null' || isOp(first, ')') || /message/i.test(first.text))
      return;
    uses.push({
      kind: 'retry-after-set',
      at: token.start,
      line: token.line,
      confidence: 'medium',
      why: `The exception ${token.text} answers with the header Retry-After, from its first argument.`,
    });
  });
  return uses;
};

/** Names that hold what was read from an upstream's header. */
const namesOfReads = ({ tokens }: Source, reads: readonly HeaderAccess[]): Set<string> => {
  const names = new Set<string>();
  for (const { index } of reads) {
    for (let at = index - 1; at > index - 16 && at > 0; at--) {
      if (isOp(tokens[at], ';', '{', '}')) break;
      if (isOp(tokens[at], '=', ':=') && tokens[at - 1]?.kind === 'id') {
        names.add((tokens[at - 1] as Token).text);
        break;
      }
    }
  }
  return names;
};

const handsOn = (
  { tokens }: Source,
  { index, token }: HeaderAccess,
  reads: ReadonlySet<number>,
  names: ReadonlySet<string>,
): boolean => {
  for (let at = index + 1; at <= index + 24; at++) {
    if (reads.has(at) && (tokens[at] as Token).line <= token.line + 2) return true;
  }
  for (let at = index + 1; at < tokens.length && at < index + 16; at++) {
    if (isOp(tokens[at], ';') || (tokens[at] as Token).line > token.line + 1) return false;
    const text = (tokens[at] as Token).text;
    if (tokens[at]?.kind === 'id' && (names.has(text) || /^upstream/i.test(text))) return true;
  }
  return false;
};

const mocking =
  /\b(?:nock|mock\w*|stub\w*|requests_mock|WireMock|httpmock|responses\.add|rsps|msw|respx|webmock|fetchMock|MockResponse|to_return\w*|mockResolvedValue\w*|FakeResponse|MockHttp|aioresponses|replyWith|httptest)\b/i;
const isMock = ({ scopes }: Source, { token }: HeaderAccess): boolean => {
  for (let line = token.line; line > 0 && line > token.line - 4; line--) {
    const text = scopes.textOf(line).slice(0, 400);
    if (mocking.test(text) || /\.reply\(\s*\d{3}/.test(text)) return true;
  }
  return false;
};
