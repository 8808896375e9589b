import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A value that is a secret: hidden while it is typed, and never offered again. */
export const SecretInput = ({ label, ...props }: Omit<PasswordInputProps, 'label'> & { label: string }) => (
  <PasswordInput
    {...props}
    label={label}
    autoComplete="off"
    spellCheck={false}
    data-1p-ignore
    data-lpignore="true"
    visibilityToggleButtonProps={{ 'aria-label': `Show ${label}`, tabIndex: 0 }}
  />
);
