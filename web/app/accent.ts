// The background of pages in the light and in the dark, and the brand's colour as their accent.
import { contrast, mix, shadeUntil } from './contrast.ts'

export type Scheme = 'light' | 'dark'

export const grounds = {
  light: { page: '#f6f7f9', paper: '#ffffff', line: '#e1e5ea', field: '#868f9c', text: '#1a2129', quiet: '#56606d' },
  dark: { page: '#0d1218', paper: '#141b24', line: '#27313d', field: '#6d7989', text: '#e5eaf1', quiet: '#a1acba' },
} as const

/** The brand's colour as accent of a scheme: readable on page, card and a tint of itself, with the text that stands on it. */
export function accentOf(brand: string, scheme: Scheme): { main: string; contrastText: string } {
  const { page, paper } = grounds[scheme]
  const contrastText = scheme === 'light' ? '#ffffff' : '#0d1218'
  const main = shadeUntil(brand, scheme === 'light' ? '#000000' : '#ffffff', c =>
    [page, paper, mix(c, paper, 0.1), contrastText].every(g => contrast(c, g) >= 4.5),
  )
  return { main, contrastText }
}
