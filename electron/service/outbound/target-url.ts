import type { ValidationItem } from '#contract/errors.ts';

/**
 * What keeps a URL from being called as it is, or undefined. Where it may lead is the address policy's matter, when it
 * is used. The message never repeats the URL, as it may hold a password.
 * @param itemId the field that it came in
 * @param insteadOfPassword a sentence that says where a password goes
 */
export const targetUrlProblem = (
  url: string,
  itemId: string,
  insteadOfPassword: string,
): ValidationItem | undefined => {
  const problem = (message: string): ValidationItem => ({ itemId, message, validatorName: 'url' });
  if (!URL.canParse(url)) return problem(`${itemId} must be a full URL, such as https://example.com/hook.`);
  const { protocol, username, password } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') {
    return problem(`${itemId} must begin with http:// or https://.`);
  }
  if (username !== '' || password !== '') {
    return problem(`${itemId} must not hold a user name or a password. ${insteadOfPassword}`);
  }
  return undefined;
};
