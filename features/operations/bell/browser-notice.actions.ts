// Notices of the browser itself for critical alerts, while a page of the portal is open (ALERT-06).
import type { BellEntry } from './bell.contract.ts'

/** `unsupported`: the browser has none. */
export type Permission = 'default' | 'granted' | 'denied' | 'unsupported'
export const browserPermission = (): Permission =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.permission
/** Asks the reader; must be called from a click. */
export const askBrowser = async (): Promise<Permission> =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.requestPermission()

/** Shows entries where the reader has allowed it. Several pages of one browser show each once, by its tag. */
export function ringInBrowser(entries: readonly BellEntry[]): void {
  if (browserPermission() !== 'granted') return
  for (const { id, text, to } of entries.slice(0, 3)) {
    const notice = new Notification(text, { tag: id, requireInteraction: false })
    notice.onclick = () => {
      globalThis.focus()
      globalThis.location.assign(to)
      notice.close()
    }
  }
}
