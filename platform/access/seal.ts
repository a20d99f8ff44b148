// Seals secrets that the installation keeps for others and never shows again: AES-256-GCM under a key derived from the
// installation's secret for this purpose alone. A sealed text is bound to its use: moved to another record it does not
// open. The database without the secret reveals nothing.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16

export type Seal = {
  /**
   * Version, nonce, tag and cipher text; different each time. `use`: the owner and purpose of the text, which opening
   * must name.
   */
  close: (text: string, use: string) => Buffer
  /** undefined: sealed with another secret, for another use, or no longer whole. */
  open: (sealed: Uint8Array, use: string) => string | undefined
  /** A text of 43 characters that nobody can guess, always the same one for a use. */
  derive: (use: string) => string
}

/**
 * Seals with the installation's secret.
 * @param secret at least 32 characters; with another secret nothing opens that was sealed before
 * @example
 * const sealed = makeSeal(secret).close('key of the provider', 'company 7, provider')
 * makeSeal(secret).open(sealed, 'company 8, provider') // undefined: sealed for another use
 */
export function makeSeal(secret: string): Seal {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'wattdesk', purpose, 32))
  const key = keyFor('seal')
  return {
    close: (text, use) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(use))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), body])
    },
    open: (sealed, use) => {
      const s = Buffer.from(sealed)
      if (s.length < 1 + IV_BYTES + TAG_BYTES || s[0] !== VERSION) return undefined
      const [iv, tag] = [s.subarray(1, 1 + IV_BYTES), s.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES)]
      const cipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(use))
      try {
        return (
          cipher.setAuthTag(tag).update(s.subarray(1 + IV_BYTES + TAG_BYTES), undefined, 'utf8') + cipher.final('utf8')
        )
      } catch {
        return undefined
      }
    },
    derive: use => keyFor(`derived ${use}`).toString('base64url'),
  }
}
