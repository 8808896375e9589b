import type { Role } from '#contract/people.ts';
import type { SessionView, SignInWays } from '#contract/session.ts';
import { useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';
import { missingRole, type Place } from './may.ts';

/** How this page is let in and, on a desk of people, who is signed in. */
export const useSession = () => useApiQuery<SessionView>(keys.session, '/api/session');

/** Who is signed in; undefined on the desk of one person, and while it is read. */
export const usePerson = () => useSession().data?.person;

/** How one signs in here; read without being signed in. */
export const useSignInWays = () => useApiQuery<SignInWays>(keys.signInWays, '/api/session/ways');

/**
 * Why the signed-in person may not act; undefined: may, or nobody is signed in. The desk decides, and a session by a
 * narrowed token may be refused more.
 */
export const useMay = (role: Role, place: Place): string | undefined => missingRole(usePerson(), role, place);
