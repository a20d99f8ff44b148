// How a connector reads among the choices of a form (S-CONNECTOR).

/**
 * How a connector reads among the choices (S-CONNECTOR); `unknownSince` is the written time since when an offline
 * charge point's state is not known, else null.
 */
export const connectorLabel = (
  connectorId: number,
  status: string | null,
  unknownSince: string | null = null,
): string =>
  unknownSince !== null
    ? `ConnectorId-${connectorId} (state unknown since ${unknownSince})`
    : known(connectorId, status)
const known = (connectorId: number, status: string | null): string =>
  `ConnectorId-${connectorId} (${status === 'Available' ? 'Available to use' : (status ?? 'Unknown')})`
