import { type Static, Type } from 'typebox';
import { causes } from './cause-labels.ts';
import { Closed, OneOf } from './common.ts';

export { type Cause, causeLabels, causes } from './cause-labels.ts';

export const CauseName = OneOf(...causes);

/** Why one company was not migrated. Never holds a secret. */
export const Failure = Closed({
  cause: CauseName,
  step: Type.String({ description: 'Where it failed.' }),
  message: Type.String({ description: "In the target's or the platform's own words, where it had any." }),
  correlationId: Type.Optional(Type.String()),
});
export type Failure = Static<typeof Failure>;
