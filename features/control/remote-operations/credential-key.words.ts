// Configuration keys that are secrets (D-OPS-2).

/** What stands before 'Key' where the key lets somebody in: the key of a door, not the key of a button. */
const OF_A_DOOR =
  'auth\\w*|api|app|private|public|secret|shared|encrypt\\w*|decrypt\\w*|cipher|crypto|aes|des|rsa|hmac|wifi|wlan|wpa\\d?|wep|network|access|security|sign\\w*|client|server|host|device|station|charger|master|root|admin|user|login|apn|sim|vpn|ssh|ftps?|mqtts?|ocpp|backend|csms|license|licence|session|webhook|aws|azure'
const CREDENTIAL = new RegExp(
  `passw|passphrase|passcode|pwd|psk|secret|token|credential|(^|[._-]|${OF_A_DOOR})[\\s._-]*key$`,
  'i',
)
/** True for the configuration keys whose values let somebody in: AuthorizationKey, WifiPassword and their like. */
export const isCredentialKey = (key: unknown): boolean => typeof key === 'string' && CREDENTIAL.test(key.trim())
