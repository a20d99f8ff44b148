// Contrast of colours by WCAG 2, and the nearest shade of a colour that holds a ratio. Colours are '#rrggbb'.
type Rgb = readonly [number, number, number]

const rgbOf = (hex: string): Rgb => {
  const n = Number.parseInt(hex.slice(1), 16)
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255]
}
const hexOf = (rgb: Rgb): string => `#${rgb.map(c => Math.round(c).toString(16).padStart(2, '0')).join('')}`
const linear = (c: number): number => (c <= 10.31475 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4)

/** Relative luminance, 0 (black) to 1 (white). */
const luminance = (hex: string): number => {
  const [r, g, b] = rgbOf(hex)
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/** Contrast ratio of two colours, 1 to 21. */
export const contrast = (a: string, b: string): number => {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** `share` of `over` laid on `under` (0 to 1). */
export const mix = (over: string, under: string, share: number): string => {
  const [a, b] = [rgbOf(over), rgbOf(under)]
  return hexOf([0, 1, 2].map(i => (a[i] as number) * share + (b[i] as number) * (1 - share)) as unknown as Rgb)
}

/** The shade of `hex`, moved towards `towards` only as far as needed, for which `holds` is true; at last `towards`. */
export const shadeUntil = (hex: string, towards: string, holds: (shade: string) => boolean): string => {
  for (let step = 0; step < 50; step++) {
    const shade = mix(towards, hex, step / 50)
    if (holds(shade)) return shade
  }
  return towards
}

/** The nearest shade of `hex` with at least `ratio` to every one of `grounds`, which are all light or all dark. */
export const readable = (hex: string, grounds: readonly string[], ratio = 4.5): string => {
  const towards = grounds.every(g => luminance(g) > 0.18) ? '#000000' : '#ffffff'
  return shadeUntil(hex, towards, shade => grounds.every(g => contrast(shade, g) >= ratio))
}
