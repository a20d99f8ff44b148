// Steps the wall clock of a process, as a wrong time server does: `node --import testing/stepped-clock.ts …`. The file that
// STEPPED_CLOCK names holds how far the clock is from the true time, in milliseconds. Timers and `performance` go on as they
// do at a real step, which leaves the monotonic clock alone.
import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 50
const file = process.env.STEPPED_CLOCK ?? ''
const RealDate = Date
let shiftMs = 0
const read = () => {
  shiftMs = Number(readFileSync(file, 'utf8'))
}
const now = () => RealDate.now() + shiftMs
globalThis.Date = new Proxy(RealDate, {
  construct: (date, args, target) => Reflect.construct(date, args.length === 0 ? [now()] : args, target),
  get: (date, key) => (key === 'now' ? now : Reflect.get(date, key)),
})
read()
setInterval(read, LOOK_EVERY_MS).unref()
