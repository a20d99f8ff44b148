// The screens that are built: found by their place, loaded when first shown, each a chunk of its own.
import type { ComponentType, LazyExoticComponent } from 'react'
import { later } from '#kit/later.ts'
import { componentName } from './routes.ts'

const files = import.meta.glob('../../features/*/*/*-page.tsx') as Record<
  string,
  () => Promise<Record<string, ComponentType>>
>
const fileOf = (page: string): string => `../../features/${page}.tsx`

/** True when the screen of a route exists. */
export const isBuilt = (page: string | undefined): page is string => page !== undefined && fileOf(page) in files

/** Loads a screen; throws where the file does not export its component. */
export async function loadScreen(page: string): Promise<{ default: ComponentType }> {
  const module = await files[fileOf(page)]?.()
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
