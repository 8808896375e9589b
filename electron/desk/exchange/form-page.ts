import type { ExchangeForm } from '#contract/exchange.ts';

/** Where the built page has the data: an element that no browser runs. */
const place = '<script type="application/json" id="form">null</script>';

/**
 * The page that an integrator fills in.
 * @param template `form.html` as it was built
 */
export const formPage = (template: string, form: ExchangeForm): string => {
  const [before, after, ...more] = template.split(place);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error('The built form has no place for its data: build it again.');
  }
  return `${before}${place.replace('null', () => inertJson(form))}${after}`;
};

/** JSON in which nothing ends the element, begins a comment, or is a line break to an old parser. */
const inertJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
