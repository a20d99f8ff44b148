// The Local Auth List Management profile of OCPP 1.6.
import { int, list, obj, oneOf } from '../schema.ts'
import type { Messages } from './message.ts'
import { idTagInfo, idToken, nothing, status } from './types.ts'

export const localList = {
  GetLocalListVersion: {
    from: 'centralSystem',
    request: nothing(),
    // 0: the list is empty, -1: there is none (§5.10).
    confirmation: obj({ listVersion: int({ min: -1 }) }),
  },
  SendLocalList: {
    from: 'centralSystem',
    request: obj(
      // 0 and -1 mean something else (§5.10, errata 3.52), so a list that is sent starts at 1.
      { listVersion: int({ min: 1 }), updateType: oneOf('Differential', 'Full') },
      { localAuthorizationList: list(obj({ idTag: idToken() }, { idTagInfo: idTagInfo() })) },
    ),
    confirmation: status('Accepted', 'Failed', 'NotSupported', 'VersionMismatch'),
  },
} as const satisfies Messages
