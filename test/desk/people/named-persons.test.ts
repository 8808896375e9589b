import { expect, test } from 'vitest';
import { namedPersons } from '#desk/api/named-persons.ts';
import { peopled } from '#test/support/team-desk.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly anyOf?: readonly Schema[];
}
interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** Minutes, not a person. */
const others = new Set(['POST /api/clock/advance']);

test('of every route that takes `by` it is decided whether that names who is signed in', async () => {
  const { deskUrl } = await peopled();
  const { paths, components } = (await (await fetch(`${deskUrl}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  const namesBy = ({ $ref, properties, anyOf = [] }: Schema): boolean => {
    const known = $ref === undefined ? undefined : components.schemas[$ref.split('/').at(-1) ?? ''];
    return (known !== undefined && namesBy(known)) || properties?.by !== undefined || anyOf.some(namesBy);
  };
  const found = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema;
      const route = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`;
      return schema !== undefined && namesBy(schema) && !others.has(route) ? [route] : [];
    }),
  );
  expect(found.sort()).toEqual(Object.keys(namedPersons).sort());
});

test('who is signed in decides in the own name: left out or own it is theirs, and that of another is refused', async () => {
  const { deskUrl, caseId, callers } = await peopled();
  const put = async (row: string, route: string, body: object) => {
    const response = await fetch(`${deskUrl}/api/cases/${caseId}/rows/${row}/${route}`, {
      method: 'PUT',
      headers: { ...callers.engineer?.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  const override = { state: 'absent', reason: 'seen by hand' };
  const forged = await put('auth-header-portal', 'overrule', { ...override, by: 'Ann Approver' });
  expect([forged.status, forged.text]).toEqual([400, expect.stringContaining('Eve Engineer')]);
  for (const by of [undefined, 'Eve Engineer', 'eve.engineer@example.com']) {
    const { status, text } = await put('auth-header-portal', 'overrule', { ...override, by });
    expect([by, status, status === 200 || text]).toEqual([by, 200, true]);
    expect(text).toContain('"by":"Eve Engineer"');
  }
  const said = await put('auth-header-portal', 'answer', {
    state: 'absent',
    by: 'Jo of Acme',
    note: 'said so',
  });
  expect([said.status, said.text]).toEqual([200, expect.stringContaining('Jo of Acme')]);
});
