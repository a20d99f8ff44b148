// The one table of calls to stations of OCPP 2.0.1: how each call of 1.6, the form in which all features ask, is said to them.
import type { CentralSystemAction } from '@wattdesk/ocpp/messages'
import type { Translate } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { type Say, unsayable } from './said.ocpp201.ts'
import { changeAvailability, remoteStart, remoteStop, reset, unlock } from './start-stop.ocpp201.ts'

const TABLE: { [A in CentralSystemAction]?: Say<A> } = {
  ChangeAvailability: changeAvailability,
  RemoteStartTransaction: remoteStart,
  RemoteStopTransaction: remoteStop,
  Reset: reset,
  UnlockConnector: unlock,
}

export const translator =
  (services: Services): Translate =>
  async (session, action, payload, options) => {
    const say = TABLE[action] as Say<typeof action> | undefined
    return say ? say({ services, session, options }, payload) : unsayable(`${action} is not known in OCPP 2.0.1`)
  }
