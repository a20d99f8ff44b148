// From the click on an operation to the frame at the charger, while other chargers charge: the HTTP call, its rights, the
// task's row, the way to the socket. The raw servers write the frame when the call comes.
import { BUSY_CHARGERS, figuresOfStand, inRounds } from './rounds.ts'
import { type Stand, signIn } from './stand.ts'
import { figure, type Section, table, target } from './table.ts'

const CLICKS = 100
const SESSIONS_PER_SECOND = 50

export async function clicks(stands: readonly Stand[]): Promise<Section> {
  const headers = new Map<Stand, Record<string, string>>()
  for (const s of stands) headers.set(s, s.name === 'Wattdesk' ? await signIn(s) : {})
  const measured = await inRounds(stands, {
    before: s => ({ kind: 'connect', url: s.url, chargers: BUSY_CHARGERS, atOnce: 100 }),
    job: s => ({
      kind: 'clicks',
      url: s.url,
      headers: headers.get(s) ?? {},
      clicks: CLICKS,
      perSecond: SESSIONS_PER_SECOND,
      raw: s.name !== 'Wattdesk',
    }),
  })
  const goal = target(figuresOfStand(measured, 'Wattdesk').p95Ms, '<', 50, ' ms')
  return {
    title: 'Click to charger',
    text: `${CLICKS} resets by HTTP, one after the other, to ${BUSY_CHARGERS} chargers that meanwhile begin ${SESSIONS_PER_SECOND} sessions a second (${SESSIONS_PER_SECOND * 16} messages). Target for p95: ${goal}.\n\n${table(
      ['server', 'p50 ms', 'p95 ms'],
      measured.map(m => [m.name, figure(m.p50Ms), figure(m.p95Ms)]),
    )}`,
  }
}
