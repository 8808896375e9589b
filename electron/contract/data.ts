import { type Static, Type } from 'typebox';
import { Closed, MapOf, OneOf, Paged, UtcDate, Uuid } from './common.ts';

/** Data syncs, as on the wire. Source: `docs/reference/rules/data.md`. */

/** The states that a dataset runs through, in order. */
export const datasetStages = ['Initial', 'Queued', 'Fetching', 'MapQueued', 'Mapping', 'Processing'] as const;
/** The states that a dataset ends in. */
export const datasetEnds = [
  'Complete',
  'FetchError',
  'MapError',
  'ProcessingError',
  'InternalError',
  'AuthError',
  'RateLimitError',
  'PermissionsError',
  'NotSupported',
  'Cancelled',
] as const;
export const datasetStatuses = [...datasetStages, ...datasetEnds] as const;
export type DatasetEnd = (typeof datasetEnds)[number];
export type DatasetStatus = (typeof datasetStatuses)[number];

export const PullOperation = Closed(
  {
    id: Uuid,
    companyId: Uuid,
    connectionId: Uuid,
    dataType: Type.String(),
    status: OneOf(datasetStatuses),
    statusDescription: Type.Optional(Type.String()),
    errorMessage: Type.Optional(Type.String()),
    requested: UtcDate,
    completed: Type.Optional(UtcDate),
    progress: Type.Integer({ minimum: 0, maximum: 100 }),
    isCompleted: Type.Boolean(),
    isErrored: Type.Boolean(),
  },
  { title: 'PullOperation' },
);
export type PullOperation = Static<typeof PullOperation>;
export const PullOperationPage = Paged(PullOperation);

export const DataTypeStatus = Closed({
  dataType: Type.String(),
  lastSuccessfulSync: Type.Optional(UtcDate),
  currentStatus: OneOf(datasetStatuses),
  latestSyncId: Type.Optional(Uuid),
  latestSuccessfulSyncId: Type.Optional(Uuid),
});
export type DataTypeStatus = Static<typeof DataTypeStatus>;
export const DataStatus = MapOf(DataTypeStatus, { title: 'DataStatus' });

const Item = Closed({ itemId: Type.String(), message: Type.String(), validatorName: Type.String() });
/** What was wrong with the data of a dataset. */
export const DataValidation = Closed(
  { errors: Type.Array(Item), warnings: Type.Array(Item) },
  { title: 'DataValidation' },
);
export type DataValidation = Static<typeof DataValidation>;
