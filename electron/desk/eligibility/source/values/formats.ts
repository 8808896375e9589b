import { hole } from '#desk/eligibility/source/syntax/model.ts';

/** What stands for a value in a format: `%s`, `%1$s`, `%@`, `{}`, `{0}`, `{name}`, `$1`, `:name`, `~s`, `{{name}}`. */
const placeholder =
  /%(?:\d+\$)?[-+0#]*\d*(?:\.\d+)?(?:l{0,2}|h{0,2}|z|j)?[sdiuxXfgvqTpO@]|%\([\w.]+\)[sd]|\{\{?\s*[\w.]*(?::[^{}]*)?\s*\}\}?|~[sapw]|\$\d\b/g;

export const holdsPlaceholder = (text: string): boolean => {
  placeholder.lastIndex = 0;
  return placeholder.test(text);
};

/** A format with its values put in, in turn or by their number. */
export const filledIn = (
  format: string,
  values: readonly string[],
  named: (name: string) => string = () => hole,
): string => {
  let next = 0;
  return format.replace(placeholder, (found) => {
    const number = /^%(\d+)\$|^\{(\d+)|^\$(\d)/.exec(found);
    if (number !== null) {
      const index = Number(number[1] ?? number[2] ?? number[3]) - (number[2] === undefined ? 1 : 0);
      return values[index] ?? hole;
    }
    const name = /^%\(([\w.]+)|^\{\{?\s*([A-Za-z_][\w.]*)/.exec(found);
    if (name !== null) return named(name[1] ?? name[2] ?? '');
    return values[next++] ?? hole;
  });
};
