// Configuration keys that are secrets (D-OPS-2), and keys that decide how a charger signs in (D-OCPP-9).

/** True for the configuration keys whose values let somebody in: AuthorizationKey, WifiPassword and their like. */
export const isCredentialKey = (key: unknown): boolean =>
  typeof key === 'string' &&
  /passw|passphrase|passcode|pwd|psk|secret|token|credential|key(?:\[[^\]]*\])?$/i.test(key.trim())

/** The name of the variable in a key of OCPP 2.0.1, `Component[instance].Variable[instance]`; a key of 1.6 is a name alone. */
const variableName = (key: string): string =>
  key
    .trim()
    .toLowerCase()
    .replace(/\[[^\]]*\]$/, '')
    .replace(/^.*\./s, '')

const ACCESS: Readonly<Record<string, 'key' | 'profile'>> = {
  authorizationkey: 'key',
  basicauthpassword: 'key',
  securityprofile: 'profile',
}
/** What a key decides of the way a charger signs in, in either protocol; undefined for every other key. */
export const accessOf = (key: string): 'key' | 'profile' | undefined => {
  const name = variableName(key)
  return Object.hasOwn(ACCESS, name) ? ACCESS[name] : undefined
}
