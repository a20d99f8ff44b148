// The encoding of passwords in requests, and the rule for new ones (D-AUTH-6).
import { isStorable, notStorable, required, tooLong } from '@wattdesk/base/text'

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The password behind its base64 (UTF-8), or undefined when it is not base64 or not text. */
export function decodePassword(encoded: string): string | undefined {
  if (!encoded || !BASE64.test(encoded)) return undefined
  try {
    const bytes = Uint8Array.from(atob(encoded), c => c.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const NOT_BASE64 = 'Password must be base64-encoded'
/**
 * The password behind its base64, or the text of the refusal: characters refused in plain text (D-GEN-18) are refused
 * in an encoded text too. `label` names the field.
 */
export function readPassword(encoded: string, label: string): { password: string } | { refused: string } {
  const password = decodePassword(encoded)
  if (password === undefined) return { refused: NOT_BASE64 }
  return isStorable(password) ? { password } : { refused: notStorable(label) }
}

/** The password as it travels: base64 of its UTF-8 bytes. */
export const encodePassword = (password: string): string =>
  btoa(Array.from(new TextEncoder().encode(password), b => String.fromCharCode(b)).join(''))

/** The rule for new passwords (D-AUTH-6); the text demands more than the rule, and stays as it is. */
export const PASSWORD_RULE =
  'Must Contain 10 Characters, One Uppercase, One Lowercase, One Number and one special case Character'
export const isPassword = (password: string): boolean =>
  password.length >= 10 && /\p{L}/u.test(password) && /\d/.test(password) && /[@$!%*#?&]/.test(password)

type Typed = { username: string; password: string }
const wrongWith = (label: string, text: string, max: number): string | undefined =>
  text === '' ? required(label) : text.length > max ? tooLong(label, max) : undefined
/**
 * The input of the sign-in page as a request, or its errors by field. The checks are those of the schema SignIn,
 * written by hand: this page is loaded first, and is spared the schemas.
 */
export function readSignIn({ username, password }: Typed): { sent: Typed } | { wrong: Partial<Typed> } {
  const name = username.trim()
  const wrong: Partial<Typed> = {}
  const [badName, badPassword] = [wrongWith('Username', name, 100), wrongWith('Password', password, 1000)]
  if (badName) wrong.username = badName
  if (badPassword) wrong.password = badPassword
  return badName || badPassword ? { wrong } : { sent: { username: name, password } }
}
