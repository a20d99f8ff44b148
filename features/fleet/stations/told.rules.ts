// What chargers tell of themselves, as facts that no protocol owns. The messages of OCPP 1.6 have this form as they come; those
// of 2.0.1 are brought into it.

/** A boot, whatever the protocol: the words are those of OCPP 1.6. */
export type ToldBoot = {
  chargePointVendor: string
  chargePointModel: string
  chargePointSerialNumber?: string | undefined
  chargeBoxSerialNumber?: string | undefined
  firmwareVersion?: string | undefined
  iccid?: string | undefined
  imsi?: string | undefined
  meterType?: string | undefined
  meterSerialNumber?: string | undefined
  /** Why it started, as OCPP 2.0.1 has a word for it: PowerUp, Watchdog, RemoteReset and others. */
  reason?: string | undefined
}

/** A status, whatever the protocol: the words are those of OCPP 1.6. `timestamp` as told. */
export type ToldStatus = {
  connectorId: number
  status: string
  errorCode: string
  info?: string | undefined
  vendorErrorCode?: string | undefined
  timestamp?: string | undefined
}
