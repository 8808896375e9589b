import { Type } from 'typebox';
import { ForkState, StateForked, type StateForks, StateName } from '#contract/states.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { DiskPaths } from './disk-paths.ts';

/** Other data folders that begin with a saved state. */
export const stateForkRoutes = (app: ApiApp, states: StateForks, paths: DiskPaths): void => {
  app.post(
    '/states/:name/fork',
    optionsFor('states')('Create a data folder that starts with a state', answers(StateForked), {
      description:
        'The same data and clock, and new ids, for `carryover serve --data`. The sandbox stays as it is. A browser leaves `into` out.',
      params: Type.Object({ name: StateName }),
      body: Type.Union([ForkState, Type.Null()]),
    }),
    (request) => {
      const { into, ...rest } = request.body ?? {};
      const folder = into === undefined ? {} : { into: paths.toCreate(request, 'into', into) };
      return states.fork(request.params.name, { ...rest, ...folder });
    },
  );
};
