import type { Source } from './source.ts';

const declared =
  /^(?:refit|restease|retrofit2?|feign\w*|\w*openfeign|registerrestclient|httpexchange|getexchange|uplink|chopper)$/;

/** Whether a line belongs to an interface that a client library makes calls from: what it binds goes out. */
export const isDeclaredClient = (source: Source, line: number): boolean => {
  if (!source.evidence.wordsInFile(declared)) return false;
  let header = source.scopes.headerOf(line);
  for (let step = 0; header > 0 && step < 10; step++) {
    const text = source.scopes.textOf(header).slice(0, 300);
    if (/\binterface\b|\bprotocol\b/.test(text)) return true;
    if (/\bclass\b/.test(text)) return false;
    header = source.scopes.headerOf(header);
  }
  return false;
};
