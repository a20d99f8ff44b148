// Which address counts behind proxies: only the word of a trusted proxy is believed, and only a valid address
// (D-GEN-18).
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net'

/** Groups of addresses that a list of trusted proxies may name by a word. */
const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * The IP address in an entry of `X-Forwarded-For` or of a socket, written in its one usual way: without port, zone and
 * brackets, an IPv4 address inside an IPv6 one as itself. Undefined for what is no address.
 */
export function addressIn(entry: string): string | undefined {
  const text = entry.trim()
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  const [address = ''] = bare.split('%')
  if (isIP(bare) === 0) return undefined
  if (isIPv4(address)) return address
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '')
}

/** Reads a list of addresses and networks (10.0.0.0/8), split by commas; `loopback` is the machine itself. */
export function trusted(list: string | undefined): (address: string) => boolean {
  const names = (list ?? '').split(',').map(n => n.trim())
  const known = new BlockList()
  for (const name of names.flatMap(n => NAMED[n] ?? (n === '' ? [] : [n]))) {
    const [address = '', bits] = name.split('/')
    const family = address.includes(':') ? 'ipv6' : 'ipv4'
    if (bits === undefined) known.addAddress(address, family)
    else known.addSubnet(address, Number(bits), family)
  }
  return text => {
    const address = addressIn(text)
    return address !== undefined && known.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
  }
}

/**
 * The address of the caller: of the socket, or, where a trusted proxy connects, the nearest entry of `X-Forwarded-For`
 * that is not trusted itself. An entry that is no address ends the search: the last proxy before counts. '' for a
 * connection that is gone.
 */
export function callerAddress({ socket, headers }: IncomingMessage, isTrusted: (address: string) => boolean): string {
  let nearest = addressIn(socket.remoteAddress ?? '') ?? ''
  const told = String(headers['x-forwarded-for'] ?? '').split(',')
  while (isTrusted(nearest)) {
    const next = addressIn(told.pop() ?? '')
    if (next === undefined) break
    nearest = next
  }
  return nearest
}
