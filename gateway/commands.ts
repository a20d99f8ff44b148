// Commands of the portal to connected chargers: to send the charger a message, or to read its record again after a
// change by hand.
import type { Request } from '@wattdesk/ocpp/messages'
import type { Request201 } from '@wattdesk/ocpp/ocpp201'
import type { CallOptions, CallOutcome } from '@wattdesk/ocpp/own-calls'
import { isSecret } from '@wattdesk/ocpp/redact'
import { ownCall } from '#control/calls-201/own-calls.ocpp201.ts'
import { taskSent } from '#control/remote-operations/task.commands.ts'
import * as chargers from '#fleet/stations/charger.store.ts'
import {
  type AskOptions,
  forbidden,
  keepSecret,
  liveStatusOf,
  type Station,
  withReportedState,
} from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import type { Command } from '#platform/bus/bus.ts'
import { Again } from '#platform/db/again.ts'
import { commands, commandTimes } from '#platform/telemetry/metrics.ts'
import { type Facts, traced } from '#platform/telemetry/traces.ts'

const LONGEST_ANSWER = 256 * 1024

/** An answer crosses the bus and is kept with its task: what is longer than any answer needs to be is none. */
const withinReason = (o: CallOutcome): CallOutcome =>
  'raw' in o && o.raw.length > LONGEST_ANSWER
    ? { kind: 'bad-result', text: `longer than ${LONGEST_ANSWER} characters`, raw: o.raw.slice(0, LONGEST_ANSWER >> 6) }
    : o

/** The charger may echo in any frame what is sent here. */
function keepQuiet(s: Station, { key, value }: Request<'ChangeConfiguration'>): void {
  if (isSecret(key)) keepSecret(s, [value])
}

const OTHER_PROTOCOL = 'The charge point does not speak OCPP 2.0.1 or 2.1 at present'
/** Why a socket may not stay after its charger's record was changed; undefined: it may. */
const mayNotStay = (fresh: chargers.StoredCharger, before: chargers.StoredCharger): string | undefined => {
  if (fresh.id !== before.id) return 'The charge point has another ID now'
  if (fresh.registration === 'Rejected' && before.registration !== 'Rejected') return 'The charge point was rejected'
  return undefined
}

const factsOf = (s: Station | undefined, { taskId }: Command): Facts => ({
  ...(s && { 'wattdesk.chargepoint': s.charger.id }),
  ...(taskId !== undefined && { 'wattdesk.task': taskId }),
})

type Read = {
  /** Brings the live status up to the record that was read again. */
  change: (s: Station, reason: string, always?: boolean) => Promise<void>
  /** Told of that record, and of the one before. */
  told: (s: Station, before: chargers.StoredCharger) => void
}
/** Listens on the bus for the chargers of this node. */
export function portalSide(
  services: Services,
  stations: ReadonlyMap<number, Station>,
  { change, told }: Read,
): { command: (c: Command) => Promise<CallOutcome>; close: () => Promise<void> } {
  const { db, log, bus } = services

  /** Reads the configured fields anew; values reported by messages stay. */
  async function reread(pk: number): Promise<void> {
    if (!stations.has(pk)) return
    const fresh = await chargers.byPk(db, pk)
    const s = stations.get(pk)
    if (!s) return
    if (!fresh) return s.session.close(1008, 'The charge point was deleted')
    const before = s.charger
    s.charger = withReportedState(fresh, before)
    const ending = mayNotStay(fresh, before)
    if (ending !== undefined) return s.session.close(1008, ending)
    // A message may have come between the person's change and this: its effect on the status was worked out from the
    // record of before, so nothing seemed to change, and the stored status is the person's.
    await change(s, chargers.BY_HAND, fresh.liveStatus !== liveStatusOf(s))
    told(s, before)
  }
  const rereads = new Again<number, number>(reread, (pk, error) =>
    log.error(
      { err: error, chargepointPk: pk, chargepoint: stations.get(pk)?.charger.id },
      'The charge point could not be read again',
    ),
  )
  const off = bus.onChanged(c => {
    if (c.what === 'charger' && stations.has(c.chargepointPk)) void rereads.add(c.chargepointPk, c.chargepointPk)
    else if (c.what === 'all')
      rereadAll().catch(error => log.error({ err: error }, 'Charge points could not be read again'))
  })
  async function rereadAll(): Promise<void> {
    for (const pk of [...stations.keys()]) await rereads.add(pk, pk)
  }

  async function command(c: Command): Promise<CallOutcome> {
    const { action } = c
    const fromMs = performance.now()
    const outcome = await traced(
      `call ${action}`,
      () => factsOf(stations.get(c.chargepointPk), c),
      async note => {
        const ended = await send(c)
        note({ 'wattdesk.outcome': ended.kind })
        return ended
      },
    )
    commands.cell({ action, outcome: outcome.kind }).add()
    commandTimes.times({ action }).add((performance.now() - fromMs) / 1000)
    return outcome
  }

  async function send(c: Command): Promise<CallOutcome> {
    const s = stations.get(c.chargepointPk)
    const isOther = c.connectionNo !== undefined && c.connectionNo !== s?.connectionNo
    if (!s?.isOpen || isOther || s.session.isLeaving) return { kind: 'closed', sent: false }
    const refusal = forbidden(s, c.action)
    if (refusal) return { kind: 'error', code: 'SecurityError', text: refusal, details: {}, raw: '' }
    const { taskId } = c
    const options: AskOptions = {
      ...(c.timeoutMs !== undefined && { timeoutMs: c.timeoutMs }),
      ...(taskId !== undefined && { taskId, onSent: () => taskSent(services, taskId) }),
    }
    return withinReason(await (c.family === undefined ? askInOneForm(s, c, options) : call201(s, c, options)))
  }

  /** A call in the form of 1.6, or one that 1.6 does not have, whose answer is read as an object behind the bus. */
  function askInOneForm(s: Station, c: Command, options: AskOptions): Promise<CallOutcome> {
    if (c.action === 'ChangeConfiguration') keepQuiet(s, c.payload as Request<'ChangeConfiguration'>)
    const own = ownCall({ services, session: s.session, options }, c.action, c.payload) as
      | Promise<CallOutcome>
      | undefined
    return own ?? s.session.ask(c.action as 'Reset', c.payload as Request<'Reset'>, options)
  }

  async function call201(s: Station, c: Command, options: CallOptions): Promise<CallOutcome> {
    const { session } = s
    if (session.family !== 'ocpp2')
      return { kind: 'error', code: 'NotSupported', text: OTHER_PROTOCOL, details: {}, raw: '' }
    if (c.secrets) keepSecret(s, c.secrets)
    return session.call(c.action as 'Reset', c.payload as Request201<'Reset'>, options) as Promise<CallOutcome>
  }
  bus.onCommand(command)
  return {
    command,
    close: async () => {
      off()
      await rereads.close()
    },
  }
}
