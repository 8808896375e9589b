import { expect, it } from 'vitest';
import { roles } from '#contract/people.ts';
import { mayDo as deskSays } from '#desk/people/rights.ts';
import { anywhere, mayDo, missingRole, onDesk, onLocal, type Place } from '#renderer/lib/may.ts';

const here: Place = { kind: 'case', id: 'c1', targetId: 't1' };
const target: Place = { kind: 'target', id: 't1' };
const scopes = ['desk', 'target:t1', 'target:local', 'case:c1', 'case:c2'];

it('blocks what the desk would refuse, and nothing else', () => {
  const grants = roles.flatMap((role) => scopes.map((scope) => ({ role, scope })));
  const asked = [onDesk, onLocal, target, here].flatMap((place) => roles.map((role) => ({ place, role })));
  const all = grants.flatMap((grant) =>
    asked.flatMap((ask) => [false, true].map((readsOnly) => ({ ...ask, grant, readsOnly }))),
  );
  const said = all.map(({ role, place, grant, readsOnly }) =>
    deskSays({ grants: [grant], readsOnly, within: 'desk' }, role, place as Exclude<Place, { kind: 'any' }>),
  );
  expect(
    all.map(({ role, place, grant, readsOnly }) => mayDo({ grants: [grant], readsOnly }, role, place)),
  ).toEqual(said);
  expect(said.filter((one) => one).length).toBeGreaterThan(30);
});

it('names the role that is missing and where, and blocks nobody where nobody is signed in', () => {
  const viewer = { grants: [{ role: 'viewer', scope: 'desk' }], readsOnly: false } as const;
  expect(missingRole(undefined, 'admin', onDesk)).toBeUndefined();
  expect(missingRole(viewer, 'viewer', here)).toBeUndefined();
  expect(
    [here, target, onLocal, onDesk, anywhere].map((place) => missingRole(viewer, 'engineer', place)),
  ).toEqual(
    [
      'on this case',
      'on this target',
      'for the local service',
      'on the desk',
      'on the desk, a target or a case',
    ].map((where) => `Needs the role engineer ${where}.`),
  );
  expect(missingRole({ ...viewer, readsOnly: true }, 'engineer', here)).toBe(
    'You are signed in by an access token for reading only.',
  );
});
