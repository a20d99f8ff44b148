// All screens of the portal by their files, loaded with the first screen that is not at hand (screens.ts).
import type { ComponentType } from 'react'

/** What loads each file. */
export type ScreenFiles = Record<string, () => Promise<Record<string, ComponentType>>>

export const files = import.meta.glob('../../features/*/*/*-page.tsx') as ScreenFiles
