import {
  ActionIcon,
  Alert,
  AppShell,
  Badge,
  Button,
  Checkbox,
  Combobox,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  defaultCssVariablesResolver,
  Input,
  InputWrapper,
  Loader,
  type MantineColorsTuple,
  Menu,
  Modal,
  Notification,
  Pill,
  Popover,
  Radio,
  rem,
  Switch,
  Table,
  Tooltip,
} from '@mantine/core';

/** Mantine's theme on the tokens of `tokens.css`. */

const accent: MantineColorsTuple = [
  '#EEF1FE',
  '#DDE2FD',
  '#BEC7FA',
  '#A0ACFF',
  '#7C8BF5',
  '#5568EA',
  '#3F51D6',
  '#3547C4',
  '#2C3AA3',
  '#1C2140',
];
/** What Mantine draws in greys of the light scheme, in ours. */
const gray: MantineColorsTuple = [
  '#F9FAFB',
  '#F0F1F4',
  '#E9EBF0',
  '#E3E5EA',
  '#CDD1D9',
  '#A6ACB8',
  '#838995',
  '#626873',
  '#454A55',
  '#14161B',
];
const dark: MantineColorsTuple = [
  '#ECEDF0',
  '#B4B8C2',
  '#8F95A1',
  '#6D7380',
  '#25272E',
  '#1F2127',
  '#1F2127',
  '#131418',
  '#0D0E11',
  '#08090B',
];

const closable = { closeButtonProps: { 'aria-label': 'Close' } };
const dialog = {
  defaultProps: { ...closable, radius: 'lg', transitionProps: { duration: 140 } },
  styles: { title: { fontWeight: 600, fontSize: 'var(--fs-lg)', lineHeight: 'var(--lh-lg)' } },
} as const;

const isSmall = (size: unknown): boolean => size === 'xs' || size === 'compact-sm' || size === 'compact-xs';
const grid = { gridColor: 'var(--chart-grid)', strokeDasharray: '0' };
const straight = { ...grid, curveType: 'linear', connectNulls: false };

export const theme = createTheme({
  colors: { accent, gray, dark },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 5 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  black: '#14161B',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  focusClassName: 'carryover-focus',
  fontFamily: 'var(--font-ui)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: rem(11), sm: rem(12), md: rem(13), lg: rem(14), xl: rem(16) },
  lineHeights: { xs: rem(16), sm: rem(16), md: rem(20), lg: rem(20), xl: rem(24) },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(14), lineHeight: rem(20) },
      h2: { fontSize: rem(13), lineHeight: rem(20) },
      h3: { fontSize: rem(12), lineHeight: rem(16) },
      h4: { fontSize: rem(13), lineHeight: rem(20) },
      h5: { fontSize: rem(12), lineHeight: rem(16) },
      h6: { fontSize: rem(12), lineHeight: rem(16) },
    },
  },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  breakpoints: { md: '60em' },
  radius: { sm: rem(4), md: rem(6), lg: rem(8) },
  defaultRadius: 'md',
  shadows: Object.fromEntries(['xs', 'sm', 'md', 'lg', 'xl'].map((size) => [size, 'var(--shadow)'])),
  components: {
    ActionIcon: ActionIcon.extend({
      defaultProps: { size: 'sm' },
      vars: (_, { size }) => ({ root: { '--ai-size': rem(isSmall(size) ? 24 : 28) } }),
    }),
    Alert: Alert.extend({ defaultProps: { closeButtonLabel: 'Close' } }),
    AppShell: AppShell.extend({ defaultProps: { layout: 'alt', padding: 0, transitionDuration: 0 } }),
    Badge: Badge.extend({
      defaultProps: { variant: 'light', radius: 'sm', tt: 'none' },
      vars: () => ({
        root: { '--badge-height': rem(20), '--badge-fz': rem(12), '--badge-padding-x': rem(7) },
      }),
    }),
    Button: Button.extend({
      vars: (_, { size }) => ({
        root: isSmall(size)
          ? { '--button-height': rem(24), '--button-padding-x': rem(8), '--button-fz': rem(12) }
          : { '--button-height': rem(28), '--button-padding-x': rem(10), '--button-fz': rem(13) },
      }),
    }),
    Checkbox: Checkbox.extend({ vars: () => ({ root: { '--checkbox-size': rem(16) } }) }),
    Combobox: Combobox.extend({ defaultProps: { transitionProps: { duration: 140 } } }),
    Drawer: Drawer.extend(dialog),
    Input: Input.extend({
      vars: () => ({
        wrapper: {
          '--input-height': rem(28),
          '--input-fz': rem(13),
          '--input-padding': rem(8),
          '--input-padding-y': rem(3),
        },
      }),
    }),
    InputWrapper: InputWrapper.extend({
      vars: () => ({
        label: { '--input-label-size': rem(13), '--input-asterisk-color': 'var(--danger)' },
        error: { '--input-error-size': rem(12) },
        success: { '--input-success-size': rem(12) },
        description: { '--input-description-size': rem(12) },
      }),
    }),
    Loader: Loader.extend({ defaultProps: { size: 'sm' } }),
    Menu: Menu.extend({
      // The placeholder would be a child of the menu that is no item: the first item has the focus instead.
      defaultProps: { transitionProps: { duration: 140 }, withInitialFocusPlaceholder: false },
    }),
    Modal: Modal.extend(dialog),
    Notification: Notification.extend({
      defaultProps: closable,
      styles: { description: { color: 'var(--text)' } },
    }),
    Pill: Pill.extend({
      defaultProps: { radius: 'sm' },
      vars: () => ({ root: { '--pill-height': rem(22), '--pill-fz': rem(12) } }),
    }),
    // An open list never lengthens the page: it would scroll, and move what is about to be pressed.
    Popover: Popover.extend({ defaultProps: { floatingStrategy: 'fixed' } }),
    Radio: Radio.extend({ vars: () => ({ root: { '--radio-size': rem(16), '--radio-icon-size': rem(6) } }) }),
    Switch: Switch.extend({ defaultProps: { size: 'sm' } }),
    Table: Table.extend({
      defaultProps: { stickyHeader: true, layout: 'fixed', verticalSpacing: 0, horizontalSpacing: 'sm' },
    }),
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: false } },
    }),
    // By name: the charts are no part of the page that is loaded first.
    BarChart: { defaultProps: { ...grid, barProps: { isAnimationActive: false } } },
    LineChart: { defaultProps: { ...straight, lineProps: { isAnimationActive: false } } },
    AreaChart: { defaultProps: { ...straight, areaProps: { isAnimationActive: false } } },
    CompositeChart: { defaultProps: straight },
  },
});

/** Mantine's names of colours, by what they mean here. */
const meanings: Readonly<Record<string, string>> = {
  teal: 'success',
  green: 'success',
  red: 'danger',
  orange: 'warning',
  yellow: 'warning',
  blue: 'info',
};

const tints = Object.fromEntries(
  Object.entries(meanings).flatMap(([name, role]) => [
    [`--mantine-color-${name}-light`, `var(--${role}-bg)`],
    [`--mantine-color-${name}-light-hover`, `var(--${role}-bg)`],
    [`--mantine-color-${name}-light-color`, `var(--${role})`],
    [`--mantine-color-${name}-text`, `var(--${role})`],
    [`--mantine-color-${name}-outline`, `var(--${role})`],
    [`--mantine-color-${name}-outline-hover`, `var(--${role}-bg)`],
    [`--mantine-color-${name}-filled`, `var(--${role}-mark)`],
  ]),
);

const roles: Readonly<Record<string, string>> = {
  ...tints,
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-success': 'var(--success)',
  '--mantine-color-default': 'var(--bg)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-hover': 'var(--bg-hover)',
  '--mantine-color-default-border': 'var(--border-strong)',
  '--mantine-color-disabled': 'var(--bg-hover)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-disabled-border': 'var(--border)',
  '--mantine-color-accent-filled-hover': 'var(--accent-hover)',
  '--mantine-color-accent-light': 'var(--bg-selected)',
  '--mantine-color-accent-light-hover': 'var(--bg-selected)',
  '--mantine-color-accent-light-color': 'var(--accent-text)',
  '--mantine-color-accent-text': 'var(--accent-text)',
  '--mantine-color-gray-light': 'var(--bg-hover)',
  '--mantine-color-gray-light-hover': 'var(--bg-hover)',
  '--mantine-color-gray-light-color': 'var(--text-2)',
  // White text is shown on it in both schemes.
  '--mantine-color-red-filled': 'var(--danger-filled)',
  '--mantine-color-red-filled-hover': 'var(--danger-filled-hover)',
};

export const cssVariables: CSSVariablesResolver = (of) => {
  const base = defaultCssVariablesResolver(of);
  return { ...base, light: { ...base.light, ...roles }, dark: { ...base.dark, ...roles } };
};
