// How a connector reads among the choices of a form (S-CONNECTOR).
import { connectorText, type NamedConnector } from '#fleet/stations/evse-words.rules.ts'

/** 'ConnectorId-2', or by its EVSE where the charge point names it so. */
export const connectorChoice = (n: NamedConnector): string =>
  n.evseId == null ? `ConnectorId-${n.connectorId}` : connectorText(n)

/**
 * How a connector reads among the choices (S-CONNECTOR); `unknownSince` is the written time since when an offline
 * charge point's state is not known, else null.
 */
export const connectorLabel = (
  connector: NamedConnector,
  status: string | null,
  unknownSince: string | null = null,
): string =>
  unknownSince !== null
    ? `${connectorChoice(connector)} (state unknown since ${unknownSince})`
    : known(connector, status)
const known = (connector: NamedConnector, status: string | null): string =>
  `${connectorChoice(connector)} (${status === 'Available' ? 'Available to use' : (status ?? 'Unknown')})`
