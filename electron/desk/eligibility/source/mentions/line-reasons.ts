import type { ExplanationReason } from '#contract/eligibility.ts';
import { lineAround } from '#desk/eligibility/source/text-lines.ts';

/**
 * Why a mention is not an alerts endpoint, by the text right before and after it on its line, in any language. A segment
 * of a path is never explained by its surroundings.
 */
interface LineReason {
  /** Up to the word `alerts` in the mention. */
  readonly before?: RegExp;
  /** From the end of the word on. */
  readonly after?: RegExp;
  readonly reason: ExplanationReason;
  readonly why: string;
  /** Applies to a whole word only: in a file that appends something to `rules`, the word may be that part. */
  readonly ofValue?: boolean;
}

const relations =
  'related_name|back_populates|backref|mappedBy|inversedBy|inverse_of|db_table|table_?name|__tablename__';
const messaging = 'queue(?:_?name)?|topics?|channel|exchange|routing_?key|log_?group(?:_?name)?|metric_?name';
const shown =
  'class(?:_?name)?|css|icon|role|aria-[\\w-]{1,20}|label|legend|title|alt|placeholder|tooltip|caption|heading|tags?|operationId|x-handler|x-controller';
/**
 * A key, its sign, and what of its value stands before: no slash, as that would begin a path.
 * @param besides What must not stand on the line: a path beside its title is one of whatever kind.
 */
const valueFor = (keys: string, besides = '$^'): RegExp =>
  new RegExp(
    `^(?!.*${besides})(?:.*[\\s,({["'<$.])?(?:${keys})["']?\\s{0,4}(?:=>|[:=])\\s{0,4}["'\`[:]{0,3}[\\w .-]{0,60}$`,
    'i',
  );
/** The word ends there, and nothing is put behind it. */
const endsThere = /^["'`\])]{0,3}\s{0,4}(?:[,;})\]]|$|\w+\s?=)/;

const reasons: readonly LineReason[] = [
  {
    before: valueFor(relations),
    after: endsThere,
    reason: 'own-field',
    why: "Name of the code's own relation or table.",
  },
  {
    before: valueFor(messaging),
    after: endsThere,
    reason: 'not-a-path',
    why: 'Name of a queue, topic or metric.',
    ofValue: true,
  },
  {
    before: valueFor(shown, '(?:path|url|uri|href|to|from)\\b["\']?\\s?[:=]'),
    reason: 'text',
    why: 'Interface text or style name.',
    ofValue: true,
  },
  {
    before:
      /\b(?:jms|sjms2?|kafka|amqp|rabbitmq|seda|direct|vm|aws2?-s[qn]s|pubsub|nats|mqtt|activemq)(?::\w{1,20}){0,2}:(?:\/\/)?[\w.-]{0,40}$/i,
    reason: 'not-a-path',
    why: 'Name of a queue or topic.',
  },
  {
    before:
      /\b(?:Struct\.new|attr_(?:accessor|reader|writer)|has_(?:many|one|and_belongs_to_many)|belongs_to|embeds_many|accepts_nested_attributes_for|permit|pluck|includes|preload|eager_load|left_joins|joins)\b[^\n]*[\s(,[]:?$/,
    reason: 'own-field',
    why: "Name of the code's own field or relation.",
    ofValue: true,
  },
  {
    after:
      /^\s{0,4}\)?\s{0,4}(?:\.|->|::)\s{0,4}(?:FindAsync|AsNoTracking|Include|ToListAsync|CountAsync|AnyAsync|AddAsync|AddRange\w*|RemoveRange|ExecuteDelete\w*|ExecuteUpdate\w*|findOneBy\w*|findOneOrFail|findByPk|findUnique\w*|findFirst\w*|createQueryBuilder|insert\w*|save\w*|upsert|bulkCreate|updateMany|deleteMany|find_by!?|find_or_create_by!?|create!|destroy\w*|pluck|filter_by|select_related|prefetch_related|get_or_create|bulk_create|existsById|deleteBy\w+)\s?[<(]/,
    reason: 'own-field',
    why: "Rows of the code's own database.",
  },
  {
    before:
      /<(?:a|Link|NavLink|router-link|RouterLink|NuxtLink)\s[^<>]{0,200}(?:href|to)=["'{`]{1,3}\/[^"'`<>]{0,100}$/i,
    reason: 'own-route',
    why: "Page link to the code's own server.",
  },
  {
    before:
      /<(?:a|h\d|th|td|li|option|button|span|p|title|label|em|strong|b|i|summary|legend|caption|dt|dd)\b[^<>]{0,200}>\s{0,4}$/i,
    after: /^\s{0,4}<\//,
    reason: 'text',
    why: 'User-facing text.',
    ofValue: true,
  },
  {
    before: /(?:\(|\|)rules\|$/,
    after: /^\)(?!\/)/,
    reason: 'not-a-path',
    why: 'Pattern that matches rules or alerts, not both.',
  },
  { after: /^[=:][sifb!+@]["'%{]/, reason: 'not-a-path', why: 'Command option.' },
  {
    before:
      /(?:\badd_argument|\bflag\.\w{1,20}|\.option|\badd_option|\bArg::new|@Option|@click\.option)\(\s{0,8}["'`-]{1,3}$/,
    reason: 'not-a-path',
    why: 'Command option.',
    ofValue: true,
  },
  {
    after:
      /^\.(?:xlsx?|docx?|pdf|zip|t?gz|log|db|sqlite3?|parquet|avro|png|jpe?g|gif|ico|woff2?)["'`\s)\],;]/i,
    reason: 'not-a-path',
    why: 'File name.',
  },
  {
    after:
      /^["'`]\s{0,4}\)\s{0,4}->\s{0,4}to\(\s{0,4}["'](?!\w*(?:proxy|forward|relay|pass))[\w:-]+#(?!\w*(?:proxy|forward|relay|pass))\w+/i,
    reason: 'own-route',
    why: "Route of the code's own server, with its action.",
  },
];

/** Segments before `alerts` that are never the id of a rule. */
const neverAnId =
  /^(?:v\d+(?:beta\d?|alpha\d?)?|api|rest|graph|log|logs|var|etc|tmp|opt|srv|data|static|public)$/i;
const literal = /^[a-z][\w.-]*$/i;
const idLike = /id$|^[a-f0-9-]{8,}$|^\d/i;

/**
 * A path that is written out up to `alerts`, and what stands there before it is no `rules`: whatever it is put behind, it
 * is no alerts endpoint.
 */
const isOtherPath = (before: string): boolean => {
  const path = /[^\s"'`,;|<>]*\/$/.exec(before)?.[0];
  if (path === undefined || /rules/i.test(path) || /%2f/i.test(path)) return false;
  const host = /^[a-z][a-z+.-]*:\/\/([^/]*)\//i.exec(path);
  const segments = (host === null ? path : path.slice(host[0].length)).split('/').filter((one) => one !== '');
  // A whole URL: nothing can stand between its host and its path.
  if (host !== null && segments.length === 0)
    return literal.test(host[1] ?? '') && !/[{}$%]/.test(host[1] ?? '');
  const last = segments.at(-1) ?? '';
  if (literal.test(last) && !idLike.test(last))
    return neverAnId.test(last) || segments.filter((one) => literal.test(one)).length > 1;
  const above = segments.at(-2) ?? '';
  return isIdOf(last, above) && literal.test(above) && path.startsWith('/');
};

/** Only an id is never `rules`: `{incidentId}`, `:id`, and `{incident}` behind `incidents`. */
const isIdOf = (hole: string, above: string): boolean => {
  const name = /^(?:\$?\{|\{\{|:|<|#\{)\s?([^{}<>]*?)(?:\(\)|\))?\s?(?:\}{1,2}|>)?$/.exec(hole)?.[1] ?? '';
  if (/(?:id|uuid|guid|number|slug)$/i.test(name)) return true;
  return name.length > 3 && above.toLowerCase().startsWith(name.toLowerCase().replace(/y$/, ''));
};

const longest = 300;

/** Something is put behind `rules`: `"/rules/" + part`, `/rules/${part}`, `"rules", id, part`. */
const idHole = String.raw`(?:[$#%]?\{[^{}]{0,40}id(?:\(\))?\s?\}|:\w{0,20}id)`;
const otherHole = String.raw`(?:[$#%]?\{(?![^{}]{0,40}id(?:\(\))?\s?\})|\$(?!\w{0,20}id\b)\w|%[sv@]|\\\()`;
const operator = String.raw`\s{0,20}(?:[+,&~]|\.\.|\.\s|<>|\|\|)\s{0,20}`;
const quote = '["\'`]';
/** After an id, what follows is a part; the id itself is none. */
const opensRules = new RegExp(
  [
    `rules(?:/${idHole})?/?${otherHole}`,
    `rules/?${quote}${operator}(?![$@]?\\w{0,30}id\\b|${quote})`,
    `rules/?${quote}${operator}[$@]?\\w{0,30}id\\b[^\\n]{0,30}${operator}(?!${quote}/?alerts)`,
    `rules/${idHole}/?${quote}${operator}`,
  ].join('|'),
  'i',
);

/**
 * Why a mention that begins and ends at offsets is none, by its own line; undefined if that shows nothing.
 * @param isLoose what it is put behind stands in another file
 */
export const lineReason = (
  text: string,
  from: number,
  to: number,
  isLoose: boolean,
): { readonly reason: ExplanationReason; readonly why: string } | undefined => {
  // A mention may begin with `rules`, and go on behind `alerts`. One that has the word twice may be several things.
  const [word, another] = [...text.slice(from, to).matchAll(/alerts?/gi)];
  if (another !== undefined) return undefined;
  const start = from + (word?.index ?? 0);
  const stop = word === undefined ? to : start + word[0].length;
  const { before, after } = lineAround(text, { from: start, to: stop }, longest);
  const found = reasons.find(
    (one) =>
      (one.before?.test(before) ?? true) &&
      (one.after?.test(after) ?? true) &&
      // The whole text is searched last, as that takes longest.
      !(one.ofValue && (isLoose || opensRules.test(text))),
  );
  if (found !== undefined) return { reason: found.reason, why: found.why };
  return /^alerts$/i.test(text.slice(start, stop)) && isOtherPath(before)
    ? { reason: 'not-a-path', why: 'Complete path, not an alerts endpoint.' }
    : undefined;
};
