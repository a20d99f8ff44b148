// The drawing of the lanes: stretches without gaps or overlaps between the events that bound them, from the state
// before and never beyond the present; and every drawn name also stands in the list.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConnectionEvent, SessionEvent, StatusEvent } from './timeline.contract.ts'
import { drawLanes } from './timeline-rows.rules.ts'
import type { Lanes, LaneWords } from './timeline-shape.rules.ts'

const FROM = Date.parse('2026-06-15T10:00:00Z')
const TO = FROM + 3_600_000
const at = (minutes: number) => new Date(FROM + minutes * 60_000).toISOString()
const words: LaneWords = {
  place: id => (id === 0 ? 'Charge point' : `Connector ${id}`),
  connector: status => ({ tone: status === 'Faulted' ? 'fault' : 'success', label: status }),
  task: state => ({ tone: 'neutral', label: state }),
  change: () => 'Changed',
}
const few = { counts: [], stepSec: 60 }
const connection = (minutes: number, event: ConnectionEvent['event']): ConnectionEvent => ({
  id: `connection.${minutes}`,
  at: at(minutes),
  event,
  reason: null,
  closeCode: null,
  times: 1,
  lastAt: null,
  address: null,
})
const state = (connectorId: number, minutes: number, status: string, toldLater = 0): StatusEvent => ({
  id: `status.${connectorId}.${minutes}`,
  connectorId,
  at: at(minutes),
  receivedAt: at(minutes + toldLater),
  status,
  errorCode: null,
  info: null,
  vendorErrorCode: null,
})
const drawn = (lanes: Lanes, now = TO) => drawLanes(lanes, { from: FROM, to: TO }, now, words)
const stretches = (lanes: Lanes, now?: number) =>
  drawn(lanes, now).rows.map(r =>
    r.marks.filter(m => m.to !== undefined).map(m => [(m.from - FROM) / 60_000, ((m.to ?? 0) - FROM) / 60_000]),
  )

test('a connection lasts from its beginning, or from the state before, to its end or now', () => {
  const events = [connection(10, 'disconnected'), connection(20, 'refused'), connection(30, 'connected')]
  expect(stretches({ connection: { ...few, wasConnected: true, events } })).toEqual([
    [
      [0, 10],
      [30, 60],
    ],
  ])
  expect(stretches({ connection: { ...few, wasConnected: null, events } }, FROM + 40 * 60_000)).toEqual([[[30, 40]]])
  // A newer connection begins before the older connection has ended.
  const twice = [connection(10, 'connected'), connection(15, 'replaced'), connection(40, 'disconnected')]
  expect(stretches({ connection: { ...few, wasConnected: true, events: twice } })).toEqual([
    [
      [0, 10],
      [10, 40],
    ],
  ])
  expect(stretches({ connection: { ...few, wasConnected: false, events: [] } })).toEqual([[]])
})

test('the states of a connector follow each other without a gap from the beginning to now', () => {
  const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 49 }), { maxLength: 12 })
  fc.assert(
    fc.property(minutes, list => {
      const events = list.toSorted((a, b) => a - b).map(m => state(1, m, m % 2 ? 'Charging' : 'Faulted'))
      const [spans = []] = stretches(
        { status: { ...few, before: [state(1, -30, 'Available')], events } },
        FROM + 50 * 60_000,
      )
      expect(spans[0]?.[0]).toBe(0)
      expect(spans.at(-1)?.[1]).toBe(50)
      for (let i = 1; i < spans.length; i++) expect(spans[i]?.[0]).toBe(spans[i - 1]?.[1])
    }),
  )
})

test('planned maintenance is drawn within the time and up to now, and has no row where none was planned', () => {
  const event = {
    id: 'planned.4',
    maintenanceId: 4,
    at: at(-30),
    endedAt: at(90),
    reason: 'Cables',
    setsInoperative: true,
  }
  const lane = { planned: { ...few, events: [event] } }
  expect([stretches(lane), stretches(lane, FROM + 20 * 60_000)]).toEqual([[[[0, 60]]], [[[0, 20]]]])
  expect(drawn(lane).items).toMatchObject([{ text: 'Cables', more: '120 min · connectors out of service' }])
  expect(drawn({ planned: { ...few, events: [] } }).rows).toEqual([])
})

test('what is drawn under a name stands in the list under it, and once', () => {
  const session = (id: number, from: number, endedAt: string | null): SessionEvent => ({
    id: `sessions.${id}`,
    transactionId: id,
    connectorId: 1 + (id % 2),
    at: at(from),
    endedAt,
    energyWh: null,
    idTag: null,
    stopReason: null,
  })
  const { rows, items } = drawn({
    connection: { ...few, wasConnected: true, events: [connection(5, 'booted')] },
    status: { ...few, before: [state(2, -5, 'Available')], events: [state(1, 3, 'Charging', 45)] },
    sessions: { ...few, events: [session(1, -10, at(5)), session(2, 30, null)] },
    messages: {
      ...few,
      events: [
        { id: 'messages.1', at: at(1), messageType: 'INCOMING', message: '[2,"a","Heartbeat",{}]', isCut: false },
        { id: 'messages.2', at: at(1), messageType: 'OUTGOING', message: '[3,"a",{}]', isCut: false },
      ],
    },
  })
  const named = rows.flatMap(r => r.marks.flatMap(m => m.id ?? []))
  expect(named.toSorted()).toEqual(items.map(i => i.key).toSorted())
  expect(new Set(named).size).toBe(named.length)
  expect(rows.map(r => r.label)).toEqual([
    'Connection',
    'Connector 1',
    'Connector 2',
    'Sessions, connector 1',
    'Sessions, connector 2',
    'Messages',
  ])
  const texts = items.map(i => `${i.text} | ${i.more}`)
  expect(texts).toContain('Connector 1: Charging | told 45 min later')
  expect(texts).toContain('To the charger: Heartbeat answer | [3,"a",{}]')
})
