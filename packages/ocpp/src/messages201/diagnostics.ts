// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.0.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { bool, date, int, list, obj, str } from '../schema.ts'
import {
  certificateHashDataType,
  clearMonitoringResultType,
  componentVariableType,
  customDataType,
  customerInformationStatusEnumType,
  eventDataType,
  genericDeviceModelStatusEnumType,
  genericStatusEnumType,
  idTokenType,
  logEnumType,
  logParametersType,
  logStatusEnumType,
  monitoringBaseEnumType,
  monitoringCriterionEnumType,
  monitoringDataType,
  setMonitoringDataType,
  setMonitoringResultType,
  statusInfoType,
  uploadLogStatusEnumType,
} from './types.ts'

export const diagnostics = {
  ClearVariableMonitoring: {
    from: 'centralSystem',
    request: obj({ id: list(int(), { min: 1 }) }, { customData: customDataType }),
    confirmation: obj(
      { clearMonitoringResult: list(clearMonitoringResultType, { min: 1 }) },
      { customData: customDataType },
    ),
  },
  CustomerInformation: {
    from: 'centralSystem',
    request: obj(
      { requestId: int(), report: bool(), clear: bool() },
      {
        customData: customDataType,
        customerCertificate: certificateHashDataType,
        idToken: idTokenType,
        customerIdentifier: str(64),
      },
    ),
    confirmation: obj(
      { status: customerInformationStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType },
    ),
  },
  GetLog: {
    from: 'centralSystem',
    request: obj(
      { log: logParametersType, logType: logEnumType, requestId: int() },
      { customData: customDataType, retries: int(), retryInterval: int() },
    ),
    confirmation: obj(
      { status: logStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType, filename: str(255) },
    ),
  },
  GetMonitoringReport: {
    from: 'centralSystem',
    request: obj(
      { requestId: int() },
      {
        customData: customDataType,
        componentVariable: list(componentVariableType, { min: 1 }),
        monitoringCriteria: list(monitoringCriterionEnumType, { min: 1, max: 3 }),
      },
    ),
    confirmation: obj(
      { status: genericDeviceModelStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType },
    ),
  },
  LogStatusNotification: {
    from: 'chargePoint',
    request: obj({ status: uploadLogStatusEnumType }, { customData: customDataType, requestId: int() }),
    confirmation: obj({}, { customData: customDataType }),
  },
  NotifyCustomerInformation: {
    from: 'chargePoint',
    request: obj(
      { data: str(512), seqNo: int(), generatedAt: date(), requestId: int() },
      { customData: customDataType, tbc: bool() },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  NotifyEvent: {
    from: 'chargePoint',
    request: obj(
      { generatedAt: date(), seqNo: int(), eventData: list(eventDataType, { min: 1 }) },
      { customData: customDataType, tbc: bool() },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  NotifyMonitoringReport: {
    from: 'chargePoint',
    request: obj(
      { requestId: int(), seqNo: int(), generatedAt: date() },
      { customData: customDataType, monitor: list(monitoringDataType, { min: 1 }), tbc: bool() },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  SetMonitoringBase: {
    from: 'centralSystem',
    request: obj({ monitoringBase: monitoringBaseEnumType }, { customData: customDataType }),
    confirmation: obj(
      { status: genericDeviceModelStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType },
    ),
  },
  SetMonitoringLevel: {
    from: 'centralSystem',
    request: obj({ severity: int() }, { customData: customDataType }),
    confirmation: obj({ status: genericStatusEnumType }, { customData: customDataType, statusInfo: statusInfoType }),
  },
  SetVariableMonitoring: {
    from: 'centralSystem',
    request: obj({ setMonitoringData: list(setMonitoringDataType, { min: 1 }) }, { customData: customDataType }),
    confirmation: obj(
      { setMonitoringResult: list(setMonitoringResultType, { min: 1 }) },
      { customData: customDataType },
    ),
  },
} as const satisfies Messages
