// The address in the QR code of a connector (D-CHARGER-7): the brand's pay page, with the charger and the connector.
import { allBrands, brandLabel, brandOf } from '#office/brand/brand.rules.ts'

/** A name of this machine, which has no certificate: `127.0.0.1:8080`, `portal.bluegrid.localhost:8080`. */
const LOOPBACK = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i

/**
 * Returns the origin whose brand a code bears: the requested host, where a brand is configured for it, else the
 * installation's own address, by which the installation can be reached in any case.
 */
export function payOrigin(askedHost: string, publicUrl: string): string {
  const label = brandLabel(askedHost)
  const own = new URL(publicUrl)
  const isBrand = allBrands().some(([known]) => known === label && known !== 'default')
  if (!isBrand) return own.origin
  return LOOPBACK.test(askedHost) ? `${own.protocol}//${askedHost}` : `https://${askedHost}`
}

/** Returns the address for a connector: the brand's `qrBaseUrl`, or `{origin}/pay`, then charger and connector. */
export function qrAddress(origin: string, chargepointId: string, connectorId: number): string {
  const base = brandOf(new URL(origin).host).qrBaseUrl || `${origin}/pay`
  return `${base.replace(/\/+$/, '')}/${encodeURIComponent(chargepointId)}/${connectorId}`
}
