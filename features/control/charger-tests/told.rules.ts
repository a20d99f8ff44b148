// What a charger under test has told of its connectors, cards, clock and sessions, in words that no protocol owns.
import { instantOf } from '@wattdesk/ocpp/date-time'
import type { Request } from '@wattdesk/ocpp/messages'
import type { Request201 } from '@wattdesk/ocpp/ocpp201'
import type { ChargerCall, Journal } from './journal.rules.ts'

type Boot = {
  call: ChargerCall
  vendor: string
  model: string
  serial: string | null
  firmware: string | null
}
export type TestedSession = {
  id: string
  connector: string
  tag: string | null
  /** The central system accepted the tag. */
  isAccepted: boolean
  begun: ChargerCall | undefined
  ended: ChargerCall | undefined
  /** Registers of imported energy in Wh, in the order they came, the first and last of the session among them. */
  registers: { wh: number; call: ChargerCall }[]
  /** Messages with readings between begin and end. */
  readings: ChargerCall[]
  measurands: Set<string>
  /** Sequence numbers of events (2.0.1). */
  seqNos: number[]
  faults: string[]
}
export type Told = {
  boots: Boot[]
  statuses: Map<string, ChargerCall>
  cards: { tag: string; isAccepted: boolean; call: ChargerCall }[]
  /** Times that the charger told, in ms before (positive) or after their arrival. */
  clocks: { lateMs: number; call: ChargerCall }[]
  sessions: TestedSession[]
}

export const REGISTER = 'Energy.Active.Import.Register'

/** The facts of the calls that fit their schema. */
export function toldIn({ calls }: Pick<Journal, 'calls'>, protocols: ReadonlyMap<number, string>): Told {
  const told: Told = { boots: [], statuses: new Map(), cards: [], clocks: [], sessions: [] }
  for (const call of calls) {
    if (call.wrong || call.fault) continue
    const time = (call.payload as { timestamp?: string }).timestamp
    const at = time === undefined ? undefined : instantOf(time)
    if (at !== undefined) told.clocks.push({ lateMs: call.line.at.getTime() - at, call })
    if (protocols.get(call.no) === 'ocpp2.0.1') take201(told, call)
    else take16(told, call)
  }
  return told
}

const acceptedIn = (info: unknown): boolean => (info as { status?: string } | undefined)?.status === 'Accepted'

type Given = Pick<TestedSession, 'id' | 'connector' | 'tag' | 'isAccepted' | 'begun'>
function newSession(told: Told, given: Given): TestedSession {
  const session: TestedSession = {
    ...given,
    ended: undefined,
    registers: [],
    readings: [],
    measurands: new Set(),
    seqNos: [],
    faults: [],
  }
  told.sessions.push(session)
  return session
}

function take16(told: Told, call: ChargerCall): void {
  const { action, payload } = call
  if (action === 'BootNotification') {
    const p = payload as Request<'BootNotification'>
    told.boots.push({
      call,
      vendor: p.chargePointVendor,
      model: p.chargePointModel,
      serial: p.chargePointSerialNumber ?? p.chargeBoxSerialNumber ?? null,
      firmware: p.firmwareVersion ?? null,
    })
  } else if (action === 'StatusNotification')
    told.statuses.set(`connector ${(payload as Request<'StatusNotification'>).connectorId}`, call)
  else if (action === 'Authorize')
    told.cards.push({
      tag: (payload as Request<'Authorize'>).idTag,
      isAccepted: acceptedIn(call.answer?.idTagInfo),
      call,
    })
  else if (action === 'StartTransaction') {
    const p = payload as Request<'StartTransaction'>
    const session = newSession(told, {
      id: String(call.answer?.transactionId ?? ''),
      connector: `connector ${p.connectorId}`,
      tag: p.idTag,
      isAccepted: acceptedIn(call.answer?.idTagInfo),
      begun: call,
    })
    session.registers.push({ wh: p.meterStart, call })
  } else if (action === 'MeterValues') readings16(told, call)
  else if (action === 'StopTransaction') stop16(told, call)
}

function readings16({ sessions }: Told, call: ChargerCall): void {
  const p = call.payload as Request<'MeterValues'>
  const running = sessions.findLast(s => s.connector === `connector ${p.connectorId}` && !s.ended)
  const named = sessions.find(s => s.id === String(p.transactionId))
  const session = named ?? running
  if (!session) return
  if (!named)
    session.faults.push(
      p.transactionId === undefined
        ? 'MeterValues of the session has no transactionId'
        : `MeterValues names the transaction ${p.transactionId}, which the central system did not give`,
    )
  session.readings.push(call)
  take(session, call, p.meterValue)
}

function stop16({ sessions }: Told, call: ChargerCall): void {
  const p = call.payload as Request<'StopTransaction'>
  const session = sessions.find(s => s.id === String(p.transactionId))
  if (!session) {
    const running = sessions.findLast(s => !s.ended)
    running?.faults.push(
      `StopTransaction names the transaction ${p.transactionId}, which the central system did not give`,
    )
    return
  }
  session.ended = call
  take(session, call, p.transactionData ?? [])
  session.registers.push({ wh: p.meterStop, call })
}

type Sample = { value: string | number; measurand?: string; unit?: string; format?: string; unitOfMeasure?: Unit }
type Unit = { unit?: string; multiplier?: number }
/** Takes readings of either protocol. */
function take(session: TestedSession, call: ChargerCall, values: readonly { sampledValue: readonly Sample[] }[]): void {
  for (const { sampledValue } of values)
    for (const s of sampledValue) {
      const measurand = s.measurand ?? REGISTER
      if (s.format === 'SignedData') continue
      const value = Number(s.value)
      if (s.value === '' || !Number.isFinite(value)) {
        session.faults.push(`${measurand} has the value "${String(s.value).slice(0, 40)}", which is no number`)
        continue
      }
      session.measurands.add(measurand)
      const unit = s.unit ?? s.unitOfMeasure?.unit ?? 'Wh'
      const wh = value * 10 ** (s.unitOfMeasure?.multiplier ?? 0) * (unit === 'kWh' ? 1000 : 1)
      if (measurand === REGISTER && !('phase' in s)) session.registers.push({ wh, call })
    }
}

function take201(told: Told, call: ChargerCall): void {
  const { action, payload } = call
  if (action === 'BootNotification') {
    const { chargingStation: c } = payload as Request201<'BootNotification'>
    told.boots.push({
      call,
      vendor: c.vendorName,
      model: c.model,
      serial: c.serialNumber ?? null,
      firmware: c.firmwareVersion ?? null,
    })
  } else if (action === 'StatusNotification') {
    const p = payload as Request201<'StatusNotification'>
    told.statuses.set(`EVSE ${p.evseId}, connector ${p.connectorId}`, call)
  } else if (action === 'Authorize')
    told.cards.push({
      tag: (payload as Request201<'Authorize'>).idToken.idToken,
      isAccepted: acceptedIn(call.answer?.idTokenInfo),
      call,
    })
  else if (action === 'TransactionEvent') event201(told, call)
}

function event201(told: Told, call: ChargerCall): void {
  const p = call.payload as Request201<'TransactionEvent'>
  const id = p.transactionInfo.transactionId
  const session =
    told.sessions.find(s => s.id === id) ??
    newSession(told, { id, connector: `EVSE ${p.evse?.id ?? '?'}`, tag: null, isAccepted: true, begun: undefined })
  session.seqNos.push(p.seqNo)
  if (p.eventType === 'Started') session.begun ??= call
  if (p.evse && session.connector === 'EVSE ?') session.connector = `EVSE ${p.evse.id}`
  if (p.idToken) {
    session.tag ??= p.idToken.idToken
    if (call.answer?.idTokenInfo !== undefined) session.isAccepted = acceptedIn(call.answer.idTokenInfo)
  }
  take(session, call, p.meterValue ?? [])
  if (p.eventType === 'Updated' && p.meterValue) session.readings.push(call)
  if (p.eventType === 'Ended') session.ended ??= call
}
