// The brand of a host (D-SHELL-1): its second-to-last label, or the default.
import brands from './brands.json' with { type: 'json' }

export type Brand = {
  name: string
  logo: string
  logoSmall: string
  favicon: string
  /** As '#rrggbb'; the theme moves a colour that would not read. */
  colors: { primary: string; secondary: string; accent: string }
  supportEmail: string
  mapLink: string
  pageTitle: string
  tutorialsUrl: string
  refundSupportUrl: string
  /** Empty: `https://{host}/pay` (D-CHARGER-7). */
  qrBaseUrl: string
  /** The second subscription (D-COMP-4). */
  planName: string
}

const known: Record<string, Brand> = brands

/** The label that chooses the brand: second-to-last part of `host` (port allowed), '' for one label or an IP address. */
export function brandLabel(host: string): string {
  const name = host.trim().toLowerCase()
  if (name.includes('[') || name.split(':').length > 2) return ''
  const parts = name.replace(/:\d*$/, '').replace(/\.$/, '').split('.')
  if (parts.length < 2 || /^\d+$/.test(parts.at(-1) ?? '')) return ''
  return parts.at(-2) ?? ''
}

/** The brand of `host`. */
export function brandOf(host: string): Brand {
  const label = brandLabel(host)
  return (label !== 'default' && Object.hasOwn(known, label) && known[label]) || (known.default as Brand)
}

/** Every configured brand with its label. */
export const allBrands = (): [string, Brand][] => Object.entries(known)
