// The clock of a process stands ahead by E2E_AHEAD_MS, for a product whose months are to go by. With E2E_SPEED it runs so many
// times as fast from E2E_SPEED_SINCE (ms since 1970), for a product whose night is to pass within minutes: what it waits for
// comes as much sooner.
const ahead = Number(process.env.E2E_AHEAD_MS ?? 0)
const speed = Number(process.env.E2E_SPEED ?? 1)
const since = Number(process.env.E2E_SPEED_SINCE ?? 0)
/** Waits up to this long are patience with the database and are the machine's own, at any speed. */
const PATIENCE_MS = 1500

const Real = Date
const realNow = Real.now
const nowAhead = (): number => Math.floor(realNow() + ahead + (speed === 1 ? 0 : (realNow() - since) * (speed - 1)))
class Ahead extends Real {
  constructor(...args: [] | [number | string | Date]) {
    if (args.length === 0) super(nowAhead())
    else super(...(args as [number]))
  }
  static override now(): number {
    return nowAhead()
  }
}
// Called as a function, or with parts of a day, it is as it always was.
globalThis.Date = new Proxy(Ahead, {
  construct: (target, args, self) =>
    Reflect.construct(args.length > 1 ? Real : target, args, args.length > 1 ? Real : self),
  apply: () => new Ahead().toString(),
}) as unknown as DateConstructor

if (speed !== 1) {
  const { timeOrigin } = performance
  performance.now = () => nowAhead() - timeOrigin
  // The chargers ask no database, and every second of theirs counts.
  const patience = process.argv[1]?.endsWith('chargers.ts') ? 0 : PATIENCE_MS
  const sooner = (ms: unknown): unknown => (typeof ms === 'number' && ms > patience ? ms / speed : ms)
  const { setTimeout: timeout, setInterval: interval } = globalThis
  const hurried =
    (wait: unknown) =>
    (act: () => void, ms?: number, ...rest: unknown[]) =>
      (wait as (...all: unknown[]) => NodeJS.Timeout)(act, sooner(ms), ...rest)
  globalThis.setTimeout = Object.assign(hurried(timeout), timeout) as unknown as typeof setTimeout
  globalThis.setInterval = hurried(interval) as unknown as typeof setInterval
}
