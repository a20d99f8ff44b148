// Calls of the CSMS to a simulated station: judged by the official schemas, answered, and acted on after the answer.
import { ocpp21 } from '../../src/ocpp21.ts'
import { type CsmsAction, ocpp201 } from '../../src/ocpp201.ts'
import { realTime } from '../clock.ts'
import { CallError } from '../link.ts'
import { certificates, signCertificate } from './certificates.ts'
import type { Commands, Reply } from './command.ts'
import type { ReportRow } from './device-model.ts'
import { display } from './display.ts'
import { files } from './files.ts'
import { boot, heartbeats, reboot } from './lifecycle.ts'
import { refusesPriority, setNetworkProfile } from './network.ts'
import { profile16, smartCharging } from './smart-charging.ts'
import type { Evse, Station } from './station.ts'
import { endReservation, tags } from './tags.ts'
import { authorised, isReservedFor, plugIn, sample, schedule, startsAt, stop, tellMeter } from './transactions.ts'

const commands: Partial<Commands> = {
  ...certificates,
  ...display,
  ...files,
  ...smartCharging,
  ...tags,
  GetVariables: (station, request) => ({ answer: { getVariableResult: station.model.get(request) } }),
  SetVariables: (station, request) => ({
    answer: { setVariableResult: station.model.set(request, refusesPriority(station)) },
    after: async () => apply(station),
  }),
  SetNetworkProfile: setNetworkProfile,
  ChangeAvailability: (station, { operationalStatus, evse: place }) => {
    const chosen = place ? station.evses.filter(e => e.id === place.id) : station.evses
    if (chosen.length === 0) return { answer: { status: 'Rejected' } }
    const isOpen = operationalStatus === 'Operative'
    const waits = !isOpen && chosen.some(e => e.transaction)
    const set = async () => {
      if (place) for (const evse of chosen) evse.operative = isOpen
      else station.operative = isOpen
      for (const evse of chosen) {
        if (evse.reservation && !isOpen) await endReservation(station, evse, 'Removed')
        else await station.tell(evse)
      }
    }
    if (!waits) return { answer: { status: 'Accepted' }, after: set }
    return { answer: { status: 'Scheduled' }, after: async () => onceIdle(station, chosen, set) }
  },
  UnlockConnector: (station, { evseId, connectorId }) => {
    const evse = station.evses.find(e => e.id === evseId)
    if (!evse || connectorId !== 1) return { answer: { status: 'UnknownConnector' } }
    if (station.faults.unlockFails) return { answer: { status: 'UnlockFailed' } }
    return { answer: { status: evse.transaction?.idToken ? 'OngoingAuthorizedTransaction' : 'Unlocked' } }
  },
  GetBaseReport: (station, { requestId, reportBase }) => {
    if (reportBase === 'SummaryInventory') return { answer: { status: 'NotSupported' } }
    return {
      answer: { status: 'Accepted' },
      after: () => sendRows(station, requestId, station.model.report(reportBase)),
    }
  },
  GetReport: (station, { requestId, ...asked }) => {
    const rows = station.model.reportOf(asked)
    if (rows.length === 0) return { answer: { status: 'EmptyResultSet' } }
    return { answer: { status: 'Accepted' }, after: () => sendRows(station, requestId, rows) }
  },
  SetMonitoringBase: (station, { monitoringBase }) => {
    if (monitoringBase !== 'All') station.monitors.clearAll()
    return { answer: { status: 'Accepted' } }
  },
  SetMonitoringLevel: (station, { severity }) => {
    if (severity < 0 || severity > 9) return { answer: { status: 'Rejected' } }
    station.monitors.level = severity
    return { answer: { status: 'Accepted' } }
  },
  SetVariableMonitoring: (station, request) => ({
    answer: { setMonitoringResult: station.monitors.take(station, request) },
  }),
  ClearVariableMonitoring: (station, request) => ({
    answer: { clearMonitoringResult: station.monitors.clear(request) },
  }),
  GetMonitoringReport: (station, { requestId, ...asked }) => {
    const rows = station.monitors.report(asked)
    const monitors =
      station.link.protocol === 'ocpp2.1'
        ? rows
        : rows.map(r => ({
            ...r,
            variableMonitoring: r.variableMonitoring.map(({ eventNotificationType: _, ...monitor }) => monitor),
          }))
    if (monitors.length === 0) return { answer: { status: 'EmptyResultSet' } }
    const most = Math.max(1, station.model.number('DeviceDataCtrlr.ItemsPerMessage'))
    const after = async () => {
      for (let from = 0, seqNo = 0; from < monitors.length; from += most, seqNo++) {
        const monitor = monitors.slice(from, from + most) as typeof rows
        const tbc = from + most < monitors.length
        await station.call('NotifyMonitoringReport', { requestId, generatedAt: station.iso(), seqNo, tbc, monitor })
      }
    }
    return { answer: { status: 'Accepted' }, after }
  },
  RequestStartTransaction: (station, { evseId, idToken, remoteStartId, chargingProfile }) => {
    const free = station.evses.filter(
      e => station.isOpenForUse(e) && !e.faulted && !e.transaction?.idToken && isReservedFor(e, idToken),
    )
    const evse = evseId === undefined ? (free.find(e => e.plugged) ?? free[0]) : free.find(e => e.id === evseId)
    const fits = chargingProfile === undefined || chargingProfile.chargingProfilePurpose === 'TxProfile'
    if (!evse || !fits) return { answer: { status: 'Rejected' } }
    const profile = chargingProfile && { profile: profile16(chargingProfile) }
    const started = evse.transaction ? { transactionId: evse.transaction.id } : {}
    return {
      answer: { status: 'Accepted', ...started },
      after: async () => {
        // Without a start point before the cable there is no transaction to be told of until it is in.
        if (!startsAt(station, 'Authorized')) await plugIn(station, evse)
        await authorised(station, evse, idToken, { remoteStartId, ...profile })
        await plugIn(station, evse)
      },
    }
  },
  RequestStopTransaction: (station, { transactionId }) => {
    const evse = station.evses.find(e => e.transaction?.id === transactionId)
    if (!evse) return { answer: { status: 'Rejected' } }
    return { answer: { status: 'Accepted' }, after: () => stop(station, evse, 'Remote', 'RemoteStop') }
  },
  GetTransactionStatus: (station, { transactionId }) => {
    const messagesInQueue = station.outbox.length > 0
    if (transactionId === undefined) return { answer: { messagesInQueue } }
    const ongoingIndicator = station.evses.some(e => e.transaction?.id === transactionId)
    return { answer: { messagesInQueue, ongoingIndicator } }
  },
  Reset: (station, { type, evseId }) => {
    const chosen = station.evses.filter(e => evseId === undefined || e.id === evseId)
    if (chosen.length === 0) return { answer: { status: 'Rejected' } }
    const isBusy = chosen.some(e => e.transaction)
    const restart = (reason: 'RemoteReset' | 'ScheduledReset') =>
      evseId === undefined ? reboot(station, reason) : Promise.all(chosen.map(e => resetEvse(station, e)))
    if (type === 'OnIdle' && isBusy)
      return {
        answer: { status: 'Scheduled' },
        after: async () => onceIdle(station, chosen, () => restart('ScheduledReset')),
      }
    return { answer: { status: 'Accepted' }, after: () => restart('RemoteReset') }
  },
  TriggerMessage: (station, { requestedMessage, evse }) => {
    const chosen = station.evses.filter(e => evse === undefined || e.id === evse.id)
    const running = chosen.filter(e => e.transaction)
    const isPossible = requestedMessage === 'TransactionEvent' ? running.length > 0 : chosen.length > 0
    if (!isPossible) return { answer: { status: 'Rejected' } }
    switch (requestedMessage) {
      case 'BootNotification':
        return { answer: { status: 'Accepted' }, after: () => boot(station, 'Triggered') }
      case 'Heartbeat':
        return { answer: { status: 'Accepted' }, after: () => station.report('Heartbeat', {}) }
      case 'StatusNotification':
        return { answer: { status: 'Accepted' }, after: () => Promise.all(chosen.map(e => station.tell(e))) }
      case 'TransactionEvent':
        return {
          answer: { status: 'Accepted' },
          after: async () => {
            for (const e of running) if (e.transaction) sample(station, e, e.transaction, 'Trigger', 'Trigger')
          },
        }
      case 'MeterValues':
        return { answer: { status: 'Accepted' }, after: () => Promise.all(chosen.map(e => tellMeter(station, e))) }
      case 'LogStatusNotification':
        return {
          answer: { status: 'Accepted' },
          after: () => station.report('LogStatusNotification', station.progress.log ?? { status: 'Idle' }),
        }
      case 'FirmwareStatusNotification':
        return {
          answer: { status: 'Accepted' },
          after: () => station.report('FirmwareStatusNotification', station.progress.firmware ?? { status: 'Idle' }),
        }
      case 'SignChargingStationCertificate':
        return { answer: { status: 'Accepted' }, after: () => signCertificate(station) }
      default:
        return { answer: { status: 'NotImplemented' } }
    }
  },
  DataTransfer: () => ({ answer: { status: 'UnknownVendorId' } }),
}

/** NotifyReport in parts of as many variables as one message takes. */
async function sendRows(station: Station, requestId: number, rows: readonly ReportRow[]): Promise<void> {
  const most = Math.max(1, station.model.number('DeviceDataCtrlr.ItemsPerMessage'))
  for (let from = 0, seqNo = 0; from < rows.length; from += most, seqNo++) {
    const tbc = from + most < rows.length
    const reportData = rows.slice(from, from + most)
    await station.call('NotifyReport', { requestId, generatedAt: station.iso(), seqNo, tbc, reportData })
  }
}

/** Acts as soon as no transaction runs on any of the EVSEs. */
function onceIdle(station: Station, evses: readonly Evse[], act: () => Promise<unknown>): void {
  const forget = station.on('ended', () => {
    if (evses.some(e => e.transaction)) return
    forget()
    station.background(act())
  })
}

async function resetEvse(station: Station, evse: Evse): Promise<void> {
  if (evse.transaction) await stop(station, evse, 'ImmediateReset', 'ResetCommand')
  await station.tell(evse)
}

/** Variables that were set hold at once. */
function apply(station: Station): void {
  heartbeats(station)
  for (const evse of station.evses) if (evse.transaction?.charge) schedule(station, evse, evse.transaction)
}

function decide(station: Station, action: string, payload: unknown): Reply<CsmsAction> {
  const refusal = station.faults.refuse?.[action]
  if (typeof refusal === 'string') throw new CallError(refusal, `${action} is refused`)
  if (refusal) return { answer: refusal as Reply<CsmsAction>['answer'] }
  const validators = (station.link.protocol === 'ocpp2.1' ? ocpp21 : ocpp201).validators.get(action)
  if (!validators) throw new CallError('NotImplemented', `${action} is unknown`)
  const wrong = validators.sentCall(payload)
  if (wrong) throw new CallError(wrong.code, wrong.text)
  const command = commands[action as CsmsAction] as
    | ((station: Station, request: unknown) => Reply<CsmsAction>)
    | undefined
  if (!command) throw new CallError('NotSupported', `${action} is not simulated`)
  return command(station, payload)
}

/** Answers one call, late or never if the faults say so. */
export function answer(station: Station, id: string, action: string, payload: unknown): void {
  const { silentOn, answerDelayMs } = station.faults
  if (silentOn?.includes(action) || silentOn?.includes('*')) station.emit('call', { action, payload })
  else if (answerDelayMs) realTime.after(answerDelayMs, () => carryOut(station, id, action, payload))
  else carryOut(station, id, action, payload)
}

function carryOut(station: Station, id: string, action: string, payload: unknown): void {
  try {
    const reply = decide(station, action, payload)
    station.link.send(JSON.stringify([3, id, reply.answer]))
    station.emit('call', { action, payload, answer: reply.answer })
    const work = reply.after?.()
    if (work) station.background(work)
  } catch (error) {
    const { code, message } =
      error instanceof CallError
        ? error
        : { code: 'InternalError', message: error instanceof Error ? error.message : '' }
    station.link.send(JSON.stringify([4, id, code, message.slice(0, 255), {}]))
    station.emit('call', { action, payload, error: code })
  }
}
