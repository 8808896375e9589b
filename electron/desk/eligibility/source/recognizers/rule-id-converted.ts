import { lineAround } from '#desk/eligibility/source/text-lines.ts';
import type { Place } from './place.ts';
import { whole } from './rule-id-spelling.ts';
import type { Reading, Word } from './subjects.ts';

const converting =
  /(?:camel|pascal|snake|kebab|studly|dasher|capital|inflect|parameteri|titlei|classify|constant|normali|slug|strip|squish|words|split|replace|g?sub|translate|map|upcase|downcase|lower|upper|case)\w*[!?]?\s?[(:&{.]|\btr\(|%[wWiI][[({<]|\bqw\b|&:|\.split\b/i;
/** `camelCase("rule id")`, `%w[rule id]`, and a constant that may be given to such a function. */
export const isConverted = ({ region, model }: Reading, word: Word, { node, definition }: Place): boolean => {
  if (definition !== undefined && node.kind === 'text' && whole.test(node.value.trim().replace(/\s+/g, '')))
    if (
      !/title|label|header|caption|column|text|name|heading|message|placeholder|tooltip/i.test(
        definition.name,
      )
    )
      return true;
  const { line } = lineAround(region.text, word, 150);
  return model.source !== 'syntax-tree' || converting.test(line);
};
