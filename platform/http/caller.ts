// Who calls, by the connection: the network an address belongs to, and whether the caller sits on this very machine.
import type { FastifyRequest } from 'fastify'

const LOOPBACK = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|::ffff:127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/
/** `localhost` and what ends so never leaves the machine (RFC 6761). */
const LOOPBACK_NAME = /^(([a-z0-9-]+\.)*localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d+)?$/i

/**
 * True when the caller is a program on this machine that asked for this machine by name and was not passed on by anyone:
 * a proxy beside the product connects from here too, and a page elsewhere may point its own name here (D-GEN-18).
 */
export function isOnThisMachine({ raw, headers }: FastifyRequest): boolean {
  const passedOn = Object.keys(headers).some(h => h === 'forwarded' || h === 'via' || /^x-(forwarded|real-ip)/.test(h))
  return LOOPBACK.test(raw.socket.remoteAddress ?? '') && LOOPBACK_NAME.test(headers.host ?? '') && !passedOn
}

/** The eight groups of an IPv6 address, '' where it is none. */
function groupsOf(address: string): string[] {
  const [head = '', tail, ...more] = address.toLowerCase().split('::')
  if (more.length > 0) return []
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : 8 - front.length - back.length
  const all = [...front, ...Array<string>(Math.max(0, gap)).fill('0'), ...back]
  return all.length === 8 && all.every(g => /^[0-9a-f]{1,4}$/.test(g)) ? all : []
}

/**
 * The part of an address that counts as one caller: an IPv4 address, or the first 64 bits of an IPv6 address, since the
 * holder of such a network has 2^64 addresses.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  const groups = groupsOf(address.split('%')[0] ?? '')
  return groups.length === 0
    ? address.slice(0, 60)
    : `${groups
        .slice(0, 4)
        .map(g => Number.parseInt(g, 16).toString(16))
        .join(':')}::/64`
}

/** Where a call comes from; `agent`: what the browser calls itself; `origin`: the address of the page that calls. */
export type Visitor = { ip: string; agent: string; origin: string | undefined }
export const visitorOf = ({ ip, headers }: FastifyRequest): Visitor => ({
  ip,
  agent: (headers['user-agent'] ?? '').slice(0, 300),
  origin: headers.origin,
})
