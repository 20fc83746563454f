import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core'

/** What stands on the colour of actions must be read on the light one and on the dark one. */
const readable: VariantColorsResolver = (input) => {
  const usual = defaultVariantColorsResolver(input)
  const isAction = input.variant === 'filled' && (input.color === undefined || input.color === 'edison')
  return isAction ? { ...usual, color: 'var(--on-accent)' } : usual
}

export const theme = createTheme({
  variantColorResolver: readable,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  primaryColor: 'edison', primaryShade: { light: 7, dark: 3 }, defaultRadius: 'sm', cursorType: 'pointer', autoContrast: true,
  colors: { dark: ['#e7eaee', '#c3cad3', '#a4adb9', '#7d8794', '#3a424d', '#2c323b', '#1e232a', '#161a20', '#12161b', '#0e1116'], edison: ['#eef6fe', '#d9eafb', '#b5d5f6', '#79b8f5', '#4a98e0', '#2a7dca', '#176bbb', '#0b5cad', '#084b90', '#063a70'] },
})

export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: { '--mantine-color-body': 'var(--canvas)', '--mantine-color-text': 'var(--ink)', '--mantine-color-dimmed': 'var(--muted)', '--mantine-color-default-border': 'var(--line)', '--mantine-color-placeholder': 'var(--muted)' },
  dark: { '--mantine-color-body': 'var(--canvas)', '--mantine-color-text': 'var(--ink)', '--mantine-color-dimmed': 'var(--muted)', '--mantine-color-default-border': 'var(--line)', '--mantine-color-placeholder': 'var(--muted)', '--mantine-color-default': 'var(--surface)' },
})
