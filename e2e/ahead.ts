// The clock of the machine stands so many milliseconds ahead, for a product whose months are to go by.
const ahead = Number(process.env.E2E_AHEAD_MS ?? 0)
const Real = Date
class Ahead extends Real {
  constructor(...args: [] | [number | string | Date]) {
    if (args.length === 0) super(Real.now() + ahead)
    else super(...(args as [number]))
  }
  static override now(): number {
    return Real.now() + ahead
  }
}
// Called as a function, or with parts of a day, it is as it always was.
globalThis.Date = new Proxy(Ahead, {
  construct: (target, args, self) =>
    Reflect.construct(args.length > 1 ? Real : target, args, args.length > 1 ? Real : self),
  apply: () => new Ahead().toString(),
}) as unknown as DateConstructor
