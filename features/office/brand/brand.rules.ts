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
  /** Empty: there is no such page, and nothing leads to it. */
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

/** The brand that is configured for `host`; undefined: it has none of its own. */
export function brandAt(host: string): Brand | undefined {
  const label = brandLabel(host)
  return label !== 'default' && Object.hasOwn(known, label) ? known[label] : undefined
}

/** The brand of `host`. */
export function brandOf(host: string): Brand {
  return brandAt(host) ?? (known.default as Brand)
}

/** Every configured brand with its label. */
export const allBrands = (): [string, Brand][] => Object.entries(known)

/** An address that is reached on its own machine alone: no host of a company leads there. */
const isLocal = (url: string): boolean => /^(localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)$/.test(new URL(url).hostname)

/** The address under which the people of a company reach the portal, without a slash at its end, and the brand there. */
export type Home = { url: string; brand: Brand }

/** `publicUrl` with another host; scheme, port and path stay. */
function withHost(publicUrl: string, host: string): string {
  const url = new URL(publicUrl)
  url.hostname = host
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/**
 * The home of a company by its domain. The company's own host, where a brand is configured for the host; of a domain that is
 * the label of a brand alone ('bluegrid'), the host of the brand's pay page. Any other domain is an address of which nobody
 * has said that the portal is there: mails lead to the installation's own address then.
 */
export function homeOf(publicUrl: string, domain: string | null): Home {
  const name = domain?.trim().toLowerCase() ?? ''
  const isHost = name.includes('.')
  const label = isHost ? brandLabel(name) : name
  const brand = label !== 'default' && Object.hasOwn(known, label) ? known[label] : undefined
  if (!brand) return { url: publicUrl, brand: brandOf(new URL(publicUrl).host) }
  if (isLocal(publicUrl) && !name.endsWith('.localhost')) return { url: publicUrl, brand }
  if (isHost) return { url: withHost(publicUrl, name), brand }
  return { url: brand.qrBaseUrl ? new URL(brand.qrBaseUrl).origin : publicUrl, brand }
}

/** The last line of a mail: who sends it, and where help is. */
export const signature = ({ brand }: Home): string => `${brand.name} · ${brand.supportEmail}`
