import type { ExchangeForm } from '#contract/exchange.ts';
import type { FormTexts } from './form-texts.ts';

/** Where the built page has data: elements that no browser runs. */
const placeOf = (id: string): string => `<script type="application/json" id="${id}">null</script>`;

/**
 * The page that an integrator fills in.
 * @param template `form.html` as it was built
 */
export const formPage = (template: string, form: ExchangeForm, { texts }: Pick<FormTexts, 'texts'>): string =>
  [
    ['<html lang="en">', `<html lang="${form.language}">`],
    ['<!--title-->', markup(texts['page.title'])],
    ['<!--no-script-->', markup(texts['page.noScript'])],
    [placeOf('form'), placeOf('form').replace('null', () => inertJson(form))],
    [placeOf('texts'), placeOf('texts').replace('null', () => inertJson(texts))],
  ].reduce((page, [place = '', content = '']) => {
    const [before, after, ...more] = page.split(place);
    if (before === undefined || after === undefined || more.length > 0) {
      throw new Error('The built form has no place for its data: build it again.');
    }
    return `${before}${content}${after}`;
  }, template);

const markup = (text = ''): string => text.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** JSON in which nothing ends the element, begins a comment, or is a line break to an old parser. */
const inertJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
