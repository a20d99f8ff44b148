// All screens of the portal by their files, loaded with the first screen that is not at hand (screens.ts).
import type { ScreenFiles } from './screens.ts'

export const files = import.meta.glob('../../features/*/*/*-page.tsx') as ScreenFiles
