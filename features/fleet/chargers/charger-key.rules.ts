// The rules for a charger's key, and for changes of its security profile (D-OCPP-9).
import { err, ok, type Result } from '@wattdesk/base/result'

/** 16 to 20 bytes written as hexadecimal digits. */
export const isHexKey = (text: string): boolean => /^(?:[\da-f]{2}){16,20}$/i.test(text)

export const KEY_OVER_OCPP = 'Must be 32 to 40 hexadecimal digits, an even number of them'
/** An AuthorizationKey that is sent over OCPP stands for bytes, so it must be hexadecimal digits. */
export const keyToSend = (text: string): Result<void, string> => (isHexKey(text) ? ok(undefined) : err(KEY_OVER_OCPP))

/** True when a change of the profile lets in connections refused before: full access on ChargerPoint is needed. */
export const lowersProfile = (before: number, after: number): boolean => after < before

/** `profile` is the profile in force, the installation's where the charger has none of its own. */
export type ProfileFacts = { profile: number; hasKey: boolean }
/** Returns the profile to send as `SecurityProfile`, or why not: never a lower one, none that locks the charger out. */
export function profileToSend(value: string, { profile, hasKey }: ProfileFacts): Result<number, string> {
  if (!/^[0-3]$/.test(value)) return err('Must be 0, 1, 2 or 3')
  const next = Number(value)
  if (lowersProfile(profile, next)) return err(`The security profile is ${profile} and cannot be lowered over OCPP`)
  if ((next === 1 || next === 2) && !hasKey)
    return err('The charge point has no key yet and would be locked out: send AuthorizationKey first')
  return ok(next)
}
