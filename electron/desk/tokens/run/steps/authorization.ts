import type { Connection } from '#contract/company.ts';
import { failed } from '#desk/tokens/run/failing.ts';
import type { RowWork } from '#desk/tokens/run/row-work.ts';
import { unreadable } from '#desk/tokens/unreadable.ts';
import { leftLinked } from './connection.ts';
import { connectionPath, idsOf, type Step, writeOnce } from './step.ts';

/**
 * Hands the tokens over, which links the connection. After a lost answer they are not sent a second time to a
 * connection that is Linked by them: by then the service may have exchanged them. Source: `docs/reference/rules/tokens.md#existing-companies`.
 */
export const authorization: Step = async (context, work) => {
  const { companyId, connectionId } = idsOf(work);
  const path = connectionPath(companyId, connectionId);

  const isLinked = async (): Promise<boolean> => {
    const { status } = (await work.send<Connection>('authorization', { method: 'GET', path })).body;
    work.change({ connection_status: status });
    return status === 'Linked';
  };
  const mark = work.row.mark ?? null;
  const done = (): void => {
    const note = work.progress().note?.replace(leftLinked, '').trim() || null;
    work.change({ connection_status: 'Linked', put_mark: mark, step: 'sync', doubt: 0, note });
  };

  // Tried before with the same tokens, and Linked: by them, or since the customer has connected again.
  const { doubt, put_mark } = work.progress();
  let before = put_mark;
  if (doubt === 0 && wasTried(work) && (await isLinked()) && put_mark === mark) return done();

  await writeOnce<Connection>(context, work, {
    step: 'authorization',
    async find() {
      // One that was Linked before tells nothing, nor does one that may be Linked by other tokens of the row.
      const { connection_status: status, put_mark: put } = work.progress();
      if (!(await isLinked()) || status === 'Linked' || put !== mark) return false;
      done();
      return true;
    },
    async call() {
      const body = await context.credentialsOf(work);
      if (body === undefined) {
        throw failed(
          unreadable,
          'authorization',
          "The credentials of this row are no longer stored, or can't be opened. Import them again.",
        );
      }
      // On record before they leave: if the answer is lost, this tells which tokens they were.
      before = work.progress().put_mark;
      work.change({ put_mark: mark });
      return { method: 'PUT', path: `${path}/authorization`, body, secretBody: true };
    },
    refused: () => work.change({ put_mark: before }),
    took: ({ body }) => {
      if (body.status === 'Linked') return done();
      throw failed(
        'service-trouble',
        'authorization',
        `The tokens were accepted, but the connection is ${body.status}.`,
      );
    },
  });
};

/** It was synced once already, so it had tokens. */
const wasTried = (work: RowWork): boolean => work.progress().sync_started_at !== null;
