import type { ValidationItem } from './errors.ts';
import type { CredentialField } from './integration.ts';

/** On the desk, and in the form that the integrator fills in. Never its value. */
export const malformedDetail = ({ name, label, example }: CredentialField): ValidationItem => ({
  itemId: `fields.${name}`,
  message: `${name} (${label}) has the wrong format. Example: ${example}.`,
  validatorName: 'pattern',
});
