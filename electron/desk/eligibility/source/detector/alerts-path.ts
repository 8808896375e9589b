/** What is not known of a text that is put together. */
export const UNKNOWN = '\u0001';

export interface AlertsPath {
  /** As a person reads it: `/rules/{…}/alerts`. */
  readonly shown: string;
  /** Stands at the API's root, as far as can be seen: after a host, a base, a version. */
  readonly plain: boolean;
  /** The HTTP method that stands before it in the same text. */
  readonly method?: string;
}

const placeholder = `(?:${UNKNOWN}|\\$?\\{{1,2}[^{}/]{0,80}\\}{1,2}|\\$\\([^()/]{0,80}\\)|:[A-Za-z_]\\w{0,60}|%\\(?\\w{0,40}\\)?[sdvq@]|<[^<>/]{1,60}>|\\[[\\w]{1,60}\\]|\\$\\w{1,60}|#\\{[^{}/]{0,80}\\}|\\*|[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}|\\d+)`;
const literalId = '(?:[A-Za-z]+[-_]?\\d[\\w-]*)';
const segment = `(?:${placeholder}|${literalId})+`;
const ending = `(?=$|[?#\\s"'\`&,;)|]|${UNKNOWN}|\\\\)`;
const path = new RegExp(
  `(?:^|[/\\s"'\`(=${UNKNOWN}}])rules(?:/(${segment})/alerts/?|/alerts(?:/(${segment}))?/?)${ending}`,
);
const prefixes = new RegExp(
  `^(?:|${placeholder}|api|rest|v\\d+(?:\\.\\d+)?|public|external|gateway|base|baseurl|base_url)+$`,
  'i',
);

/** The alerts path in a text, if there is one; `domain.md` section 3. Placeholders of all notations count as one segment. */
export const alertsPathIn = (text: string): AlertsPath | undefined => {
  if (text.length > 4000 || !text.includes('alerts') || !text.includes('rules')) return undefined;
  const value = text.replace(/\/{2,}(?=rules|alerts)/g, '/');
  const found = path.exec(value);
  if (found === null) return undefined;
  const at = value.indexOf('rules', found.index);
  const before = value
    .slice(0, at)
    .split(/[\s"'`(=]/)
    .at(-1) as string;
  const head = before.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/^\/\/[^/]*/, '');
  const plain = head.split('/').every((part) => prefixes.test(part));
  const method = /\b(GET|POST|PUT|PATCH|DELETE|HEAD)\s+\S*$/.exec(value.slice(0, at))?.[1];
  const shown =
    found[1] !== undefined
      ? '/rules/{…}/alerts'
      : found[2] !== undefined
        ? '/rules/alerts/{…}'
        : '/rules/alerts';
  return { shown, plain, ...(method === undefined ? {} : { method }) };
};
