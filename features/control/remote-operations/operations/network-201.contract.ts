// How a station of OCPP 2.0.1 reaches the central system: a profile of its network is stored, and its security profile is raised
// by a profile of its network (B09, A05).
import { operation } from './operation.contract.ts'
import {
  choice,
  type Input,
  maybeEmpty,
  maybeWhole,
  optional,
  type Problem,
  REQUIRED,
  secretIf,
  text,
  whole,
  withCheck,
} from './operation-field.contract.ts'

const INTERFACES = ['Wired0', 'Wired1', 'Wired2', 'Wired3', 'Wireless0', 'Wireless1', 'Wireless2', 'Wireless3'] as const
const APN_WAYS = ['AUTO', 'CHAP', 'NONE', 'PAP'] as const
const VPN_KINDS = ['IKEv2', 'IPSec', 'L2TP', 'PPTP'] as const

const csmsUrl = () =>
  withCheck(
    text(512, {
      label: 'Address of the Central System',
      help: 'Without the ID of the charge point, such as wss://portal.example/ocpp',
      wide: true,
    }),
    address => /^wss?:\/\/[^\s/?#]+\S*$/i.test(address),
    'Must be an address such as wss://portal.example/ocpp',
  )
const network = () => choice(INTERFACES, { label: 'Network', initial: 'Wired0' })
const patience = () =>
  optional(
    whole(1, { label: 'Message Timeout', unit: 's', initial: '30', help: 'How long the station waits for an answer' }),
  )
const secretText = (most: number, input: Input) => secretIf(maybeEmpty(most, input), () => true)

/** Profiles 2 and 3 are profiles of TLS. */
const secured = (
  { securityProfile, ocppCsmsUrl }: { securityProfile: string; ocppCsmsUrl: string },
  isWrong: (field: string) => boolean,
): Problem[] => {
  if (isWrong('ocppCsmsUrl') || isWrong('securityProfile')) return []
  const isTls = /^wss:/i.test(ocppCsmsUrl)
  if (isTls === Number(securityProfile) >= 2) return []
  return [
    { field: 'ocppCsmsUrl', text: isTls ? 'Profiles 0 and 1 have no TLS: ws://' : 'Profiles 2 and 3 need wss://' },
  ]
}

export const setNetworkProfile = operation({
  name: 'SetNetworkProfile',
  fields: {
    configurationSlot: whole(0, { label: 'Slot', help: 'The place among the profiles that the station holds' }),
    ocppCsmsUrl: csmsUrl(),
    securityProfile: choice(['0', '1', '2', '3'], { label: 'Security Profile', initial: '2' }),
    ocppInterface: network(),
    messageTimeout: patience(),
    apn: maybeEmpty(512, { label: 'APN', help: 'Only for a connection by mobile network' }),
    apnUserName: maybeEmpty(20, { label: 'APN User' }),
    apnPassword: secretText(20, { label: 'APN Password' }),
    apnAuthentication: optional(choice(APN_WAYS, { label: 'APN Authentication', open: 'None' })),
    simPin: secretIf(maybeWhole(0, { label: 'SIM PIN' }), () => true),
    vpnType: optional(choice(VPN_KINDS, { label: 'VPN', open: 'None' })),
    vpnServer: maybeEmpty(512, { label: 'VPN Server' }),
    vpnUser: maybeEmpty(20, { label: 'VPN User' }),
    vpnGroup: maybeEmpty(20, { label: 'VPN Group' }),
    vpnPassword: secretText(20, { label: 'VPN Password' }),
    vpnKey: secretText(255, { label: 'VPN Shared Secret' }),
  },
  together: (p, isWrong) => [
    ...secured(p, isWrong),
    ...(p.apn && !p.apnAuthentication ? [{ field: 'apnAuthentication', text: REQUIRED }] : []),
    ...(p.vpnType
      ? (['vpnServer', 'vpnUser', 'vpnPassword', 'vpnKey'] as const).flatMap(field =>
          p[field] ? [] : [{ field, text: REQUIRED }],
        )
      : []),
  ],
  wire: { ocpp201: { action: 'SetNetworkProfile' } },
  needsFullAccess: true,
  // A profile in a slot changes nothing until the slot is used.
  accessChange: p => ({
    what: 'profile',
    value: p.securityProfile,
    field: 'securityProfile',
    from: 'another operation',
  }),
  secrets: ({ apnPassword, vpnPassword, vpnKey }) => [apnPassword, vpnPassword, vpnKey].filter(s => s !== undefined),
  answers: {
    Accepted: 'The charge point has stored the profile. It uses it once its priorities name the slot, after a restart.',
    Rejected: 'The charge point refused the profile. It may not have this slot.',
    Failed: 'The charge point could not store the profile.',
  },
  form: {
    group: 'Settings and reports',
    help: 'Stores how the charge point reaches a central system, in one of its slots.',
    says: (charger, { configurationSlot }) =>
      `Network profile ${String(configurationSlot)} of ${charger.chargepoint_id}`,
    confirm: (charger, { configurationSlot, ocppCsmsUrl }) => ({
      title: `Network profile ${String(configurationSlot)} of ${charger.chargepoint_id}`,
      text: `The charge point stores ${String(ocppCsmsUrl)} in this slot, in place of what is there. With a wrong address it does not come back once the slot is used.`,
      yes: 'Store',
      danger: true,
    }),
  },
})

export const raiseSecurityProfile = operation({
  name: 'RaiseSecurityProfile',
  fields: {
    securityProfile: choice(['1', '2', '3'], { label: 'Security Profile', initial: '2' }),
    ocppCsmsUrl: csmsUrl(),
    configurationSlot: maybeWhole(0, { label: 'Slot', help: 'Empty: the lowest that the charge point does not use' }),
    ocppInterface: network(),
    messageTimeout: patience(),
  },
  together: secured,
  wire: { ocpp201: { action: 'RaiseSecurityProfile' } },
  needsFullAccess: true,
  accessChange: p => ({ what: 'profile', value: p.securityProfile, field: 'securityProfile', from: 'its connection' }),
  refusal: (p, { profile }) =>
    Number(p.securityProfile) === profile
      ? { status: 422, field: 'securityProfile', text: `The charge point has security profile ${profile} already` }
      : undefined,
  answers: {
    Accepted: 'The charge point restarts, and is to come back by the higher security profile.',
    Rejected: 'The charge point refused: it stays with its security profile.',
    Scheduled:
      'The charge point restarts once its sessions have ended, and is then to come back by the higher profile.',
    RebootRequired:
      'The charge point has stored the profile and did not restart: it uses the profile after its next restart.',
  },
  promise: {
    message: 'HigherProfile',
    // Its connection by the profile changes the station.
    provedBy: e => e.type === 'station',
    waitMs: 600_000,
    latestMs: 86_400_000,
    step: 'Higher profile',
    awaited: 'Waiting for the charge point to come back by the higher security profile',
    seen: 'The charge point has come back by the higher security profile',
    missing: 'Accepted, but the charge point has not come back by the higher security profile',
    advice:
      'The charge point is let in by its profile before, too, until it has used the higher one. See its security events, and whether its certificate or its key fits.',
  },
  form: {
    group: 'Security',
    help: 'Moves the charge point to a higher security profile: stores it in a slot, puts that slot first, and restarts.',
    says: (charger, { securityProfile }) => `Security profile ${String(securityProfile)} of ${charger.chargepoint_id}`,
    confirm: (charger, { securityProfile }) => ({
      title: `Security profile ${String(securityProfile)} of ${charger.chargepoint_id}`,
      text: 'The charge point restarts once its sessions have ended. Once it has come back by the higher profile, the profile before is refused, and nothing over OCPP leads back.',
      yes: 'Raise',
      danger: true,
    }),
  },
})
