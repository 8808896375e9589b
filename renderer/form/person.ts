import { field, textInput } from './field.ts';
import type { Language } from './language.ts';
import { type Section, sectionElement } from './section.ts';

/** As `VisibleName` of the contract. */
const visible = /^\s*[^\s\p{Cc}][^\p{Cc}]*$/u;

/** Who fills it in. */
export const personSection = (language: Language): Section => {
  const { say } = language;
  const asked = [
    {
      key: 'name',
      left: say('person.noName'),
      ...field(
        textInput('name', { autocomplete: 'name', maxlength: '200' }),
        { label: say('person.name') },
        language,
      ),
    },
    {
      key: 'role',
      left: say('person.noRole'),
      ...field(
        textInput('role', { autocomplete: 'organization-title', maxlength: '200' }),
        { label: say('person.role'), example: say('person.roleExample') },
        language,
      ),
    },
  ] as const;
  return {
    element: sectionElement(
      'person',
      { title: say('person.title'), intro: say('person.intro') },
      ...asked.map(({ element }) => element),
    ),
    read(mark) {
      const problems = asked.flatMap(({ input, left, ...one }) => {
        const problem = visible.test(input.value) ? undefined : left;
        if (mark) one.say(problem);
        return problem === undefined ? [] : [{ input, message: problem }];
      });
      const [name, role] = asked.map(({ input }) => input.value.trim());
      return { answer: { name: name ?? '', role: role ?? '' }, problems, holds: [], leftOut: [] };
    },
  };
};
