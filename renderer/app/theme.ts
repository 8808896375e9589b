import {
  Alert,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  defaultCssVariablesResolver,
  Modal,
  Notification,
  rem,
  Tooltip,
} from '@mantine/core';

/** Looks that all screens share: fonts of the system, one accent, and text that stands out enough (WCAG AA). */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: rem(11), sm: rem(12), md: rem(13), lg: rem(14), xl: rem(16) },
  lineHeights: { xs: rem(16), sm: rem(16), md: rem(20), lg: rem(20), xl: rem(24) },
  headings: { fontWeight: '650' },
  components: {
    Modal: Modal.extend({
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      styles: { title: { fontWeight: 650, fontSize: 'var(--mantine-font-size-lg)' } },
    }),
    Drawer: Drawer.extend({
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      styles: { title: { fontWeight: 650, fontSize: 'var(--mantine-font-size-lg)' } },
    }),
    Notification: Notification.extend({
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      styles: { description: { color: 'var(--mantine-color-text)' } },
    }),
    Alert: Alert.extend({ defaultProps: { closeButtonLabel: 'Close' } }),
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: false } },
    }),
  },
});

/** Text on a tint of its own colour, dark enough on the light theme's (4.5 : 1 and more). */
const onTint: Readonly<Record<string, string>> = {
  teal: '#05573f',
  green: '#1b5e26',
  red: '#9b1c1c',
  orange: '#8a3200',
  yellow: '#7a4d00',
  blue: '#124a8c',
  indigo: '#2f3da8',
  gray: '#343a40',
};

const tintedText = Object.fromEntries(
  Object.entries(onTint).map(([name, colour]) => [`--mantine-color-${name}-light-color`, colour]),
);

/** Dimmed text, placeholders and reds of Mantine fall short of 4.5 : 1. */
export const cssVariables: CSSVariablesResolver = (of) => {
  const base = defaultCssVariablesResolver(of);
  return {
    ...base,
    light: {
      ...base.light,
      ...tintedText,
      '--mantine-color-dimmed': '#5a6270',
      '--mantine-color-placeholder': '#6b7280',
      '--mantine-color-error': '#b91c1c',
      '--mantine-color-red-filled': '#c92a2a',
      '--mantine-color-red-filled-hover': '#b02525',
      '--carryover-page': '#f7f8fa',
    },
    dark: {
      ...base.dark,
      '--mantine-color-dimmed': '#a3a9b5',
      '--mantine-color-placeholder': '#8f96a3',
      '--mantine-color-error': '#ff8787',
      '--mantine-color-red-filled': '#c92a2a',
      '--mantine-color-red-filled-hover': '#b02525',
      '--carryover-page': '#17181b',
    },
  };
};
