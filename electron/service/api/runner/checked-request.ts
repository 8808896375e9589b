import { invalid, type ValidationItem } from '#contract/errors.ts';
import { maskSign, ownHeaders, type SendRequest } from '#contract/request-runner.ts';

/**
 * A request for the local service alone: its path can name no other host, and its headers change nothing of the
 * connection. @throws CatalogueError `request.invalid` with one item for each problem
 */
export const checkSendable = ({ path, headers = [], body }: SendRequest): void => {
  const items = [...pathProblems(path), ...headers.flatMap(headerProblem)];
  if (body?.includes(maskSign)) items.push(maskedItem('body'));
  if (items.length > 0) throw invalid(...items);
};

const pathProblems = (path: string): ValidationItem[] => {
  if (path.includes(maskSign)) return [maskedItem('path')];
  if (/^\/(?![/\\])[\x21-\x7e]*$/.test(path) && !path.includes('#')) return [];
  return [
    {
      itemId: 'path',
      message:
        'path must begin with one slash, such as /companies?page=1, with other characters percent-encoded: requests go to the local service only.',
      validatorName: 'path',
    },
  ];
};

const headerProblem = ({ name, value }: { name: string; value: string }): ValidationItem[] => {
  const itemId = `headers.${name.slice(0, 40)}`;
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) {
    return [{ itemId, message: `${itemId} is no name of a header.`, validatorName: 'name' }];
  }
  if (ownHeaders.includes(name.toLowerCase())) {
    return [{ itemId, message: `${itemId} is set by Carryover: remove it.`, validatorName: 'own' }];
  }
  if (value.includes(maskSign)) return [maskedItem(itemId)];
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    return [
      { itemId, message: `${itemId} has a character that no header can have.`, validatorName: 'value' },
    ];
  }
  return [];
};

const maskedItem = (itemId: string): ValidationItem => ({
  itemId,
  message: `${itemId} has a masked secret (${maskSign}): replace it with its value, or remove it.`,
  validatorName: 'masked',
});
