// The screens: found by their place, loaded when first shown, each a chunk of its own.
import type { ComponentType, LazyExoticComponent } from 'react'
import { later } from '#kit/later.ts'
import { componentName } from './routes.ts'
import type { ScreenFiles } from './screen-files.ts'

/**
 * The screens that most people see first are at hand. The others are in a table of their own (screen-files.ts), which grows
 * with the product and would make the sign-in wait.
 */
const first = import.meta.glob('../../features/{people/sign-in,desk/dashboard}/*-page.tsx') as ScreenFiles
const fileOf = (page: string): string => `../../features/${page}.tsx`

/** True when a route has a screen; a test holds that the file of each is there (menu.test.ts). */
export const isBuilt = (page: string | undefined): page is string => page !== undefined

/** What loads the screen of a page; undefined where no such file is there. */
export const screenFile = async (page: string) => {
  const file = fileOf(page)
  return first[file] ?? (await import('./screen-files.ts')).files[file]
}

/** Loads a screen; throws where the file does not export its component. */
export async function loadScreen(page: string): Promise<{ default: ComponentType }> {
  const module = await (await screenFile(page))?.()
  const component = module?.[componentName(page)]
  if (!component) throw new Error(`${fileOf(page)} exports no ${componentName(page)}`)
  return { default: component }
}

const screens = new Map<string, LazyExoticComponent<ComponentType>>()
/** The screen as a component that loads itself. */
export function screenOf(page: string): LazyExoticComponent<ComponentType> {
  const known = screens.get(page) ?? later(() => loadScreen(page))
  screens.set(page, known)
  return known
}
