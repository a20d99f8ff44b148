// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.0.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { bool, date, int, list, obj } from '../schema.ts'
import {
  chargingLimitSourceEnumType,
  chargingLimitType,
  chargingNeedsType,
  chargingProfileCriterionType,
  chargingProfileStatusEnumType,
  chargingProfileType,
  chargingRateUnitEnumType,
  chargingScheduleType,
  clearChargingProfileStatusEnumType,
  clearChargingProfileType,
  compositeScheduleType,
  customDataType,
  genericStatusEnumType,
  getChargingProfileStatusEnumType,
  notifyEVChargingNeedsStatusEnumType,
  statusInfoType,
} from './types.ts'

export const smartCharging = {
  ClearChargingProfile: {
    from: 'centralSystem',
    request: obj(
      {},
      { customData: customDataType, chargingProfileId: int(), chargingProfileCriteria: clearChargingProfileType },
    ),
    confirmation: obj(
      { status: clearChargingProfileStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType },
    ),
  },
  ClearedChargingLimit: {
    from: 'chargePoint',
    request: obj({ chargingLimitSource: chargingLimitSourceEnumType }, { customData: customDataType, evseId: int() }),
    confirmation: obj({}, { customData: customDataType }),
  },
  GetChargingProfiles: {
    from: 'centralSystem',
    request: obj(
      { requestId: int(), chargingProfile: chargingProfileCriterionType },
      { customData: customDataType, evseId: int() },
    ),
    confirmation: obj(
      { status: getChargingProfileStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType },
    ),
  },
  GetCompositeSchedule: {
    from: 'centralSystem',
    request: obj(
      { duration: int(), evseId: int() },
      { customData: customDataType, chargingRateUnit: chargingRateUnitEnumType },
    ),
    confirmation: obj(
      { status: genericStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType, schedule: compositeScheduleType },
    ),
  },
  NotifyChargingLimit: {
    from: 'chargePoint',
    request: obj(
      { chargingLimit: chargingLimitType },
      { customData: customDataType, chargingSchedule: list(chargingScheduleType, { min: 1 }), evseId: int() },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  NotifyEVChargingNeeds: {
    from: 'chargePoint',
    request: obj(
      { chargingNeeds: chargingNeedsType, evseId: int() },
      { customData: customDataType, maxScheduleTuples: int() },
    ),
    confirmation: obj(
      { status: notifyEVChargingNeedsStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType },
    ),
  },
  NotifyEVChargingSchedule: {
    from: 'chargePoint',
    request: obj(
      { timeBase: date(), chargingSchedule: chargingScheduleType, evseId: int() },
      { customData: customDataType },
    ),
    confirmation: obj({ status: genericStatusEnumType }, { customData: customDataType, statusInfo: statusInfoType }),
  },
  ReportChargingProfiles: {
    from: 'chargePoint',
    request: obj(
      {
        requestId: int(),
        chargingLimitSource: chargingLimitSourceEnumType,
        chargingProfile: list(chargingProfileType, { min: 1 }),
        evseId: int(),
      },
      { customData: customDataType, tbc: bool() },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  SetChargingProfile: {
    from: 'centralSystem',
    request: obj({ evseId: int(), chargingProfile: chargingProfileType }, { customData: customDataType }),
    confirmation: obj(
      { status: chargingProfileStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType },
    ),
  },
} as const satisfies Messages
