import { type Fields, field, isObject, textOf } from './json-lines.ts';
import { unreadable } from './unreadable.ts';

/** Where the network security groups are: in answers of `az`, and in ARM templates with rules as resources of their own. */

export interface AzureGroup {
  readonly name: string | undefined;
  /** A text in place of a rule says why it can't be read. */
  readonly rules: readonly unknown[];
  readonly defaults: readonly unknown[] | undefined;
}

export const azureForm = 'Azure NSG JSON';

/** @throws CatalogueError `allowList.unreadable` if there is none */
export const azureGroups = (value: unknown): AzureGroup[] => {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every((item) => isObject(item) && isRule(item))) {
      return [{ name: undefined, rules: value, defaults: undefined }];
    }
    if (!value.some(holdsRules)) throw unreadable(azureForm, 'it has no network security group');
    return value.flatMap((item) =>
      holdsRules(item) || !isObject(item) ? azureGroups(item) : [unread(item)],
    );
  }
  if (!isObject(value)) throw unreadable(azureForm, 'it has no network security group');
  const list = field(value, 'value');
  if (Array.isArray(list)) return azureGroups(list);
  if (rulesOf(value) !== undefined) return [withChildren(value, [])];
  const resources = listOf(field(value, 'resources'));
  if (resources === undefined) throw unreadable(azureForm, 'it has no securityRules');
  return someOf(fromTemplate(resources));
};

const holdsRules = (item: unknown): boolean =>
  Array.isArray(item) ||
  (isObject(item) && ['value', 'resources'].some((name) => field(item, name) !== undefined)) ||
  (isObject(item) && rulesOf(item) !== undefined);

const cannotRead = "The rules of the group can't be read.";
const unread = (item: Fields): AzureGroup => ({
  name: textOf(item, 'name'),
  rules: [cannotRead],
  defaults: undefined,
});

const someOf = (groups: AzureGroup[]): AzureGroup[] => {
  if (groups.length === 0) throw unreadable(azureForm, 'it has no network security group');
  return groups;
};

/** Resources are a list, or named in an object. */
const listOf = (value: unknown): Fields[] | undefined => {
  if (Array.isArray(value)) return value.filter(isObject);
  return isObject(value) ? Object.values(value).filter(isObject) : undefined;
};

const fromTemplate = (resources: readonly Fields[]): AzureGroup[] => {
  const groups = resources.filter(
    (one) => rulesOf(one) !== undefined || typeOf(one).endsWith('/networksecuritygroups'),
  );
  const children = resources.filter((one) => !groups.includes(one) && isChild(one));
  const nested = resources.some((one) => typeOf(one).endsWith('/deployments'));
  return groups.map((group) => {
    const name = textOf(group, 'name');
    const own = children.flatMap((child): unknown[] => {
      const parent = textOf(child, 'name')?.split('/')[0];
      if (groups.length === 1 || parent === name) return [child];
      const elsewhere = groups.some((other) => textOf(other, 'name') === parent);
      return elsewhere ? [] : ["Which group a rule of the template belongs to can't be read."];
    });
    return withChildren(group, [
      ...own,
      ...(nested ? ['A deployment within the template may hold more rules.'] : []),
    ]);
  });
};

const withChildren = (group: Fields, more: readonly unknown[]): AzureGroup => {
  const rules = rulesOf(group);
  const inner = (listOf(field(group, 'resources')) ?? []).filter(isChild);
  const defaults = field(insideOf(group), 'defaultSecurityRules');
  const given = rules === undefined ? [] : Array.isArray(rules) ? rules : [cannotRead];
  return {
    name: textOf(group, 'name'),
    rules: [...given, ...inner, ...more],
    defaults: Array.isArray(defaults) ? defaults : undefined,
  };
};

const insideOf = (item: Fields): Fields => {
  const properties = field(item, 'properties');
  return isObject(properties) ? properties : item;
};
const rulesOf = (item: Fields): unknown => field(insideOf(item), 'securityRules');
const isRule = (item: Fields): boolean => field(insideOf(item), 'direction') !== undefined;
const typeOf = (item: Fields): string => (textOf(item, 'type') ?? '').toLowerCase();
const isChild = (item: Fields): boolean => /(^|\/)securityrules$/.test(typeOf(item)) || isRule(item);
