import { callbackCharacters } from '#contract/answer-format.ts';
import { registeredUrls } from '#contract/callback-list.ts';
import type { ExchangeForm } from '#contract/exchange.ts';
import { copyButton, h } from './dom.ts';
import { field } from './field.ts';
import type { Language } from './language.ts';
import { type Section, sectionElement } from './section.ts';

/** Step 3: the callback URL, and the list that it has to be in. */
export const callbackSection = (
  form: ExchangeForm & { readonly callbackUrl: string },
  language: Language,
): Section => {
  const { callbackUrl, platformName: platform } = form;
  const { say, count } = language;
  const urls = field(
    h('textarea', {
      id: 'callback-urls',
      rows: '4',
      maxlength: `${callbackCharacters}`,
      spellcheck: 'false',
    }),
    {
      label: say('callback.urls', { platform }),
      help: say('callback.help'),
      note: say('page.optional'),
    },
    language,
  );
  return {
    element: sectionElement(
      'callback',
      { title: say('callback.title'), intro: say('callback.intro', { platform }) },
      h(
        'p',
        { class: 'row' },
        h('code', {}, callbackUrl),
        copyButton(callbackUrl, say('callback.copy'), language),
      ),
      urls.element,
    ),
    read(mark) {
      const text = urls.input.value.trim();
      if (text === '') {
        if (mark) urls.say(undefined);
        return { answer: {}, problems: [], holds: [], leftOut: [say('callback.leftOut')] };
      }
      const listed = registeredUrls(text);
      const message = listed.includes(callbackUrl) ? undefined : say('callback.missing');
      if (mark) urls.say(message);
      return {
        answer: { callbackUrls: text },
        problems: message === undefined ? [] : [{ input: urls.input, message }],
        holds: [count(listed.length, 'callback.holds')],
        leftOut: [],
      };
    },
  };
};
