// The palette with the objects that features let it find: their files named x-palette.actions.ts, loaded with it.
import.meta.glob('../../features/*/*/*-palette.actions.ts', { eager: true })

export { Palette } from '#kit/palette.tsx'
