import { type Static, Type } from 'typebox';
import { causes } from './cause-labels.ts';
import { Closed, OneOf } from './common.ts';

export { type Cause, causeLabels, causes } from './cause-labels.ts';

export const CauseName = OneOf(causes);

/** Why one company was not migrated. Never holds a secret. */
export const Failure = Closed({
  cause: CauseName,
  step: Type.String({ description: 'Failed step.' }),
  message: Type.String({ description: 'Message of the target or the platform, if any.' }),
  correlationId: Type.Optional(Type.String()),
});
export type Failure = Static<typeof Failure>;
