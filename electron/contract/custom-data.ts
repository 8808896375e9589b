import { type Static, Type } from 'typebox';
import { Closed, MapOf, Paged, UtcDate } from './common.ts';

/** Supplemental data and custom data types, as on the wire. Source: `docs/reference/rules/custom-data.md`. */

const texts = MapOf(Type.String({ maxLength: 1000 }), { maxProperties: 100 });

const supplemental = {
  dataSource: Type.Optional(Type.String({ maxLength: 1000, description: 'The resource of the platform.' })),
  pullData: Type.Optional(texts),
  pushData: Type.Optional(texts),
};
const limits = { maxProperties: 50, description: 'By the name of the additional data.' };
export const SupplementalDataConfig = Closed(
  { supplementalDataConfig: MapOf(Closed(supplemental), limits) },
  { title: 'SupplementalDataConfig' },
);
export type SupplementalDataConfig = Static<typeof SupplementalDataConfig>;
export const SupplementalDataConfigRequest = Type.Object(
  { supplementalDataConfig: MapOf(Closed(supplemental), limits) },
  { title: 'SupplementalDataConfigRequest' },
);

const words = Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 20 }));
const custom = {
  dataSource: Type.Optional(Type.String({ maxLength: 1000, description: 'The resource of the platform.' })),
  requiredData: Type.Optional(
    MapOf(Type.String({ maxLength: 1000 }), {
      maxProperties: 100,
      description: 'What a record has, by name, and where it is in that of the platform.',
    }),
  ),
  keyBy: words,
  sourceModifiedDate: words,
};
export const CustomDataType = Closed(custom, { title: 'CustomDataType' });
export type CustomDataType = Static<typeof CustomDataType>;
export const CustomDataTypeRequest = Type.Object(custom, {
  title: 'CustomDataTypeRequest',
  minProperties: 1,
});

export const CustomRecord = Closed(
  {
    id: Type.String(),
    content: MapOf(Type.String()),
    isDeleted: Type.Boolean(),
    modifiedDate: UtcDate,
    sourceModifiedDate: UtcDate,
  },
  { title: 'CustomRecord' },
);
export type CustomRecord = Static<typeof CustomRecord>;
export const CustomRecordPage = Paged(CustomRecord);
