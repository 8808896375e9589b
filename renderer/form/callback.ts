import { registeredUrls } from '#contract/callback-list.ts';
import type { ExchangeForm } from '#contract/exchange.ts';
import { formatCount } from '#contract/format.ts';
import { copyButton, h } from './dom.ts';
import { field } from './field.ts';
import { type Section, sectionElement } from './section.ts';

/** As the desk takes them, characters. */
const longest = 500_000;

/** Step 3: the callback URL, and the list that it has to be in. */
export const callbackSection = (form: ExchangeForm & { readonly callbackUrl: string }): Section => {
  const { callbackUrl, platformName } = form;
  const urls = field(
    h('textarea', { id: 'callback-urls', rows: '4', maxlength: `${longest}`, spellcheck: 'false' }),
    {
      label: `Callback URLs registered at ${platformName}`,
      help: 'Paste the whole list, one URL per line. Support checks it character by character.',
      note: 'optional',
    },
  );
  return {
    element: sectionElement(
      'Callback URL',
      `Add exactly this URL to the callback URLs of your application at ${platformName}.`,
      h('p', { class: 'row' }, h('code', {}, callbackUrl), copyButton(callbackUrl, 'callback URL')),
      urls.element,
    ),
    read(mark) {
      const text = urls.input.value.trim();
      if (text === '') {
        if (mark) urls.say(undefined);
        return { answer: {}, problems: [], holds: [], leftOut: ['List of registered callback URLs'] };
      }
      const listed = registeredUrls(text);
      const message = listed.includes(callbackUrl)
        ? undefined
        : 'The callback URL above is not in this list. Register it and paste the list again, or leave this empty.';
      if (mark) urls.say(message);
      return {
        answer: { callbackUrls: text },
        problems: message === undefined ? [] : [{ input: urls.input, message }],
        holds: [`List of ${formatCount(listed.length, 'registered callback URL')}`],
        leftOut: [],
      };
    },
  };
};
