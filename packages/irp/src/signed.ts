// What the portal signs: tokens of three parts (JWT) with RS256, whose claim `data` is JSON as text.
import { type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'

const part = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
const Header = z.object({ alg: z.literal('RS256') })
const Claims = z.object({ data: z.string() })

/** The content of a token that one of the keys has signed; undefined of any other text. */
export function contentOf(token: string, keys: readonly KeyObject[]): unknown {
  const [header = '', claims = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || signature === '') return undefined
  const bytes = Buffer.from(signature, 'base64url')
  if (!keys.some(key => verify('RSA-SHA256', Buffer.from(`${header}.${claims}`), key, bytes))) return undefined
  try {
    Header.parse(part(header))
    return JSON.parse(Claims.parse(part(claims)).data)
  } catch {
    return undefined
  }
}

export function signedBy(content: object, key: KeyObject): string {
  const coded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${coded({ alg: 'RS256', typ: 'JWT' })}.${coded({ data: JSON.stringify(content), iss: 'NIC' })}`
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`
}
