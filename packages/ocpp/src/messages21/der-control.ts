// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { bool, date, int, list, obj, str } from '../schema.ts'
import {
  customDataType,
  derControlEnumType,
  derControlStatusEnumType,
  derCurveGetType,
  derCurveType,
  enterServiceGetType,
  enterServiceType,
  fixedPFGetType,
  fixedPFType,
  fixedVarGetType,
  fixedVarType,
  freqDroopGetType,
  freqDroopType,
  gradientGetType,
  gradientType,
  gridEventFaultEnumType,
  limitMaxDischargeGetType,
  limitMaxDischargeType,
  statusInfoType,
} from './types.ts'

export const derControl = {
  ClearDERControl: {
    from: 'centralSystem',
    request: obj(
      { isDefault: bool() },
      { controlType: derControlEnumType, controlId: str(36), customData: customDataType },
    ),
    confirmation: obj({ status: derControlStatusEnumType }, { statusInfo: statusInfoType, customData: customDataType }),
  },
  GetDERControl: {
    from: 'centralSystem',
    request: obj(
      { requestId: int() },
      { isDefault: bool(), controlType: derControlEnumType, controlId: str(36), customData: customDataType },
    ),
    confirmation: obj({ status: derControlStatusEnumType }, { statusInfo: statusInfoType, customData: customDataType }),
  },
  NotifyDERAlarm: {
    from: 'chargePoint',
    request: obj(
      { controlType: derControlEnumType, timestamp: date() },
      { gridEventFault: gridEventFaultEnumType, alarmEnded: bool(), extraInfo: str(200), customData: customDataType },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  NotifyDERStartStop: {
    from: 'chargePoint',
    request: obj(
      { controlId: str(36), started: bool(), timestamp: date() },
      { supersededIds: list(str(36), { min: 1, max: 24 }), customData: customDataType },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  ReportDERControl: {
    from: 'chargePoint',
    request: obj(
      { requestId: int() },
      {
        curve: list(derCurveGetType, { min: 1, max: 24 }),
        enterService: list(enterServiceGetType, { min: 1, max: 24 }),
        fixedPFAbsorb: list(fixedPFGetType, { min: 1, max: 24 }),
        fixedPFInject: list(fixedPFGetType, { min: 1, max: 24 }),
        fixedVar: list(fixedVarGetType, { min: 1, max: 24 }),
        freqDroop: list(freqDroopGetType, { min: 1, max: 24 }),
        gradient: list(gradientGetType, { min: 1, max: 24 }),
        limitMaxDischarge: list(limitMaxDischargeGetType, { min: 1, max: 24 }),
        tbc: bool(),
        customData: customDataType,
      },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  SetDERControl: {
    from: 'centralSystem',
    request: obj(
      { isDefault: bool(), controlId: str(36), controlType: derControlEnumType },
      {
        curve: derCurveType,
        enterService: enterServiceType,
        fixedPFAbsorb: fixedPFType,
        fixedPFInject: fixedPFType,
        fixedVar: fixedVarType,
        freqDroop: freqDroopType,
        gradient: gradientType,
        limitMaxDischarge: limitMaxDischargeType,
        customData: customDataType,
      },
    ),
    confirmation: obj(
      { status: derControlStatusEnumType },
      { statusInfo: statusInfoType, supersededIds: list(str(36), { min: 1, max: 24 }), customData: customDataType },
    ),
  },
} as const satisfies Messages
