// Where the browser may be sent after a single sign-on: to a path of the portal, on a host that is the installation's own.
import { isStorable } from '@wattdesk/base/text'

const START = '/'
/** `text` if it is a path of the portal, else its beginning; never another host, however it is spelt. */
export function pathWithin(text: string): string {
  // A browser reads a backslash as a slash, and skips tabs and line breaks.
  if (!text.startsWith('/') || /[\\\p{Cc}]/u.test(text) || !isStorable(text)) return START
  const url = URL.parse(text, 'https://portal.invalid')
  if (url?.origin !== 'https://portal.invalid' || url.pathname.startsWith('//')) return START
  return `${url.pathname}${url.search}`
}

const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/
/** The same port of this machine: localhost and 127.0.0.1 are two origins, and one portal. */
const isSameMachine = (a: URL, b: URL): boolean =>
  LOOPBACK.test(a.hostname) && LOOPBACK.test(b.hostname) && a.port === b.port && a.protocol === b.protocol

/**
 * The origin of the page that calls, if it is one of the installation's own; else the first of those. What a caller says of
 * itself decides nothing more: a foreign origin would be handed the ticket.
 */
export function ownOrigin(said: string | undefined, own: readonly string[]): string {
  const [first = ''] = own
  const url = said === undefined ? null : URL.parse(said)
  if (!url || url.origin !== said) return new URL(first).origin
  const known = own.map(o => new URL(o))
  return known.some(o => o.origin === url.origin || isSameMachine(o, url)) ? url.origin : new URL(first).origin
}
