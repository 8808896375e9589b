import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { CaseAction } from '#contract/case.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { anyCharacter } from '#test/support/any-character.ts';

const name = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== '');

/** Random things that a person does to a case, as far as they need nothing that is not there. */
export const actions: fc.Arbitrary<CaseAction> = fc.oneof(
  fc.record({
    kind: fc.constant('note.added' as const),
    content: fc.record({
      id: fc.uuid(),
      text: fc.string({ minLength: 1, maxLength: 60, unit: anyCharacter }),
    }),
  }),
  fc.record({
    kind: fc.constant('contact.added' as const),
    content: fc.record({
      contact: fc.record({
        id: fc.uuid(),
        name,
        party: fc.constantFrom('integrator' as const, 'support' as const, 'provider' as const),
      }),
    }),
  }),
  fc.record({
    kind: fc.constant('step.changed' as const),
    content: fc.record({
      id: fc.constantFrom('check-eligibility', 'send-request'),
      state: fc.constantFrom('open' as const, 'done' as const, 'skipped' as const),
    }),
  }),
  fc.record({
    kind: fc.constant('row.answered' as const),
    content: fc.record({
      row: fc.constantFrom('client-id-header' as const, 'auth-header-portal' as const),
      state: fc.constantFrom('present' as const, 'absent' as const),
      by: name,
      note: fc.string({ minLength: 1, maxLength: 40 }).filter((text) => /\S/.test(text)),
    }),
  }),
  fc.record({
    kind: fc.constant('case.changed' as const),
    content: fc.record({ changes: fc.record({ integrator: name }) }),
  }),
);

/** A case with these entries after its first. */
export const caseWith = async (cases: Cases, entries: readonly CaseAction[]): Promise<string> => {
  const { id } = await cases.create({ name: `acme ${randomUUID()}`, parts: ['webhooks', 'tokens'] }, 'Ada');
  for (const action of entries) await cases.act(id, 'Ada', action);
  return id;
};
