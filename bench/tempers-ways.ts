// The tempers of chargers, and how a charger of some of them takes a call, by chance.
import type { Random } from '@wattdesk/ocpp/sim/random'

const TEMPERS = [
  'slow',
  'refusing',
  'forgetting',
  'rebooting',
  'off-enum',
  'clock ahead',
  'clock behind',
  'clock drifting',
  'never starting',
  'malformed',
  'answering twice',
  'second socket',
  'meddling',
  'away',
] as const
export type Temper = (typeof TEMPERS)[number]

export type Way =
  | { is: 'plain' | 'silent' | 'twice' | 'cut before' | 'cut after' }
  | { is: 'instead'; frame: (id: string) => readonly unknown[] }

const ERRORS = ['NotImplemented', 'InternalError', 'NotSupported', 'GenericError'] as const
const SPOILT: readonly ((id: string) => readonly unknown[])[] = [
  id => [3, id, { status: 7 }],
  id => [3, id, { status: 'Perhaps' }],
  id => [3, id, {}],
  id => [3, id],
  id => [3, id, null],
  id => [3, id, 'Accepted'],
  id => [4, id],
]
/** The standard has an answer with this status for them. */
const REJECTS = new Set([
  'RemoteStartTransaction',
  'RemoteStopTransaction',
  'Reset',
  'ChangeAvailability',
  'ChangeConfiguration',
  'ClearCache',
  'TriggerMessage',
  'ExtendedTriggerMessage',
  'DataTransfer',
  'ReserveNow',
  'CancelReservation',
  'SetChargingProfile',
  'GetCompositeSchedule',
  'GetLog',
  'InstallCertificate',
  'CertificateSigned',
])
const NOT_SUPPORTED = new Set(['ChangeConfiguration', 'SetChargingProfile', 'UnlockConnector', 'SendLocalList'])

/** How a call of this action is taken. */
export function wayOf(action: string, is: (temper: Temper) => boolean, random: Random): Way {
  if (is('refusing') && random.chance(0.6)) {
    const status = random.chance(0.5) ? 'Rejected' : 'NotSupported'
    if ((status === 'Rejected' ? REJECTS : NOT_SUPPORTED).has(action))
      return { is: 'instead', frame: id => [3, id, { status }] }
    const code = random.pick(ERRORS)
    return {
      is: 'instead',
      frame: id => [4, id, code, random.chance(0.5) ? `No ${action} here` : '', { why: action }],
    }
  }
  if (is('forgetting') && random.chance(0.25)) return { is: 'silent' }
  if (is('rebooting') && random.chance(0.15)) return { is: random.chance(0.5) ? 'cut before' : 'cut after' }
  if (is('off-enum') && random.chance(0.2))
    return { is: 'instead', frame: id => [3, id, { status: 'AcceptedWithDelay' }] }
  if (is('never starting') && action === 'RemoteStartTransaction')
    return { is: 'instead', frame: id => [3, id, { status: 'Accepted' }] }
  if (is('malformed') && random.chance(0.5)) return { is: 'instead', frame: random.pick(SPOILT) }
  if (is('answering twice') && random.chance(0.7)) return { is: 'twice' }
  return { is: 'plain' }
}
