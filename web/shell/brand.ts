// The brand of this page: taken from the host once, and put on the document as title and icon.
import { type Brand, brandOf } from '#office/brand/brand.rules.ts'

export const brand: Brand = brandOf(location.host)

const DASHBOARD_TITLE = 'InsightHub - AI Analytics'

/** The browser title of a path: the brand's, on the dashboard its own (D-SHELL-6). */
export const documentTitle = (path: string, of: Brand = brand): string =>
  path === '/' || path === '/dashboard' || path.startsWith('/dashboard/') ? DASHBOARD_TITLE : of.pageTitle

/** Sets the icon of the tab. */
export function applyFavicon(of: Brand = brand): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]') ?? document.createElement('link')
  link.rel = 'icon'
  link.href = of.favicon
  document.head.append(link)
}
