const before = 60;
const longest = 220;

/** The part of a text around the first of the terms. */
export const snippetOf = (text: string, terms: readonly string[]): string => {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term.toLowerCase())).filter((at) => at >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const from = first <= before ? 0 : text.lastIndexOf(' ', first - before) + 1;
  const part = text.slice(from, from + longest);
  return `${from > 0 ? '…' : ''}${part}${from + longest < text.length ? '…' : ''}`;
};

/** A text in pieces, of which every second one is a term. */
export const splitAtTerms = (text: string, terms: readonly string[]): readonly string[] => {
  const escaped = terms.filter(Boolean).map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (escaped.length === 0) return [text];
  return text.split(new RegExp(`(${escaped.sort((a, b) => b.length - a.length).join('|')})`, 'giu'));
};
