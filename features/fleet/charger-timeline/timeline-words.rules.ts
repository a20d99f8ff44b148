// The words of a timeline's events: ends of connections with their codes, late reports, energy and lengths of time.
import { formatFileTime, minuteMs } from '@wattdesk/base/time'
import { connectorText, type NamedConnector } from '#fleet/stations/evse-words.rules.ts'
import type { ConnectionEvent, StatusEvent } from './timeline.contract.ts'

const clock = (iso: string): string => formatFileTime(new Date(iso)).slice(11)

/** The meaning of the codes with which a WebSocket ends (RFC 6455, 7.4). */
const CODES: Readonly<Record<number, string>> = {
  1000: 'ended normally',
  1001: 'went away',
  1002: 'against the protocol',
  1005: 'ended without a reason',
  1006: 'broke off without notice',
  1008: 'against the rules',
  1009: 'a message was too large',
  1011: 'a fault at the other end',
  1012: 'the server restarted',
}
export const codeText = (code: number): string => `${code}${CODES[code] ? `: ${CODES[code]}` : ''}`

export function connectionText({
  event,
  reason,
  closeCode,
  times,
  lastAt,
  address,
}: ConnectionEvent): [string, string] {
  const code = closeCode === null ? '' : `Code ${codeText(closeCode)}`
  const words = reason && !/^Closed with \d+$/.test(reason) ? reason : ''
  if (event === 'connected') return ['Connected', address ? `From ${address}` : '']
  if (event === 'booted') return ['Started up', reason ? `By its own word: ${reason}` : 'The charger told what it is']
  if (event === 'disconnected') return ['Disconnected', [words, code].filter(Boolean).join(' · ')]
  if (event === 'replaced') return ['Connection replaced by a newer one', '']
  const often = times > 1 && lastAt ? ` · ${times.toLocaleString('en-IN')} times, last at ${clock(lastAt)}` : ''
  return ['Connection refused', `${reason ?? ''}${often}`]
}
/** Returns 'told 12 min later' for an event that was reported late. */
export function lateText(e: Pick<StatusEvent, 'at' | 'receivedAt'>): string {
  const late = Date.parse(e.receivedAt) - Date.parse(e.at)
  return late < minuteMs ? '' : `told ${Math.round(late / minuteMs).toLocaleString('en-IN')} min later`
}
/** `known`: the connectors of the charger, by which it names them. */
export const connectorName = (connectorId: number, known: readonly NamedConnector[]): string =>
  connectorId === 0 ? 'Charge point' : connectorText(known.find(n => n.connectorId === connectorId) ?? { connectorId })

export const kwhText = (wh: number): string =>
  `${(wh / 1000).toLocaleString('en-IN', { maximumFractionDigits: 2 })} kWh`
export const durationText = (length: number): string =>
  length < 2 * minuteMs
    ? `${Math.round(length / 1000)} s`
    : `${Math.round(length / minuteMs).toLocaleString('en-IN')} min`
