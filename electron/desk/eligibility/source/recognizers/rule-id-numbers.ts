import { oncePer } from '#base/once-per.ts';
import type { Region } from '#desk/eligibility/source/regions/regions.ts';
import { bare } from './evidence.ts';
import type { Reading, Word } from './subjects.ts';

/** Names of a rule's id that the code shows to be numbers: the RuleId of a webhook is a UUID. */

const numberType =
  /\b(rule_?id)["'`]?\s?[!?]?\s{0,2}(?::|\bAs\b|=\s?|\s)\s{0,2}(?:Option\[|Maybe |Nullable<|Optional\[)?(?:Int(?:eger|16|32|64)?|int(?:eger|8|16|32|64)?|[Ll]ong|number|[ui](?:16|32|64|int\w*)|usize|bigint|BIGINT|INT(?:EGER)?|BIGSERIAL|SERIAL|serial|SMALLINT|NUMBER|NUMERIC|(?:\w{1,20}\.)?(?:Big|Small|Positive)?(?:IntegerField|AutoField|Integer|Int4|BigInteger)|Short|NUMBER\(|PIC 9|pic 9)\b|\b(?:int|long|Integer|Long|short|u?int\d{1,2}(?:_t)?|size_t|unsigned|bigint|intval|Number|parseInt)\??[\s(*&]{1,3}[$@]?(?:\w{1,30}[.[>-]{1,3}["']?)?(rule_?id)\b/gi;
/** Read or bound as a number. */
const numberRead =
  /(?:strconv\.(?:Atoi|ParseU?[Ii]nt)|String\.to_integer|(?:int|long)\.Parse|Convert\.ToInt\d\d|(?:Integer|Long)\.(?:parse(?:Int|Long)|valueOf)|parse-long|(?:Long|Integer)\/parse\w{3,4}|\bget(?:Int|Long)(?:32|64)?|\bt\.(?:bigint|integer))[\s("'`:]{1,4}(rule[_-]?id)\b|\b(rule_?id)["'`)\]]{0,3}\.(?:to_i|toInt|toLong|AsInteger|AsLargeInt|toInteger)\b|<int:(rule_id)>|\{(rule_?id):(?:int|long)\}|\(\?P?<(rule_?id)>\\d\+\)/gi;
/** Of COBOL. */
const numberPicture = /\b(rule-id)\s{1,40}PIC(?:TURE)?\s{1,4}(?:IS\s)?S?9/gi;
/** Languages in which a parameter and the property that it is compared with differ in case. */
const ignoresCase = new Set(['csharp', 'vb', 'sql', 'fsharp', 'cobol']);
/** A column whose values the code's own database counts. */
const ownIdentity =
  /\brule_?id["`\]]?\s{1,8}(?:\w{1,20}\s{1,8}){0,3}(?:(?:big|small)?serial\b|identity\b|auto_?increment\b|generated\s(?:always|by\sdefault)\sas\sidentity)/i;
const hasOwnIdentity = oncePer(({ text }: Region): boolean => ownIdentity.test(text));
const numbersIn = oncePer(
  ({ text }: Region): ReadonlySet<string> =>
    new Set(
      [numberType, numberRead, numberPicture]
        .flatMap((pattern) => [...text.matchAll(pattern)])
        .flatMap((found) => {
          const name = found.slice(1).find((one) => one !== undefined) as string;
          return [name, bare(name)];
        }),
    ),
);

/** Whether the file declares a name of this spelling as a number. */
export const isNumber = (read: Reading, word: Word): boolean => {
  const { file, region, model } = read;
  const names = numbersIn(region);
  return (
    (names.has(word.whole.replace(/^[$@]/, '')) ||
      (ignoresCase.has(model.language) && names.has(bare(word.whole)))) &&
    (file.evidence.specific() <= 3.5 || hasOwnIdentity(region))
  );
};
