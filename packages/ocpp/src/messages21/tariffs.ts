// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { int, list, obj, str } from '../schema.ts'
import {
  clearTariffsResultType,
  customDataType,
  statusInfoType,
  tariffAssignmentType,
  tariffChangeStatusEnumType,
  tariffGetStatusEnumType,
  tariffSetStatusEnumType,
  tariffType,
} from './types.ts'

export const tariffs = {
  ChangeTransactionTariff: {
    from: 'centralSystem',
    request: obj({ tariff: tariffType, transactionId: str(36) }, { customData: customDataType }),
    confirmation: obj(
      { status: tariffChangeStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  ClearTariffs: {
    from: 'centralSystem',
    request: obj({}, { tariffIds: list(str(60), { min: 1 }), evseId: int({ min: 0 }), customData: customDataType }),
    confirmation: obj({ clearTariffsResult: list(clearTariffsResultType, { min: 1 }) }, { customData: customDataType }),
  },
  GetTariffs: {
    from: 'centralSystem',
    request: obj({ evseId: int({ min: 0 }) }, { customData: customDataType }),
    confirmation: obj(
      { status: tariffGetStatusEnumType },
      {
        statusInfo: statusInfoType,
        tariffAssignments: list(tariffAssignmentType, { min: 1 }),
        customData: customDataType,
      },
    ),
  },
  SetDefaultTariff: {
    from: 'centralSystem',
    request: obj({ evseId: int({ min: 0 }), tariff: tariffType }, { customData: customDataType }),
    confirmation: obj({ status: tariffSetStatusEnumType }, { statusInfo: statusInfoType, customData: customDataType }),
  },
} as const satisfies Messages
