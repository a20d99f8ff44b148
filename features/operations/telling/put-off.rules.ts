// Decides what messages still tell when the quiet hours, or the hours of their receiver, are over (ALERT-07).
// A receiver is told by one message of what stands then, and by one of what has ended, each alert once.
export type PutOff = { id: number; what: 'opened' | 'escalated' | 'over'; alertIds: readonly number[] }
type AlertState = 'Open' | 'Acknowledged' | 'Closed'
/** `meanwhile`: alerts that began and ended while the messages waited. */
type Left = { id: number; what: PutOff['what']; alertIds: number[]; meanwhile: number }
export type Settled = { left: Left[]; dropped: { id: number; why: string }[] }

const OVER = 'Over before it was to leave'
const TOGETHER = 'Told in one message with others'
const BACK = 'It had come back before it was to leave'

/** What to do with the messages of one rule to one receiver by one way, oldest first. */
export function settled(messages: readonly PutOff[], stateOf: (alertId: number) => AlertState | undefined): Settled {
  const began = messages.filter(m => m.what !== 'over')
  const ended = messages.filter(m => m.what === 'over')
  // An escalation is not sent when the alert has been acknowledged meanwhile.
  const stands = (m: PutOff) => (id: number) =>
    stateOf(id) === 'Open' || (m.what === 'opened' && stateOf(id) === 'Acknowledged')
  const isOver = () => (id: number) => stateOf(id) === 'Closed'
  const meanwhile = new Set(began.flatMap(m => m.alertIds.filter(isOver()))).size
  const openings = began.toSorted((a, b) => Number(a.what === 'escalated') - Number(b.what === 'escalated'))
  const [first, last] = [joined(openings, stands, OVER, meanwhile), joined(ended, isOver, BACK, 0)]
  return { left: [...first.left, ...last.left], dropped: [...first.dropped, ...last.dropped] }
}

/** The first message that has something left takes what is left of all. */
function joined(
  messages: readonly PutOff[],
  isLeft: (m: PutOff) => (id: number) => boolean,
  gone: string,
  meanwhile: number,
): Settled {
  const some = messages.filter(m => m.alertIds.some(isLeft(m)))
  const [carrier] = some
  const alertIds = [...new Set(some.flatMap(m => m.alertIds.filter(isLeft(m))))].sort((a, b) => a - b)
  return {
    left: carrier ? [{ id: carrier.id, what: carrier.what, alertIds, meanwhile }] : [],
    dropped: messages.filter(m => m !== carrier).map(m => ({ id: m.id, why: some.includes(m) ? TOGETHER : gone })),
  }
}
