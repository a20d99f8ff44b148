// The look: flat surfaces, one accent from the brand, fixed status colours, light and dark, comfortable and compact.
import '#web/fonts/devanagari.css'
import '#web/fonts/fonts.css'
import '#web/fonts/language-names.css'
import { createTheme, type Theme } from '@mui/material/styles'
import { accentOf, grounds, type Scheme } from './accent.ts'
import { mix, readable } from './contrast.ts'

export { accentOf, grounds, type Scheme }

type Tone = 'success' | 'active' | 'warning' | 'offline' | 'fault' | 'maintenance' | 'neutral'
type StatusColor = { text: string; tint: string }

declare module '@mui/material/styles' {
  interface Palette {
    status: Record<Tone, StatusColor>
    chart: Record<'c0' | 'c1' | 'c2' | 'c3' | 'c4' | 'c5' | 'c6' | 'c7', string>
  }
  interface PaletteOptions {
    status?: Record<Tone, StatusColor>
    chart?: Record<'c0' | 'c1' | 'c2' | 'c3' | 'c4' | 'c5' | 'c6' | 'c7', string>
  }
}

/** Fixed, whatever the brand: green, blue, amber, grey, red, violet. */
export const statusColors: Record<Scheme, Record<Tone, StatusColor>> = {
  light: {
    success: { text: '#17693a', tint: '#e5f4eb' },
    active: { text: '#1a5bb5', tint: '#e6effb' },
    warning: { text: '#7d5000', tint: '#fcf0da' },
    offline: { text: '#4f5966', tint: '#eceff3' },
    fault: { text: '#ad231c', tint: '#fdeae9' },
    maintenance: { text: '#653ab3', tint: '#f1ebfb' },
    neutral: { text: '#4f5966', tint: '#eceff3' },
  },
  dark: {
    success: { text: '#73d39d', tint: '#12301f' },
    active: { text: '#86b6fa', tint: '#152a49' },
    warning: { text: '#f0bb60', tint: '#362910' },
    offline: { text: '#abb5c2', tint: '#262f3a' },
    fault: { text: '#f79d97', tint: '#421d1d' },
    maintenance: { text: '#c2a6f8', tint: '#2d224a' },
    neutral: { text: '#abb5c2', tint: '#262f3a' },
  },
}

// Okabe and Ito's eight, black and yellow replaced, each moved just far enough to stand out at 3 : 1.
const series = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#b3a000', '#7a7f87']
export const chartColors: Record<Scheme, readonly string[]> = {
  light: series.map(c => readable(c, [grounds.light.paper], 3)),
  dark: series.map(c => readable(c, [grounds.dark.paper], 3)),
}
const numbered = (colors: readonly string[]) =>
  Object.fromEntries(colors.map((c, i) => [`c${i}`, c])) as Theme['palette']['chart']

/** A filled button under the pointer: away from its text, so that the text stands out more, not less. */
const under = (main: string, scheme: Scheme): string => mix(scheme === 'light' ? '#000000' : '#ffffff', main, 0.18)

const palette = (brand: string, scheme: Scheme) => {
  const g = grounds[scheme]
  const s = statusColors[scheme]
  const on = scheme === 'light' ? '#ffffff' : '#0d1218'
  const filled = (main: string) => ({ main, dark: under(main, scheme), contrastText: on })
  const accent = accentOf(brand, scheme)
  return {
    primary: { ...accent, dark: under(accent.main, scheme) },
    secondary: filled(g.quiet),
    success: filled(s.success.text),
    info: filled(s.active.text),
    warning: filled(s.warning.text),
    error: filled(s.fault.text),
    background: { default: g.page, paper: g.paper },
    text: { primary: g.text, secondary: g.quiet },
    divider: g.line,
    status: s,
    chart: numbered(chartColors[scheme]),
  }
}

const QUICK_MS = 120
const duration = Object.fromEntries(
  ['shortest', 'shorter', 'short', 'standard', 'complex', 'enteringScreen', 'leavingScreen'].map(name => [
    name,
    QUICK_MS,
  ]),
)

/** The theme of a brand colour. `compact` tightens rows and gaps. */
export function makeTheme(brand: string, compact: boolean): Theme {
  return createTheme({
    cssVariables: { colorSchemeSelector: '[data-theme="%s"]' },
    colorSchemes: { light: { palette: palette(brand, 'light') }, dark: { palette: palette(brand, 'dark') } },
    shape: { borderRadius: 8 },
    spacing: 8,
    transitions: { duration },
    typography: {
      fontFamily: "'Inter Variable', 'Noto Sans Devanagari', system-ui, sans-serif",
      h1: { fontSize: '1.25rem', fontWeight: 600, lineHeight: 1.4 },
      h2: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.5 },
      h3: { fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.5 },
      body1: { fontSize: '0.875rem' },
      body2: { fontSize: '0.8125rem' },
      caption: { fontSize: '0.75rem' },
      button: { textTransform: 'none', fontWeight: 550 },
    },
    components: {
      MuiCssBaseline: {
        styleOverrides: theme => ({
          // Below banner and notices, above the footer of a form: what gets the focus is seen, its label too.
          html: { scrollPaddingTop: 'calc(max(56px, var(--notices, 0px)) + 40px)', scrollPaddingBottom: 88 },
          body: { fontSize: '0.875rem', WebkitFontSmoothing: 'antialiased' },
          '@media (prefers-reduced-motion: reduce)': {
            '*, *::before, *::after': { animation: 'none !important', transition: 'none !important' },
          },
          ':focus-visible': { outline: `2px solid ${theme.vars?.palette.primary.main}`, outlineOffset: 2 },
          // A logo's brand colour is made for white paper.
          '[data-theme="dark"] img[src^="/brands/"]': { filter: 'brightness(1.5)' },
          '@media print': { 'nav, header, [data-noprint]': { display: 'none !important' } },
        }),
      },
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiButton: { defaultProps: { disableElevation: true }, styleOverrides: { root: { whiteSpace: 'nowrap' } } },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiCard: { defaultProps: { variant: 'outlined' }, styleOverrides: { root: { borderRadius: 10 } } },
      MuiAppBar: { defaultProps: { elevation: 0, color: 'inherit' } },
      MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
      MuiSelect: { defaultProps: { size: 'small' } },
      MuiFormControl: { defaultProps: { size: 'small' } },
      MuiAutocomplete: { defaultProps: { size: 'small' } },
      MuiOutlinedInput: {
        styleOverrides: {
          root: { backgroundColor: 'var(--mui-palette-background-paper)' },
          notchedOutline: ({ theme }) => ({
            // A field's border stands out at 3 : 1 from the card.
            borderColor: grounds.light.field,
            ...theme.applyStyles('dark', { borderColor: grounds.dark.field }),
          }),
        },
      },
      // The text of disabled fields stays readable, at 4.5 : 1.
      MuiInputBase: {
        styleOverrides: {
          root: { '&.Mui-disabled': { color: 'var(--mui-palette-text-secondary)' } },
          input: {
            '&.Mui-disabled': { WebkitTextFillColor: 'currentColor', color: 'inherit' },
            '&.Mui-disabled::placeholder': { opacity: 1 },
          },
        },
      },
      MuiFormControlLabel: {
        styleOverrides: { label: { '&.Mui-disabled': { color: 'var(--mui-palette-text-secondary)' } } },
      },
      MuiChip: { styleOverrides: { root: { '&.Mui-disabled': { opacity: 1 } } } },
      MuiFormHelperText: { styleOverrides: { root: { marginLeft: 0, marginRight: 0 } } },
      MuiTableCell: { styleOverrides: { root: { fontSize: '0.8125rem', borderColor: 'var(--mui-palette-divider)' } } },
      MuiListItemButton: { defaultProps: { dense: compact } },
      // Menus open at the end of the page, outside its landmarks: they are one of their own while open.
      MuiMenu: { defaultProps: { slotProps: { root: { role: 'region', 'aria-label': 'Choices' } } } },
      // Below the notices that speak of it.
      MuiDialog: { styleOverrides: { container: { paddingTop: 'var(--notices, 0px)' } } },
      // In line with the fields above.
      MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px' } } },
      // A choice wider than the screen, as with the reason why it is off, takes several lines.
      MuiMenuItem: { defaultProps: { dense: compact }, styleOverrides: { root: { whiteSpace: 'normal' } } },
      MuiTab: { styleOverrides: { root: { minHeight: 44, textTransform: 'none' } } },
      MuiTabs: { styleOverrides: { root: { minHeight: 44 } } },
      MuiLink: { defaultProps: { underline: 'hover' } },
      MuiAlert: {
        styleOverrides: { root: { alignItems: 'center' }, message: { overflowWrap: 'anywhere', overflow: 'visible' } },
      },
    },
  })
}
