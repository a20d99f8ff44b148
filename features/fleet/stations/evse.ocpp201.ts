// Takes the pairs by which a station of OCPP 2.0.1 names its connectors into the record, before anything depends on them.
import type { Request201 } from '@wattdesk/ocpp/ocpp201'
import type { Services } from '#office/installation/services.ts'
import { saveEvse } from './charger.store.ts'
import { connectorOf, connectorsOf, type Evse, numberFor } from './evse.rules.ts'
import { noteConnector, placeOf, type Station } from './station.memory.ts'

/**
 * The portal's number of the connector that a station means; 0 is the station itself. An EVSE without a connector means its
 * first. A pair that was not named before gets a number, which is stored; beyond the limits of a charger's connectors
 * (placeOf) the number is made up from the pair and kept nowhere.
 */
export function connectorAt(
  { db }: Services,
  { charger }: Station,
  named: Request201<'TransactionEvent'>['evse'],
): number | Promise<number> {
  if (named === undefined || named.id <= 0) return 0
  const [first] = connectorsOf(charger, named.id)
  if (named.connectorId === undefined && first !== undefined) return first
  const evse: Evse = { id: named.id, connectorId: named.connectorId || 1 }
  const known = connectorOf(charger, evse)
  if (known !== undefined) return known
  const number = numberFor(charger, evse)
  if (placeOf(charger, number) === 'too high' || placeOf(charger, number) === 'too many') return number
  noteConnector(charger, number)
  const connector = charger.connectors.find(c => c.connectorId === number)
  if (!connector) return number
  connector.evse = evse
  return saveEvse(db, charger.pk, number, evse).then(
    () => number,
    error => {
      connector.evse = null
      throw error
    },
  )
}
