// Configuration keys that are secrets (D-OPS-2).
/** True for the configuration keys whose values let somebody in: AuthorizationKey, WifiPassword and their like. */
export const isCredentialKey = (key: unknown): boolean =>
  typeof key === 'string' && /passw|passphrase|passcode|pwd|psk|secret|token|credential|key$/i.test(key.trim())
