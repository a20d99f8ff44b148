// How stations of OCPP 2.0.1 name connectors: an EVSE and a connector of it. The portal has one number for each connector of a
// charger, by which prices, sites, QR codes and histories know the connector; a charger that changes its protocol keeps them.

export type Evse = { id: number; connectorId: number }
type Connector = { connectorId: number; evse: Evse | null }
/** A charger's connectors, each with the pair by which the charger names it, where it does. */
type Named = { connectors: readonly Connector[] }

const isSame = (c: Connector, evse: Evse): boolean => c.evse?.id === evse.id && c.evse.connectorId === evse.connectorId

/** The connector of a pair; undefined where the charger has not named the pair before. */
export const connectorOf = ({ connectors }: Named, evse: Evse): number | undefined =>
  connectors.find(c => isSame(c, evse))?.connectorId

/** The connectors of an EVSE, by their numbers. */
export const connectorsOf = ({ connectors }: Named, evseId: number): number[] =>
  connectors.filter(c => c.evse?.id === evseId).map(c => c.connectorId)

/**
 * The number that a pair gets when it is named first: that of its EVSE where the pair is its connector 1 and no other pair
 * has the number, else the lowest number that no connector has.
 */
export function numberFor({ connectors }: Named, evse: Evse): number {
  const taken = (n: number) => connectors.some(c => c.connectorId === n && c.evse !== null)
  if (evse.connectorId === 1 && !taken(evse.id)) return evse.id
  let n = 1
  while (connectors.some(c => c.connectorId === n)) n++
  return n
}

/** The pair of a connector; where the charger has not named it, the EVSE of that number. */
export const evseOf = ({ connectors }: Named, connectorId: number): Evse =>
  connectors.find(c => c.connectorId === connectorId)?.evse ?? { id: connectorId, connectorId: 1 }
