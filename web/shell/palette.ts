// The palette with the objects of the features: their files named x-palette.actions.ts, loaded with the palette.
import.meta.glob('../../features/*/*/*-palette.actions.ts', { eager: true })

export { Palette } from '#kit/palette.tsx'
