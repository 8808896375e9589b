import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { Closed, MapOf, OneOf, Paged, UtcDate, Uuid } from './common.ts';

/** Push operations and their options, as on the wire. Source: `docs/reference/rules/push.md`. */

export const pushStatuses = ['Pending', 'Success', 'Failed', 'TimedOut'] as const;
export type PushStatus = (typeof pushStatuses)[number];

export const pushChanges = ['Created', 'Modified', 'Deleted'] as const;
export type PushChange = (typeof pushChanges)[number];

const Item = Closed({ itemId: Type.String(), message: Type.String(), validatorName: Type.String() });
const PushValidation = Closed({ errors: Type.Array(Item), warnings: Type.Array(Item) });
export type PushValidation = Static<typeof PushValidation>;

export const PushOperation = Closed(
  {
    companyId: Uuid,
    pushOperationKey: Uuid,
    dataConnectionKey: Uuid,
    requestedOnUtc: UtcDate,
    status: OneOf(pushStatuses),
    statusCode: Type.Integer(),
    dataType: Type.Optional(Type.String()),
    changes: Type.Optional(
      Type.Array(
        Closed({
          type: OneOf(pushChanges),
          recordRef: Closed({ id: Type.String(), dataType: Type.String() }),
        }),
      ),
    ),
    completedOnUtc: Type.Optional(UtcDate),
    timeoutInMinutes: Type.Optional(Type.Integer()),
    errorMessage: Type.Optional(Type.String()),
    validation: Type.Optional(PushValidation),
  },
  { title: 'PushOperation' },
);
export type PushOperation = Static<typeof PushOperation>;
export const PushOperationPage = Paged(PushOperation);

/** A record; which fields it has is a matter of its data type. */
export const PushRecord = MapOf(Type.Unknown(), { title: 'PushRecord' });

export const PushQuery = Type.Object({
  timeoutInMinutes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_080,
      description: 'The operation ends as TimedOut after so many minutes.',
    }),
  ),
});

export const pushOptionTypes = ['Array', 'Object', 'String', 'Number', 'Boolean', 'DateTime'] as const;
export type PushOptionType = (typeof pushOptionTypes)[number];

const Choice = Closed({ value: Type.String(), type: OneOf(pushOptionTypes), displayName: Type.String() });
const Note = Closed({ field: Type.String(), details: Type.String() });

const field = {
  type: OneOf(pushOptionTypes),
  displayName: Type.String(),
  description: Type.Optional(Type.String()),
  required: Type.Boolean(),
};
const around = {
  options: Type.Optional(Type.Array(Choice, { description: 'The values that are accepted.' })),
  validation: Type.Optional(Closed({ warnings: Type.Array(Note), information: Type.Array(Note) })),
};
const optionWith = <P extends TProperties>(properties: P, title: string) =>
  Closed({ ...field, ...properties, ...around }, { title });
const propertiesOf = <T extends TSchema>(inner: T) => ({
  properties: Type.Optional(
    MapOf(inner, { description: 'By name; of an Array, those of each of its items.' }),
  ),
});

/** As deep as records are: a part of an item of a list of a record. */
const PushOptionValue = optionWith({}, 'PushOptionValue');
const PushOptionPart = optionWith(propertiesOf(PushOptionValue), 'PushOptionPart');
const PushOptionField = optionWith(propertiesOf(PushOptionPart), 'PushOptionField');
export const PushOptionView = optionWith(propertiesOf(PushOptionField), 'PushOption');
export type PushOptionView = Static<typeof PushOptionView>;

/** The same, however deep. */
export interface PushOption extends Omit<PushOptionView, 'properties'> {
  readonly properties?: Record<string, PushOption>;
}
