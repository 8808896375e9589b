import { NumberInput, type NumberInputProps } from '@mantine/core';

/** The status code of a simulated response. */
export const StatusCodeInput = (props: NumberInputProps) => (
  <NumberInput w={150} min={200} max={599} allowDecimal={false} {...props} />
);

/** How long a simulated response is held back, in seconds. */
export const DelayInput = (props: NumberInputProps) => (
  <NumberInput label="Delay (s)" w={150} min={0} max={120} decimalScale={3} {...props} />
);
