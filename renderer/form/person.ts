import { field, textInput } from './field.ts';
import { type Section, sectionElement } from './section.ts';

/** As `VisibleName` of the contract. */
const visible = /^\s*[^\s\p{Cc}][^\p{Cc}]*$/u;

/** Who fills it in. */
export const personSection = (): Section => {
  const asked = [
    {
      key: 'name',
      left: 'Your name is missing.',
      ...field(textInput('name', { autocomplete: 'name', maxlength: '200' }), { label: 'Your name' }),
    },
    {
      key: 'role',
      left: 'Your role is missing.',
      ...field(textInput('role', { autocomplete: 'organization-title', maxlength: '200' }), {
        label: 'Your role',
        example: 'Head of Engineering',
      }),
    },
  ] as const;
  return {
    element: sectionElement(
      'Who you are',
      'Support records your answers under this name.',
      ...asked.map(({ element }) => element),
    ),
    read(mark) {
      const problems = asked.flatMap(({ input, left, say }) => {
        const problem = visible.test(input.value) ? undefined : left;
        if (mark) say(problem);
        return problem === undefined ? [] : [{ input, message: problem }];
      });
      const [name, role] = asked.map(({ input }) => input.value.trim());
      return { answer: { name: name ?? '', role: role ?? '' }, problems, holds: [], leftOut: [] };
    },
  };
};
