// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { bool, date, int, list, obj } from '../schema.ts'
import {
  bootReasonEnumType,
  chargingStationType,
  componentCriterionEnumType,
  componentVariableType,
  customDataType,
  genericDeviceModelStatusEnumType,
  getVariableDataType,
  getVariableResultType,
  networkConnectionProfileType,
  registrationStatusEnumType,
  reportBaseEnumType,
  reportDataType,
  resetEnumType,
  resetStatusEnumType,
  setNetworkProfileStatusEnumType,
  setVariableDataType,
  setVariableResultType,
  statusInfoType,
} from './types.ts'

export const provisioning = {
  BootNotification: {
    from: 'chargePoint',
    request: obj({ chargingStation: chargingStationType, reason: bootReasonEnumType }, { customData: customDataType }),
    confirmation: obj(
      { currentTime: date(), interval: int(), status: registrationStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  GetBaseReport: {
    from: 'centralSystem',
    request: obj({ requestId: int(), reportBase: reportBaseEnumType }, { customData: customDataType }),
    confirmation: obj(
      { status: genericDeviceModelStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  GetReport: {
    from: 'centralSystem',
    request: obj(
      { requestId: int() },
      {
        componentVariable: list(componentVariableType, { min: 1 }),
        componentCriteria: list(componentCriterionEnumType, { min: 1, max: 4 }),
        customData: customDataType,
      },
    ),
    confirmation: obj(
      { status: genericDeviceModelStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  GetVariables: {
    from: 'centralSystem',
    request: obj({ getVariableData: list(getVariableDataType, { min: 1 }) }, { customData: customDataType }),
    confirmation: obj({ getVariableResult: list(getVariableResultType, { min: 1 }) }, { customData: customDataType }),
  },
  NotifyReport: {
    from: 'chargePoint',
    request: obj(
      { requestId: int(), generatedAt: date(), seqNo: int({ min: 0 }) },
      { reportData: list(reportDataType, { min: 1 }), tbc: bool(), customData: customDataType },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  Reset: {
    from: 'centralSystem',
    request: obj({ type: resetEnumType }, { evseId: int({ min: 0 }), customData: customDataType }),
    confirmation: obj({ status: resetStatusEnumType }, { statusInfo: statusInfoType, customData: customDataType }),
  },
  SetNetworkProfile: {
    from: 'centralSystem',
    request: obj(
      { configurationSlot: int(), connectionData: networkConnectionProfileType },
      { customData: customDataType },
    ),
    confirmation: obj(
      { status: setNetworkProfileStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  SetVariables: {
    from: 'centralSystem',
    request: obj({ setVariableData: list(setVariableDataType, { min: 1 }) }, { customData: customDataType }),
    confirmation: obj({ setVariableResult: list(setVariableResultType, { min: 1 }) }, { customData: customDataType }),
  },
} as const satisfies Messages
