// The Smart Charging profile of OCPP 1.6.
import { date, int, obj, oneOf } from '../schema.ts'
import type { Messages } from './message.ts'
import {
  chargingProfile,
  chargingProfilePurpose,
  chargingRateUnit,
  chargingSchedule,
  connector,
  status,
} from './types.ts'

export const smartCharging = {
  ClearChargingProfile: {
    from: 'centralSystem',
    request: obj(
      {},
      {
        id: int(),
        connectorId: connector(),
        chargingProfilePurpose: chargingProfilePurpose(),
        stackLevel: int({ min: 0 }),
      },
    ),
    confirmation: status('Accepted', 'Unknown'),
  },
  GetCompositeSchedule: {
    from: 'centralSystem',
    request: obj({ connectorId: connector(), duration: int({ min: 0 }) }, { chargingRateUnit: chargingRateUnit() }),
    confirmation: obj(
      { status: oneOf('Accepted', 'Rejected') },
      { connectorId: int(), scheduleStart: date(), chargingSchedule: chargingSchedule() },
    ),
  },
  SetChargingProfile: {
    from: 'centralSystem',
    request: obj({ connectorId: connector(), csChargingProfiles: chargingProfile() }),
    confirmation: status('Accepted', 'Rejected', 'NotSupported'),
  },
} as const satisfies Messages
