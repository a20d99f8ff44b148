// Whether a charge point gets the certificate it asks for (SignCertificate): the charge point must have made the
// request itself, the request must name its operator and itself, and no other charger may bear that name (D-OCPP-9;
// security extension of OCPP 1.6, A02).

/** A signing request as it was read; its signature has been checked. */
export type SigningRequest = {
  organisations: readonly string[]
  commonNames: readonly string[]
  key: { type: 'ec' | 'rsa' | 'other'; bits: number }
}
/** The charge point that asks. */
export type Asker = {
  /** The operator. */
  companyName: string
  id: string
  serial: string | null
  serialByHand: string | null
}
/** The most certificates a charge point gets in a day; only a charge point that repeats itself would ask for more. */
export const MOST_A_DAY = 5
/** How long a certificate of ours is valid. The charge point asks for the next certificate before this one expires. */
export const VALID_DAYS = 730

/** Returns the name that the certificate may bear, or why the request is refused. */
export function nameFor(r: SigningRequest | undefined, c: Asker): { name: string } | { refusal: string } {
  if (!r) return { refusal: 'The signing request cannot be read, or is not signed by its own key' }
  const { type, bits } = r.key
  if (!(type === 'ec' && bits >= 256) && !(type === 'rsa' && bits >= 2048 && bits <= 4096))
    return { refusal: 'The key must be on a curve of 256 bits or more, or RSA of 2048 to 4096 bits' }
  const [organisation, ...others] = r.organisations
  if (organisation !== c.companyName || others.length > 0)
    return { refusal: `The organisation (O) must be ${c.companyName}` }
  const [name = '', ...more] = r.commonNames
  if (more.length > 0 || name === '' || ![c.serialByHand, c.serial, c.id].includes(name))
    return { refusal: `The common name (CN) must be the serial number or the ID of ${c.id}` }
  return { name }
}
