// The token of a session: HS256, 12 hours, no refresh; `ver` ends it early (D-AUTH-2, D-AUTH-3).

import { readTokenClaims, type TokenBrowser, type TokenClaims, tokenHours } from '@wattdesk/base/session-user'
import { errors, jwtVerify, SignJWT } from 'jose'

export type Tokens = {
  make: (claims: Omit<TokenClaims, 'iat' | 'exp'> & TokenBrowser, now?: Date) => Promise<string>
  /** The claims, or undefined when forged, expired or not ours. */
  read: (token: string) => Promise<(TokenClaims & TokenBrowser) | undefined>
}

/** Signs and reads with `secret`, at least 32 characters. */
export function makeTokens(secret: string): Tokens {
  const key = new TextEncoder().encode(secret)
  return {
    make: ({ sub, ...claims }, now = new Date()) => {
      const iat = Math.floor(now.getTime() / 1000)
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(sub)
        .setIssuedAt(iat)
        .setExpirationTime(iat + tokenHours * 3600)
        .sign(key)
    },
    read: async token => {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] })
        const { sid } = payload
        const claims = readTokenClaims(payload)
        return claims && { ...claims, sid: typeof sid === 'number' ? sid : undefined }
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
  }
}
