// Writes the request of a local list that somebody sends by hand: the charge point is asked first how many tags it takes in
// one message, and a longer list is not sent (O-65). Lists that the portal keeps are parted instead.
import { ok } from '@wattdesk/base/result'
import { plainRequest, type Writers } from '../remote-operations/operation-request.commands.ts'
import { beyondMessage, MESSAGE_KEYS } from './local-list.rules.ts'

export const localListWriters: Writers = {
  SendLocalList: async (_trx, parameters, { target }) => {
    const tags = parameters.localAuthorizationList?.length ?? 0
    // Every charge point that keeps a list takes one tag.
    if (tags < 2) return undefined
    const request = { chargerId: target.chargepointId, remoteOperationType: 'SendLocalList', parameters } as const
    return ok({
      payload: plainRequest(request).payload,
      kept: undefined,
      asks: { keys: MESSAGE_KEYS, refusal: told => beyondMessage(tags, told) },
    })
  },
}
