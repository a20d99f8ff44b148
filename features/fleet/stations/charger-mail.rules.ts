// The text of a mail on an event of a charger (D-CHARGER-6).
import { formatDateTime, zoneName } from '@wattdesk/base/time'
import { type Home, signature } from '#office/brand/brand.rules.ts'
import { CHARGER_EVENTS, type ChargerEvent } from './charger-mail.words.ts'
import { connectorMark, connectorWords } from './evse-words.rules.ts'

export type ChargerNews = {
  chargepointPk: number
  chargepointId: string
  chargepointName: string
  /** 0: the charge point as a whole. */
  connectorId: number
  connectorName: string | null
  evseId: number | null
  evseConnectorId: number | null
  event: ChargerEvent
  at: Date
  /** Further lines about the event, as `Transaction: 88`. */
  details: readonly string[]
}
type House = { home: Home; timeZone: string }

/** Returns the mail; its first line and subject name the event as the form does. */
export function eventLetter(e: ChargerNews, { home, timeZone }: House): { subject: string; text: string } {
  const label = CHARGER_EVENTS[e.event]
  const name = e.connectorName !== null && e.connectorName !== String(e.connectorId) ? ` (${e.connectorName})` : ''
  const connector = e.connectorId > 0 ? [`Connector: ${connectorMark(e)}${name}`] : []
  return {
    subject: `${e.chargepointId}: ${label}${e.connectorId > 0 ? `, ${connectorWords(e)}` : ''}`,
    text: [
      label,
      '',
      `Charge point: ${e.chargepointId} (${e.chargepointName})`,
      ...connector,
      `Time: ${formatDateTime(e.at, timeZone)} (${zoneName(timeZone)})`,
      ...e.details,
      '',
      `${home.url}/charger/${e.chargepointPk}`,
      '',
      'At most one such mail is sent in five minutes. Who receives which mails is set on the Settings tab of the charge point.',
      '',
      signature(home),
    ].join('\n'),
  }
}
