import { loginIn } from '#contract/mentions-of-people.ts';
import { actorText } from '#desk/people/index.ts';
import type { People } from '#desk/people/people.ts';

/**
 * The owner of a case as entries name people: `Name <sign-in name>`, where the desk knows the sign-in name. Any other text
 * stays as it is, as earlier versions and the desk of one person have it.
 */
export const ownerOf = (people: Pick<People, 'byLogin'>, owner: string | null): string | null => {
  if (owner === null) return null;
  const person = people.byLogin(loginIn(owner) ?? owner.toLowerCase());
  return person === undefined ? owner : actorText(person);
};
