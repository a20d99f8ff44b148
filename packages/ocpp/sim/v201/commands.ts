// Calls of the CSMS to a simulated station: judged by the official schemas, answered, and acted on after the answer.
import { type CsmsAction, ocpp201, type Request201, type Response201 } from '../../src/ocpp201.ts'
import { CallError } from '../link.ts'
import { boot, reboot } from './lifecycle.ts'
import type { Station } from './station.ts'
import { authorised, plugIn, sample, startsAt, stop } from './transactions.ts'

interface Reply<A extends CsmsAction> {
  answer: Response201<A>
  /** The work after the answer has gone. */
  after?: () => Promise<unknown>
}
type Commands = { [A in CsmsAction]?: (station: Station, request: Request201<A>) => Reply<A> }

const commands: Commands = {
  GetVariables: (station, request) => ({ answer: { getVariableResult: station.model.get(request) } }),
  SetVariables: (station, request) => ({ answer: { setVariableResult: station.model.set(request) } }),
  GetBaseReport: (station, { requestId, reportBase }) => {
    if (reportBase === 'SummaryInventory') return { answer: { status: 'NotSupported' } }
    return { answer: { status: 'Accepted' }, after: () => sendReport(station, requestId, reportBase) }
  },
  SetVariableMonitoring: (station, request) => ({
    answer: { setMonitoringResult: station.monitors.take(station.model, request) },
  }),
  ClearVariableMonitoring: (station, request) => ({
    answer: { clearMonitoringResult: station.monitors.clear(request) },
  }),
  GetMonitoringReport: (station, { requestId }) => {
    const monitor = station.monitors.report()
    if (monitor.length === 0) return { answer: { status: 'EmptyResultSet' } }
    const report = { requestId, generatedAt: station.iso(), seqNo: 0, tbc: false, monitor }
    return { answer: { status: 'Accepted' }, after: () => station.call('NotifyMonitoringReport', report) }
  },
  RequestStartTransaction: (station, { evseId, idToken, remoteStartId }) => {
    const free = station.evses.filter(e => e.operative && !e.faulted && !e.transaction?.idToken)
    const evse = evseId === undefined ? (free.find(e => e.plugged) ?? free[0]) : free.find(e => e.id === evseId)
    if (!evse) return { answer: { status: 'Rejected' } }
    const started = evse.transaction ? { transactionId: evse.transaction.id } : {}
    return {
      answer: { status: 'Accepted', ...started },
      after: async () => {
        // Without a start point before the cable there is no transaction to be told of until it is in.
        if (!startsAt(station, 'Authorized')) await plugIn(station, evse)
        await authorised(station, evse, idToken, { remoteStartId })
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
    if (evseId !== undefined) return { answer: { status: 'Rejected' } }
    const isBusy = station.evses.some(e => e.transaction)
    if (type === 'OnIdle' && isBusy) return { answer: { status: 'Scheduled' }, after: async () => whenIdle(station) }
    return { answer: { status: 'Accepted' }, after: () => reboot(station, 'RemoteReset') }
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
      default:
        return { answer: { status: 'NotImplemented' } }
    }
  },
  ClearCache: () => ({ answer: { status: 'Accepted' } }),
  DataTransfer: () => ({ answer: { status: 'UnknownVendorId' } }),
}

/** NotifyReport in parts of as many variables as one message takes. */
async function sendReport(
  station: Station,
  requestId: number,
  base: 'ConfigurationInventory' | 'FullInventory',
): Promise<void> {
  const rows = station.model.report(base)
  const most = Math.max(1, station.model.number('DeviceDataCtrlr.ItemsPerMessage'))
  for (let from = 0, seqNo = 0; from < rows.length; from += most, seqNo++) {
    const tbc = from + most < rows.length
    const reportData = rows.slice(from, from + most)
    await station.call('NotifyReport', { requestId, generatedAt: station.iso(), seqNo, tbc, reportData })
  }
}

function whenIdle(station: Station): void {
  const forget = station.on('ended', () => {
    if (station.evses.some(e => e.transaction)) return
    forget()
    station.background(reboot(station, 'ScheduledReset'))
  })
}

function decide(station: Station, action: string, payload: unknown): Reply<CsmsAction> {
  const validators = ocpp201.validators.get(action)
  if (!validators) throw new CallError('NotImplemented', `${action} is unknown`)
  const wrong = validators.sentCall(payload)
  if (wrong) throw new CallError(wrong.code, wrong.text)
  const command = commands[action as CsmsAction] as
    | ((station: Station, request: unknown) => Reply<CsmsAction>)
    | undefined
  if (!command) throw new CallError('NotSupported', `${action} is not simulated`)
  return command(station, payload)
}

/** Answers one call. */
export function answer(station: Station, id: string, action: string, payload: unknown): void {
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
