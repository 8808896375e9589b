import type { ValidationItem } from '#contract/errors.ts';
import type { CredentialField } from '#contract/integration.ts';

/** What is wrong with a single cell, as a sentence without its value. */

/** Invisible characters, and those that turn the direction of text; they come with copying. */
const invisible = /[\p{Cc}\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/u;
const lost = /\ufffd/;

/** @param text trimmed */
export const textProblem = (field: string, text: string, longest: number): string | undefined => {
  if (invisible.test(text))
    return `${field} contains an invisible character, such as a line break. Type it again.`;
  if (lost.test(text))
    return `${field} contains a character that was lost when the file was saved. Save it as UTF-8.`;
  if (text.length > longest) return `${field} has ${text.length} characters; the limit is ${longest}.`;
  return undefined;
};

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
/** @param text trimmed, in lower case */
export const isUuid = (text: string): boolean => uuid.test(text);

/** What spoils a credential however it looks. */
export const credentialProblem = ({ name, label, secret, example }: CredentialField, value: string) => {
  if (value !== value.trim()) return `${name} (${label}) begins or ends with a space. Remove it.`;
  if (invisible.test(value)) {
    return `${name} (${label}) contains an invisible character. Copy it again from its source.`;
  }
  if (secret && value === example) {
    return `${name} (${label}) is the example from the template. Replace it with the customer's own.`;
  }
  return undefined;
};

/** A problem of the credential rules, in words for who has a file. */
export const ruleProblem = (item: ValidationItem, field: CredentialField, value: string): string => {
  if (item.validatorName === 'required') return `${field.name} (${field.label}) is missing.`;
  if (item.validatorName !== 'pattern') return item.message;
  if (/^bearer\s/i.test(value)) return `${item.message} Remove the word Bearer.`;
  if (/^\d([.,]\d+)?e\+?\d+$/i.test(value)) {
    return `${item.message} A spreadsheet may have shortened a long number. Format the column as text and export it again.`;
  }
  return item.message;
};
