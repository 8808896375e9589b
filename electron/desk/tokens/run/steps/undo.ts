import type { Company, Connection } from '#contract/company.ts';
import type { TokenProgress } from '#desk/store/token-runs.ts';
import { ifThere } from '#desk/targets/target-error.ts';
import type { RowWork } from '#desk/tokens/run/row-work.ts';
import { companyPath, connectionPath, type Step, type StepContext, writeOnce } from './step.ts';

/** Undoes what a run did to a row, and nothing that was there before. */

export const unlink: Step = async (context, work) => {
  const { company_id, connection_id } = work.progress();
  const next = (): void => work.change({ step: 'delete-connection', doubt: 0 });
  if (company_id === null || connection_id === null) return next();
  const path = connectionPath(company_id, connection_id);
  const isLinked = async (): Promise<boolean> =>
    (await ifThere(work.send<Connection>('unlink', { method: 'GET', path })))?.body.status === 'Linked';
  if (!(await isLinked())) return next();
  await writeOnce<Connection>(context, work, {
    step: 'unlink',
    find: async () => !(await isLinked()),
    call: () => ({ method: 'PATCH', path, body: { status: 'Unlinked' } }),
    took: () => undefined,
  });
  work.change({ connection_status: 'Unlinked' });
  next();
};

export const deleteConnection: Step = async (context, work) => {
  const { company_id, connection_id, connection_origin } = work.progress();
  if (company_id !== null && connection_id !== null && connection_origin === 'created') {
    await remove(context, work, 'delete-connection', connectionPath(company_id, connection_id));
    work.change({ connection_id: null, connection_origin: null, connection_status: null });
  }
  work.change({ step: 'delete-company', doubt: 0 });
};

/** A company that has got connections of others meanwhile stays; one that has some of its other rows is left to the last. */
export const deleteCompany: Step = async (context, work) => {
  const { row } = work;
  const { company_id, company_origin } = work.progress();
  if (company_id !== null && company_origin === 'created') {
    const path = companyPath(company_id);
    const found = await ifThere(work.send<Company>('delete-company', { method: 'GET', path }));
    const left = (found?.body.dataConnections ?? []).map(({ id }) => id.toLowerCase());
    const toBeDeleted = new Set(
      context.plan.rows.ofRef(row.ref).flatMap(({ progress }) => deletedWith(progress)),
    );
    if (left.some((id) => !toBeDeleted.has(id))) {
      work.change({ note: 'The company was left, as it has other connections.' });
    } else {
      if (found !== undefined && left.length === 0) {
        await remove(context, work, 'delete-company', path);
      }
      work.change({ company_id: null, company_origin: null });
    }
  }
  work.change({ state: 'undone', doubt: 0 });
};

/** The connection that goes when that row is undone. */
const deletedWith = ({ company_origin, connection_origin, connection_id }: TokenProgress): string[] =>
  company_origin === 'created' && connection_origin === 'created' && connection_id !== null
    ? [connection_id]
    : [];

/** What is gone already is removed: a second DELETE does no harm. */
const remove = (
  context: StepContext,
  work: RowWork,
  step: 'delete-connection' | 'delete-company',
  path: string,
): Promise<void> =>
  ifThere(
    writeOnce(context, work, {
      step,
      find: async () => false,
      call: () => ({ method: 'DELETE', path, repeatable: true }),
      took: () => undefined,
    }),
  );
