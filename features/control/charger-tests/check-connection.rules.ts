// Findings of the connection and of what a charger tells at its start.
import { CLOCK_S, HEARTBEAT_S } from './charger-test.words.ts'
import {
  counted,
  type Facts,
  type Finding,
  finding,
  missing,
  passed,
  seconds,
  untried,
  wrong,
} from './finding.rules.ts'
import type { ChargerCall } from './journal.rules.ts'

const NOTHING = 'Nothing has connected yet.'

export const connectionFindings = (f: Facts): Finding[] => [
  finding(
    {
      id: 'protocol',
      group: 'Connection',
      title: 'Connects by OCPP',
      expected: 'A WebSocket that offers the subprotocol ocpp1.6 or ocpp2.0.1.',
      mend: 'Choose OCPP 1.6 JSON (not SOAP) or OCPP 2.0.1 in the charger, and enter the whole address with /ocpp/test/ and the code behind it.',
    },
    protocol(f),
  ),
  finding(
    {
      id: 'encryption',
      group: 'Connection',
      title: 'Encryption',
      expected: f.test.isEncrypted
        ? 'An encrypted connection (TLS): the address begins with wss://.'
        : 'This portal was opened without encryption, so the address begins with ws://.',
      mend: 'Begin the address with wss://, and let the charger trust the usual authorities of the web.',
    },
    encryption(f),
  ),
  finding(
    {
      id: 'password',
      group: 'Connection',
      title: 'Password',
      expected:
        f.test.securityProfile === 0
          ? 'No password: the test was begun without one (security profile 0).'
          : 'HTTP Basic authentication: the identity as user name, and the password of this test (security profile 1, or 2 with encryption).',
      mend: 'Enter the password of the test as it is, 40 characters, as the AuthorizationKey or Basic Auth password, and set the security profile to 1 or 2.',
    },
    password(f),
  ),
]

function protocol({ journal: { connections, refusals } }: Facts) {
  const last = connections.at(-1)
  const refused = refusals.findLast(r => r.why === 'no protocol')
  if (last) {
    const name = last.protocol === 'ocpp1.6' ? 'OCPP 1.6 JSON' : 'OCPP 2.0.1'
    const many = connections.length > 1 ? `, ${counted(connections.length, 'connection')} so far` : ''
    return passed(`${name}, identity ${last.identity ?? 'not appended'}${many}.`, last.line)
  }
  if (!refused) return untried(NOTHING)
  return wrong(refused.offered === null ? 'No subprotocol was offered.' : `Offered: ${refused.offered}.`, refused.line)
}

function encryption({ journal: { connections, refusals }, test }: Facts) {
  const last = connections.at(-1) ?? refusals.at(-1)
  if (!last) return untried(NOTHING)
  if (last.isTls) return passed('Encrypted.', last.line)
  return test.isEncrypted
    ? wrong('The connection is not encrypted.', last.line)
    : passed('Not encrypted, as offered.', last.line)
}

function password({ journal: { connections, refusals }, test }: Facts) {
  const last = connections.at(-1)
  const refused = refusals.findLast(r => r.why !== 'no protocol')
  if (!last && !refused) return untried(NOTHING)
  if (refused && (!last || refused.line.lineId > last.line.lineId))
    return refused.why === 'no password'
      ? missing('The charger sent no password, and was refused.', refused.line)
      : wrong('The charger sent another password, and was refused.', refused.line)
  if (!last) return untried(NOTHING)
  if (test.securityProfile === 0)
    return passed(last.user === null ? 'None was sent.' : 'One was sent; none is asked for.', last.line)
  const identity = last.identity ?? test.token
  if (last.user !== identity)
    return wrong(
      `The password is right, but the user name is "${last.user}", not the identity "${identity}".`,
      last.line,
    )
  return passed('The right one was sent.', last.line)
}

export const startFindings = (f: Facts): Finding[] => [
  finding(
    {
      id: 'boot',
      group: 'Start-up',
      title: 'Says who it is',
      expected: 'BootNotification with vendor, model, serial number and firmware.',
      mend: 'The firmware must send BootNotification after each start, with firmwareVersion and its serial number. Missing texts are often entered at production.',
    },
    boot(f),
  ),
  finding(
    {
      id: 'order',
      group: 'Start-up',
      title: 'Boots first',
      expected: 'Nothing before BootNotification is accepted.',
      mend: 'The firmware must wait for the status Accepted before it sends anything else.',
    },
    order(f),
  ),
  finding(
    {
      id: 'clock',
      group: 'Start-up',
      title: 'Clock',
      expected: `The times in messages differ from the time of the portal by ${CLOCK_S} s at most.`,
      mend: 'Let the charger take its time from currentTime of BootNotification and Heartbeat, or from a time server (NTP), in UTC.',
    },
    clock(f),
  ),
  finding(
    {
      id: 'status',
      group: 'Start-up',
      title: 'Status of each connector',
      expected: 'StatusNotification of each connector after the boot, and of connector 0 (1.6).',
      mend: 'The firmware must send the status of all connectors after a boot. Look whether a connector is switched off in the charger.',
    },
    status(f),
  ),
  finding(
    {
      id: 'heartbeat',
      group: 'Start-up',
      title: 'Heartbeat',
      expected: `Heartbeat, and no silence that is longer than the interval of ${HEARTBEAT_S} s.`,
      mend: 'The firmware must take the interval of the answer to BootNotification. Look for a fixed HeartbeatInterval in its settings.',
    },
    heartbeat(f),
  ),
]

const since = ({ journal: { connections } }: Facts) => connections.at(-1)
const named = (calls: readonly ChargerCall[], action: string) => calls.filter(c => c.action === action)

function boot({ journal, told }: Facts) {
  const last = told.boots.at(-1)
  const any = named(journal.calls, 'BootNotification').at(-1)
  if (!any) {
    const [connection] = journal.connections
    return connection ? missing('No BootNotification has come.', connection.line) : untried(NOTHING)
  }
  if (!last) return wrong(`Broken: ${any.wrong?.text}.`, any.line)
  const told1 = `${last.vendor} ${last.model}, serial number ${last.serial ?? 'missing'}, firmware ${last.firmware ?? 'missing'}.`
  if (last.vendor.trim() === '' || last.model.trim() === '') return wrong('Vendor or model is empty.', last.call.line)
  return last.serial && last.firmware ? passed(told1, last.call.line) : missing(told1, last.call.line)
}

function order({ journal: { calls, connections } }: Facts) {
  const [first] = calls
  if (!first || connections.length === 0) return untried('No message has come yet.')
  const accepted = calls.find(c => c.action === 'BootNotification' && c.answer)
  const before = calls.find(
    c => c.action !== 'BootNotification' && c.line.lineId < (accepted?.line.lineId ?? Number.POSITIVE_INFINITY),
  )
  return before
    ? wrong(`${before.action} came before an accepted boot.`, before.line)
    : passed('So it was.', first.line)
}

function clock({ told: { clocks }, journal }: Facts) {
  if (clocks.length === 0)
    return journal.calls.length === 0
      ? untried('No message with a time has come yet.')
      : untried('No message had a time.')
  // What a charger kept while it was away is late for another reason: the best time counts.
  const best = clocks.reduce((a, b) => (Math.abs(b.lateMs) < Math.abs(a.lateMs) ? b : a))
  const off = Math.abs(best.lateMs)
  const said = off < 1000 ? 'Right within a second.' : `${seconds(off)} ${best.lateMs > 0 ? 'slow' : 'fast'}.`
  return off <= CLOCK_S * 1000 ? passed(said, best.call.line) : wrong(said, best.call.line)
}

/** How many connectors a charger of 1.6 has, by its own settings. */
function connectorsIn({ journal: { ours } }: Facts): number | undefined {
  for (const { action, reply } of ours.toReversed()) {
    if (action !== 'GetConfiguration' || reply?.kind !== 'result') continue
    const keys = (reply.payload.configurationKey ?? []) as { key: string; value?: string }[]
    const n = Number(keys.find(k => k.key.toLowerCase() === 'numberofconnectors')?.value)
    if (Number.isInteger(n) && n > 0 && n <= 64) return n
  }
  return undefined
}

function status(f: Facts) {
  const { journal, told } = f
  const connection = since(f)
  if (!connection || told.boots.length === 0) return untried('The boot comes first.')
  const names = [...told.statuses.keys()]
  const last = [...told.statuses.values()].at(-1)
  if (!last) return missing('No StatusNotification has come.', told.boots.at(-1)?.call.line)
  const list = `Told: ${names.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).join(', ')}.`
  if (journal.protocol === 'ocpp2.0.1') return passed(list, last.line)
  const highest = Math.max(...names.map(n => Number(n.replace('connector ', ''))))
  const count = connectorsIn(f) ?? Math.max(highest, 1)
  const lacking = Array.from({ length: count + 1 }, (_, n) => n).filter(n => !told.statuses.has(`connector ${n}`))
  return lacking.length === 0
    ? passed(list, last.line)
    : missing(`${list} Missing: ${lacking.map(n => `connector ${n}`).join(', ')}.`, last.line)
}

/** A charger may be late by so much, in ms. */
const LATE_MS = HEARTBEAT_S * 500 + 5000
function heartbeat(f: Facts) {
  const { journal, told, untilMs } = f
  const connection = since(f)
  const boot = told.boots.at(-1)
  if (!connection || !boot) return untried('The boot comes first.')
  const from = journal.calls.filter(c => c.no === connection.no && c.line.lineId >= boot.call.line.lineId)
  const beats = named(journal.calls, 'Heartbeat').filter(c => !c.wrong)
  const ends = [...from.slice(1).map(c => c.line.at.getTime()), untilMs]
  const silences = from.map(({ line }, n) => ({ line, ms: (ends[n] ?? untilMs) - line.at.getTime() }))
  const { ms: longest, line: at } = silences.reduce((a, b) => (b.ms > a.ms ? b : a), { ms: 0, line: boot.call.line })
  if (longest > HEARTBEAT_S * 1000 + LATE_MS) return wrong(`Silent for ${seconds(longest)}.`, at)
  const last = beats.at(-1)
  if (last)
    return passed(`${counted(beats.length, 'heartbeat')}; the longest silence was ${seconds(longest)}.`, last.line)
  const waited = untilMs - boot.call.line.at.getTime()
  return waited < HEARTBEAT_S * 1000 + LATE_MS
    ? untried(`Booted ${seconds(waited)} ago: the first heartbeat is still to come.`)
    : missing('Other messages came in time, but no Heartbeat.', boot.call.line)
}
