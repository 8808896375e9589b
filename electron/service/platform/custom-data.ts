import { toIso } from '#base/clock.ts';
import { namedUuid } from '#base/ids.ts';
import type { PageOf, PageQuery } from '#contract/common.ts';
import type { CustomDataType, CustomRecord, SupplementalDataConfig } from '#contract/custom-data.ts';
import { dataTypes, isDataType } from '#contract/data-types.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { latestSuccess } from '#service/store/datasets.ts';
import { readIntegrationSetting, writeIntegrationSetting } from '#service/store/integration-settings.ts';
import type { StoredDataset } from '#service/store/read-course.ts';
import { pageOfRows } from '#service/store/rows-page.ts';
import type { Reader } from '#service/store/store.ts';
import type { Catalogue } from './catalogue.ts';
import { requireConnection } from './connection-changes.ts';
import { customType } from './custom-type.ts';
import { recordsModified } from './dataset-outcome.ts';
import type { CustomData } from './platform.ts';

/** Supplemental data and custom data types. Source: `docs/reference/rules/custom-data.md`. */
export const createCustomData = (context: ServiceContext, catalogue: Catalogue): CustomData => {
  const { store } = context;

  return {
    async supplemental(platformKey, dataType) {
      const key = supplementalKey(catalogue, platformKey, dataType);
      const set = await store.read((reader) => readIntegrationSetting<SupplementalDataConfig>(reader, key));
      return set ?? { supplementalDataConfig: {} };
    },

    async setSupplemental(platformKey, dataType, { supplementalDataConfig }) {
      const key = supplementalKey(catalogue, platformKey, dataType);
      await store.write((tx) => writeIntegrationSetting(tx, key, { supplementalDataConfig }));
      return { supplementalDataConfig };
    },

    async show(platformKey, identifier) {
      catalogue.find(platformKey);
      return store.read((reader) => requireConfig(reader, platformKey, identifier));
    },

    async set(platformKey, identifier, { dataSource, requiredData, keyBy, sourceModifiedDate }) {
      catalogue.find(platformKey);
      const config: CustomDataType = {
        ...(dataSource !== undefined && { dataSource }),
        ...(requiredData !== undefined && { requiredData }),
        ...(keyBy !== undefined && { keyBy }),
        ...(sourceModifiedDate !== undefined && { sourceModifiedDate }),
      };
      await store.write((tx) => writeIntegrationSetting(tx, customKey(platformKey, identifier), config));
      return config;
    },

    records: (companyId, connectionId, identifier, page) =>
      store.read(async (reader) => {
        const { platform_key } = await requireConnection(reader, companyId, connectionId);
        const config = await requireConfig(reader, platform_key, identifier);
        const read = await latestSuccess(reader, companyId, connectionId, customType(identifier));
        return pageOf(read === undefined ? [] : recordsOf(config, read), page);
      }),
  };
};

/** @throws CatalogueError `customData.notFound` */
export const requireConfig = async (
  reader: Reader,
  platformKey: string,
  identifier: string,
): Promise<CustomDataType> => {
  const config = await readIntegrationSetting<CustomDataType>(reader, customKey(platformKey, identifier));
  if (config !== undefined) return config;
  throw new CatalogueError('customData.notFound', { platformKey, identifier });
};

const customKey = (platform_key: string, name: string) => ({ kind: 'custom', platform_key, name }) as const;

/** @throws CatalogueError `integration.notFound`, `request.invalid` */
const supplementalKey = (catalogue: Catalogue, platform_key: string, name: string) => {
  catalogue.find(platform_key);
  if (isDataType(name)) return { kind: 'supplemental', platform_key, name } as const;
  throw invalid({
    itemId: 'dataType',
    message: `There is no data type "${name}". There are ${dataTypes.join(', ')}.`,
    validatorName: 'dataType',
  });
};

/** Generated data: it follows from the seed of the read alone. */
const recordsOf = ({ requiredData = {} }: CustomDataType, read: StoredDataset): CustomRecord[] => {
  const at = toIso(read.ended_at ?? read.requested_at);
  return Array.from({ length: recordsModified(read.seed) }, (_, n) => ({
    id: namedUuid('custom record', read.id, String(n)),
    content: Object.fromEntries(Object.keys(requiredData).map((name) => [name, `${name} ${n + 1}`])),
    isDeleted: false,
    modifiedDate: at,
    sourceModifiedDate: toIso(read.requested_at),
  }));
};

const pageOf = (records: readonly CustomRecord[], page: PageQuery): PageOf<CustomRecord> =>
  pageOfRows(records, page, {
    id: { type: 'text', of: ({ id }) => id },
    isDeleted: { type: 'boolean', of: ({ isDeleted }) => Number(isDeleted) },
    modifiedDate: { type: 'date', of: ({ modifiedDate }) => Date.parse(modifiedDate) },
    sourceModifiedDate: { type: 'date', of: ({ sourceModifiedDate }) => Date.parse(sourceModifiedDate) },
  });
