// The address to enter in a charger: the portal's own, as a WebSocket (D-OCPP-1).
type Site = { protocol: string; host: string }

/** With the charger's id, as it stands in most chargers. */
export const socketAddress = (site: Site, chargepointId: string): string =>
  `${socketsAddress(site)}/${encodeURIComponent(chargepointId)}`

/** Without an id, which some chargers add themselves. */
export const socketsAddress = ({ protocol, host }: Site): string =>
  `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ocpp`
