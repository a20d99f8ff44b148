// The messages of a past session as a station of OCPP 2.0.1 would have written them: the past is told to the handlers in the
// form of 1.6, and its log shows the protocol that the station speaks. An EVSE has the number of its connector.
import type { ChargePointAction, Confirmation, Request } from '@wattdesk/ocpp/messages'
import type { Request201, Response201 } from '@wattdesk/ocpp/ocpp201'

/** A call and its answer. */
export type Exchange = { action: string; payload: object; answer: object }
type Event = Request201<'TransactionEvent'>
type TokenInfo = NonNullable<Response201<'TransactionEvent'>['idTokenInfo']>

const evseOf = (id: number) => ({ id, connectorId: 1 })
const tokenOf = (idToken: string): Event['idToken'] & object => ({ idToken, type: 'ISO14443' })
const infoOf = ({ status, expiryDate, parentIdTag }: Confirmation<'Authorize'>['idTagInfo']): TokenInfo => ({
  status,
  ...(expiryDate !== undefined && { cacheExpiryDateTime: expiryDate }),
  ...(parentIdTag !== undefined && { groupIdToken: { idToken: parentIdTag, type: 'Central' } }),
})
const register = (
  timestamp: string,
  value: number,
  context: 'Transaction.Begin' | 'Transaction.End',
): NonNullable<Event['meterValue']> => [
  {
    timestamp,
    sampledValue: [{ value, context, measurand: 'Energy.Active.Import.Register', unitOfMeasure: { unit: 'Wh' } }],
  },
]

const OWN_STATES: ReadonlySet<string> = new Set(['Available', 'Reserved', 'Unavailable', 'Faulted'])
type ConnectorStatus = Request201<'StatusNotification'>['connectorStatus']

/** Why it ended, and what made the station say so. */
const ENDS: Readonly<Record<string, Pick<Event, 'triggerReason'> & Pick<Event['transactionInfo'], 'stoppedReason'>>> = {
  Local: { triggerReason: 'StopAuthorized', stoppedReason: 'Local' },
  Remote: { triggerReason: 'RemoteStop', stoppedReason: 'Remote' },
  EVDisconnected: { triggerReason: 'EVCommunicationLost', stoppedReason: 'EVDisconnected' },
  DeAuthorized: { triggerReason: 'Deauthorized', stoppedReason: 'DeAuthorized' },
}

export class Frames201 {
  /** The number of the next event of each running session. */
  private readonly seqNos = new Map<number, number>()
  private readonly stem: string

  /** `stem`: begins the station's own names of its transactions. */
  constructor(stem: string) {
    this.stem = stem
  }

  /** An exchange of 1.6 in the words of 2.0.1; undefined where a station of 2.0.1 says nothing. */
  said({ action, payload, answer }: Exchange): Exchange | undefined {
    const write = this.writers[action as keyof typeof this.writers] as
      | ((payload: object, answer: object) => Exchange | undefined)
      | undefined
    return write ? write(payload, answer) : { action, payload, answer }
  }

  private readonly writers: {
    [A in ChargePointAction]?: (payload: Request<A>, answer: Confirmation<A>) => Exchange | undefined
  } = {
    BootNotification: (p, answer) => ({
      action: 'BootNotification',
      payload: {
        reason: 'PowerUp',
        chargingStation: {
          vendorName: p.chargePointVendor,
          model: p.chargePointModel,
          serialNumber: p.chargePointSerialNumber,
          firmwareVersion: p.firmwareVersion,
        },
      },
      answer,
    }),
    StatusNotification: ({ connectorId, status, timestamp }, answer) => {
      if (connectorId === 0) return undefined
      const connectorStatus: ConnectorStatus = OWN_STATES.has(status) ? (status as ConnectorStatus) : 'Occupied'
      const payload = { timestamp, connectorStatus, evseId: connectorId, connectorId: 1 }
      return { action: 'StatusNotification', payload, answer }
    },
    Authorize: ({ idTag }, { idTagInfo }) => ({
      action: 'Authorize',
      payload: { idToken: tokenOf(idTag) },
      answer: { idTokenInfo: infoOf(idTagInfo) },
    }),
    StartTransaction: ({ connectorId, idTag, meterStart, timestamp }, { transactionId, idTagInfo }) =>
      this.event(
        transactionId,
        {
          eventType: 'Started',
          timestamp,
          triggerReason: 'Authorized',
          evse: evseOf(connectorId),
          idToken: tokenOf(idTag),
          meterValue: register(timestamp, meterStart, 'Transaction.Begin'),
        },
        { chargingState: 'Charging' },
        { idTokenInfo: infoOf(idTagInfo) },
      ),
    MeterValues: ({ connectorId, transactionId, meterValue }) => {
      const [first] = meterValue
      if (transactionId === undefined || !first) return undefined
      const { timestamp } = first
      const values = meterValue.map(({ sampledValue, ...at }) => ({
        ...at,
        sampledValue: sampledValue
          .filter(({ measurand }) => measurand !== 'Temperature')
          .map(({ value, unit, format: _, ...words }) => ({
            ...words,
            value: Number(value),
            ...(unit && { unitOfMeasure: { unit } }),
          })),
      })) as NonNullable<Event['meterValue']>
      const told = {
        eventType: 'Updated' as const,
        timestamp,
        triggerReason: 'MeterValuePeriodic' as const,
        evse: evseOf(connectorId),
        meterValue: values,
      }
      return this.event(transactionId, told, { chargingState: 'Charging' })
    },
    StopTransaction: ({ transactionId, meterStop, timestamp, reason = 'Local' }) => {
      const { triggerReason, stoppedReason } = ENDS[reason] ?? {
        triggerReason: 'AbnormalCondition',
        stoppedReason: 'Other',
      }
      const meterValue = register(timestamp, meterStop, 'Transaction.End')
      const told = { eventType: 'Ended' as const, timestamp, triggerReason, meterValue }
      return this.event(transactionId, told, { chargingState: 'EVConnected', ...(stoppedReason && { stoppedReason }) })
    },
  }

  private event(
    transactionId: number,
    told: Omit<Event, 'seqNo' | 'transactionInfo'>,
    info: Omit<Event['transactionInfo'], 'transactionId'>,
    answer: Response201<'TransactionEvent'> = {},
  ): Exchange {
    const seqNo = this.seqNos.get(transactionId) ?? 0
    if (told.eventType === 'Ended') this.seqNos.delete(transactionId)
    else this.seqNos.set(transactionId, seqNo + 1)
    const transactionInfo = { transactionId: `${this.stem}-${transactionId.toString(36)}`, ...info }
    const payload: Event = { ...told, seqNo, transactionInfo }
    return { action: 'TransactionEvent', payload, answer }
  }
}
