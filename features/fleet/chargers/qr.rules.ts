// The address in the QR code of a connector (D-CHARGER-7): the brand's pay page, with the charger and the connector.
import { allBrands, brandLabel, brandOf } from '#office/brand/brand.rules.ts'

/**
 * Returns the host whose brand a code bears: the requested host, where a brand is configured for it, else the
 * installation's own host, by which the installation can be reached in any case.
 */
export function brandHost(askedHost: string, publicUrl: string): string {
  const label = brandLabel(askedHost)
  return allBrands().some(([known]) => known === label && known !== 'default') ? askedHost : new URL(publicUrl).host
}

/**
 * Returns the address for a connector: the brand's `qrBaseUrl`, or `https://{host}/pay`, then charger and connector.
 */
export function qrAddress(host: string, chargepointId: string, connectorId: number): string {
  const base = brandOf(host).qrBaseUrl || `https://${host}/pay`
  return `${base.replace(/\/+$/, '')}/${encodeURIComponent(chargepointId)}/${connectorId}`
}
