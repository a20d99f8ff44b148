// The signed-in user as the portal knows them, and the claims of the token (D-AUTH-1, D-AUTH-2). Checked by hand, since
// the shell reads them before anything else; the schemas of the same shapes are in session-schemas.ts.
import { isAccessEntry } from './access.ts'
import { type Checked, hasFields, isListOf, isNumber, isOneOf, isOrNull, isText, isWhole } from './checked.ts'
import { isMenuWords } from './menu-words.ts'

export const USER_TYPES = ['ROOT', 'ADMIN', 'USER'] as const
export const COMPANY_TYPES = ['GP', 'P', 'C'] as const

const isTeamRole = hasFields({
  teamId: isWhole,
  teamName: isText,
  roleId: isWhole,
  roleName: isText,
  access: isListOf(isAccessEntry),
})
export type TeamRole = Checked<typeof isTeamRole>

const userFields = {
  id: isWhole,
  username: isText,
  name: isText,
  firstName: isText,
  lastName: isText,
  email: isText,
  photoURL: isOrNull(isText),
  domain: isOrNull(isText),
  company: hasFields({ id: isWhole, name: isText, menuWords: isMenuWords }),
  /** The business time zone of the installation: days of figures and months of money are its days (D-GEN-5). */
  businessZone: isText,
  role: isListOf(isTeamRole),
}
const isSessionUser = hasFields(userFields)
export type SessionUser = Checked<typeof isSessionUser>
/** The user in a reply or in the browser's storage, without what else stands there; undefined where it is none. */
export const readSessionUser = (v: unknown): SessionUser | undefined =>
  isSessionUser(v)
    ? (Object.fromEntries(Object.keys(userFields).map(name => [name, v[name as keyof SessionUser]])) as SessionUser)
    : undefined

/** A token counts for so many hours. */
export const tokenHours = 12
const isTokenClaims = hasFields({
  sub: isText,
  username: isText,
  userType: isOneOf(USER_TYPES),
  companyType: isOneOf(COMPANY_TYPES),
  companyId: isWhole,
  ver: isWhole,
  iat: isNumber,
  exp: isNumber,
})
export type TokenClaims = Checked<typeof isTokenClaims>
/** `sid`: the browser that the token was made for; missing in those that the product makes for itself. */
export type TokenBrowser = { sid?: number | undefined }
/** The claims that the portal reads from the token; undefined where the token is not of this product. */
export const readTokenClaims = (v: unknown): TokenClaims | undefined => (isTokenClaims(v) ? v : undefined)
