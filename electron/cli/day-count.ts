import { InvalidArgumentError } from 'commander';

/** A number of days, such as `90d`. @throws InvalidArgumentError */
export const dayCount = (text: string): number => {
  const found = /^(\d{1,5})d?$/.exec(text.trim());
  if (found === null) throw new InvalidArgumentError('Must be a number of days, such as 90d.');
  return Number(found[1]);
};
