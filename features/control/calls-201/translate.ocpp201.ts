// The one table of calls to stations of OCPP 2.0.1: how each call of 1.6, the form in which all features ask, is said to them.
import type { CentralSystemAction } from '@wattdesk/ocpp/messages'
import type { Translate } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import {
  certificateSigned,
  deleteCertificate,
  getInstalledCertificateIds,
  installCertificate,
} from './certificates.ocpp201.ts'
import { clearChargingProfile, getCompositeSchedule, setChargingProfile } from './charging-profiles.ocpp201.ts'
import { changeConfiguration, getConfiguration } from './configuration.ocpp201.ts'
import { getDiagnostics, getLog, signedUpdateFirmware, updateFirmware } from './files.ocpp201.ts'
import { dataTransfer, extendedTriggerMessage, triggerMessage } from './messages.ocpp201.ts'
import type { Say } from './said.ocpp201.ts'
import { changeAvailability, remoteStart, remoteStop, reset, unlock } from './start-stop.ocpp201.ts'
import { cancelReservation, clearCache, getLocalListVersion, reserveNow, sendLocalList } from './tags.ocpp201.ts'

const TABLE: { [A in CentralSystemAction]: Say<A> } = {
  CancelReservation: cancelReservation,
  CertificateSigned: certificateSigned,
  ChangeAvailability: changeAvailability,
  ChangeConfiguration: changeConfiguration,
  ClearCache: clearCache,
  ClearChargingProfile: clearChargingProfile,
  DataTransfer: dataTransfer,
  DeleteCertificate: deleteCertificate,
  ExtendedTriggerMessage: extendedTriggerMessage,
  GetCompositeSchedule: getCompositeSchedule,
  GetConfiguration: getConfiguration,
  GetDiagnostics: getDiagnostics,
  GetInstalledCertificateIds: getInstalledCertificateIds,
  GetLocalListVersion: getLocalListVersion,
  GetLog: getLog,
  InstallCertificate: installCertificate,
  RemoteStartTransaction: remoteStart,
  RemoteStopTransaction: remoteStop,
  ReserveNow: reserveNow,
  Reset: reset,
  SendLocalList: sendLocalList,
  SetChargingProfile: setChargingProfile,
  SignedUpdateFirmware: signedUpdateFirmware,
  TriggerMessage: triggerMessage,
  UnlockConnector: unlock,
  UpdateFirmware: updateFirmware,
}

export const translator =
  (services: Services): Translate =>
  (session, action, payload, options) => {
    const say = TABLE[action] as Say<typeof action>
    return say({ services, session, options }, payload)
  }
