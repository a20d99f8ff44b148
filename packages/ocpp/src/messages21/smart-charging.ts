// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { bool, date, int, list, obj, str } from '../schema.ts'
import {
  chargingLimitType,
  chargingNeedsType,
  chargingProfileCriterionType,
  chargingProfileStatusEnumType,
  chargingProfileType,
  chargingRateUnitEnumType,
  chargingScheduleType,
  chargingScheduleUpdateType,
  clearChargingProfileStatusEnumType,
  clearChargingProfileType,
  compositeScheduleType,
  customDataType,
  energyTransferModeEnumType,
  genericStatusEnumType,
  getChargingProfileStatusEnumType,
  notifyAllowedEnergyTransferStatusEnumType,
  notifyEVChargingNeedsStatusEnumType,
  priorityChargingStatusEnumType,
  statusInfoType,
} from './types.ts'

export const smartCharging = {
  ClearChargingProfile: {
    from: 'centralSystem',
    request: obj(
      {},
      { chargingProfileId: int(), chargingProfileCriteria: clearChargingProfileType, customData: customDataType },
    ),
    confirmation: obj(
      { status: clearChargingProfileStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  ClearedChargingLimit: {
    from: 'chargePoint',
    request: obj({ chargingLimitSource: str(20) }, { evseId: int({ min: 0 }), customData: customDataType }),
    confirmation: obj({}, { customData: customDataType }),
  },
  GetChargingProfiles: {
    from: 'centralSystem',
    request: obj(
      { requestId: int(), chargingProfile: chargingProfileCriterionType },
      { evseId: int({ min: 0 }), customData: customDataType },
    ),
    confirmation: obj(
      { status: getChargingProfileStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  GetCompositeSchedule: {
    from: 'centralSystem',
    request: obj(
      { duration: int(), evseId: int({ min: 0 }) },
      { chargingRateUnit: chargingRateUnitEnumType, customData: customDataType },
    ),
    confirmation: obj(
      { status: genericStatusEnumType },
      { statusInfo: statusInfoType, schedule: compositeScheduleType, customData: customDataType },
    ),
  },
  NotifyChargingLimit: {
    from: 'chargePoint',
    request: obj(
      { chargingLimit: chargingLimitType },
      { chargingSchedule: list(chargingScheduleType, { min: 1 }), evseId: int({ min: 0 }), customData: customDataType },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  NotifyEVChargingNeeds: {
    from: 'chargePoint',
    request: obj(
      { evseId: int({ min: 1 }), chargingNeeds: chargingNeedsType },
      { maxScheduleTuples: int({ min: 0 }), timestamp: date(), customData: customDataType },
    ),
    confirmation: obj(
      { status: notifyEVChargingNeedsStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  NotifyEVChargingSchedule: {
    from: 'chargePoint',
    request: obj(
      { timeBase: date(), chargingSchedule: chargingScheduleType, evseId: int({ min: 1 }) },
      { selectedChargingScheduleId: int({ min: 0 }), powerToleranceAcceptance: bool(), customData: customDataType },
    ),
    confirmation: obj({ status: genericStatusEnumType }, { statusInfo: statusInfoType, customData: customDataType }),
  },
  ReportChargingProfiles: {
    from: 'chargePoint',
    request: obj(
      {
        requestId: int(),
        chargingLimitSource: str(20),
        chargingProfile: list(chargingProfileType, { min: 1 }),
        evseId: int({ min: 0 }),
      },
      { tbc: bool(), customData: customDataType },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  SetChargingProfile: {
    from: 'centralSystem',
    request: obj({ evseId: int({ min: 0 }), chargingProfile: chargingProfileType }, { customData: customDataType }),
    confirmation: obj(
      { status: chargingProfileStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  AFRRSignal: {
    from: 'centralSystem',
    request: obj({ timestamp: date(), signal: int() }, { customData: customDataType }),
    confirmation: obj({ status: genericStatusEnumType }, { statusInfo: statusInfoType, customData: customDataType }),
  },
  NotifyAllowedEnergyTransfer: {
    from: 'centralSystem',
    request: obj(
      { transactionId: str(36), allowedEnergyTransfer: list(energyTransferModeEnumType, { min: 1 }) },
      { customData: customDataType },
    ),
    confirmation: obj(
      { status: notifyAllowedEnergyTransferStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  NotifyPriorityCharging: {
    from: 'chargePoint',
    request: obj({ transactionId: str(36), activated: bool() }, { customData: customDataType }),
    confirmation: obj({}, { customData: customDataType }),
  },
  PullDynamicScheduleUpdate: {
    from: 'chargePoint',
    request: obj({ chargingProfileId: int() }, { customData: customDataType }),
    confirmation: obj(
      { status: chargingProfileStatusEnumType },
      { scheduleUpdate: chargingScheduleUpdateType, statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  UpdateDynamicSchedule: {
    from: 'centralSystem',
    request: obj(
      { chargingProfileId: int(), scheduleUpdate: chargingScheduleUpdateType },
      { customData: customDataType },
    ),
    confirmation: obj(
      { status: chargingProfileStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  UsePriorityCharging: {
    from: 'centralSystem',
    request: obj({ transactionId: str(36), activate: bool() }, { customData: customDataType }),
    confirmation: obj(
      { status: priorityChargingStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
} as const satisfies Messages
