// How people read a connector: by its EVSE where the charger speaks OCPP 2.0.1, as it is written on such chargers.

/** `evseId` is null of chargers that have not spoken 2.0.1, `evseConnectorId` where the EVSE has one connector alone. */
export type NamedConnector = {
  connectorId: number
  evseId?: number | null | undefined
  evseConnectorId?: number | null | undefined
}

/** 'Connector 2', 'EVSE 2', or 'EVSE 2, connector 1' */
export function connectorText({ connectorId, evseId, evseConnectorId }: NamedConnector): string {
  if (evseId == null) return `Connector ${connectorId}`
  return evseConnectorId == null ? `EVSE ${evseId}` : `EVSE ${evseId}, connector ${evseConnectorId}`
}

/** The same behind the id of a charger, 'AMB-1 / 2': '2', 'EVSE 2'. */
export const connectorMark = (n: NamedConnector): string =>
  n.evseId == null ? String(n.connectorId) : connectorText(n)

/** The same in a column of numbers: the number where there is no EVSE. */
export const connectorCell = (n: NamedConnector): number | string =>
  n.evseId == null ? n.connectorId : connectorText(n)

/** The same within a sentence: 'connector 2'. */
export const connectorWords = (n: NamedConnector): string =>
  n.evseId == null ? `connector ${n.connectorId}` : connectorText(n)
