// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.1 (Open Charge Alliance), as the npm
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
    request: obj({ id: list(int({ min: 0 }), { min: 1 }) }, { customData: customDataType }),
    confirmation: obj(
      { clearMonitoringResult: list(clearMonitoringResultType, { min: 1 }) },
      { customData: customDataType },
    ),
  },
  CustomerInformation: {
    from: 'centralSystem',
    request: obj(
      { requestId: int({ min: 0 }), report: bool(), clear: bool() },
      {
        customerCertificate: certificateHashDataType,
        idToken: idTokenType,
        customerIdentifier: str(64),
        customData: customDataType,
      },
    ),
    confirmation: obj(
      { status: customerInformationStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  GetLog: {
    from: 'centralSystem',
    request: obj(
      { log: logParametersType, logType: logEnumType, requestId: int() },
      { retries: int({ min: 0 }), retryInterval: int(), customData: customDataType },
    ),
    confirmation: obj(
      { status: logStatusEnumType },
      { statusInfo: statusInfoType, filename: str(255), customData: customDataType },
    ),
  },
  GetMonitoringReport: {
    from: 'centralSystem',
    request: obj(
      { requestId: int() },
      {
        componentVariable: list(componentVariableType, { min: 1 }),
        monitoringCriteria: list(monitoringCriterionEnumType, { min: 1, max: 3 }),
        customData: customDataType,
      },
    ),
    confirmation: obj(
      { status: genericDeviceModelStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  LogStatusNotification: {
    from: 'chargePoint',
    request: obj(
      { status: uploadLogStatusEnumType },
      { requestId: int(), statusInfo: statusInfoType, customData: customDataType },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  NotifyCustomerInformation: {
    from: 'chargePoint',
    request: obj(
      { data: str(512), seqNo: int({ min: 0 }), generatedAt: date(), requestId: int({ min: 0 }) },
      { tbc: bool(), customData: customDataType },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  NotifyEvent: {
    from: 'chargePoint',
    request: obj(
      { generatedAt: date(), seqNo: int({ min: 0 }), eventData: list(eventDataType, { min: 1 }) },
      { tbc: bool(), customData: customDataType },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  NotifyMonitoringReport: {
    from: 'chargePoint',
    request: obj(
      { requestId: int(), seqNo: int({ min: 0 }), generatedAt: date() },
      { monitor: list(monitoringDataType, { min: 1 }), tbc: bool(), customData: customDataType },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  SetMonitoringBase: {
    from: 'centralSystem',
    request: obj({ monitoringBase: monitoringBaseEnumType }, { customData: customDataType }),
    confirmation: obj(
      { status: genericDeviceModelStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  SetMonitoringLevel: {
    from: 'centralSystem',
    request: obj({ severity: int({ min: 0 }) }, { customData: customDataType }),
    confirmation: obj({ status: genericStatusEnumType }, { statusInfo: statusInfoType, customData: customDataType }),
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
