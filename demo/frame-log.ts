// The log of one charger's past: calls with their answers, as its OCPP side would have kept the frames, from an instant on.
import type { Frame } from '#fleet/charger-logs/frame.store.ts'
import { Frames201 } from './frames-201.ts'
import type { DemoCharger } from './places.ts'

/** The server answers so quickly. */
const ANSWER_MS = 14

export class FrameLog {
  readonly frames: Frame[] = []
  private readonly pk: number
  private readonly from: number
  private readonly name: string
  private readonly frames201: Frames201 | undefined

  /** `name` begins the ids of its messages; `from` in ms since 1970. */
  constructor({
    pk,
    from,
    name,
    protocol,
  }: { pk: number; from: number; name: string } & Pick<DemoCharger, 'protocol'>) {
    this.pk = pk
    this.from = from
    this.name = name
    this.frames201 = protocol === 'ocpp2.0.1' ? new Frames201(name) : undefined
  }

  /** A call of the charger at an instant in the form of 1.6, and the server's answer. */
  call(at: number, action: string, payload: object, answer: object): void {
    const said = { action, payload, answer }
    const told = this.frames201 ? this.frames201.said(said) : said
    if (told) this.add(0, at, told.action, told.payload, told.answer, ANSWER_MS)
  }

  /** A call of the server, and the charger's answer after so many ms. */
  command(at: number, action: string, payload: object, answer: object, answerMs: number): void {
    this.add(1, at, action, payload, answer, answerMs)
  }

  private add(way: 0 | 1, at: number, action: string, payload: object, answer: object, answerMs: number): void {
    if (at < this.from) return
    const id = `${this.name}-${at.toString(36)}${this.frames.length.toString(36)}`
    const next = { at: new Date(at + answerMs), message: JSON.stringify([3, id, answer]) }
    const message = JSON.stringify([2, id, action, payload])
    this.frames.push({ pk: this.pk, at: new Date(at), direction: way, message, next })
  }

  /** The instants within a stretch at which a charger had said nothing for so long. */
  silences({ from, to }: { from: number; to: number }, everyMs: number): number[] {
    const begin = Math.max(from, this.from)
    const said = this.frames
      .map(f => f.at.getTime())
      .filter(at => begin <= at && at < to)
      .sort((a, b) => a - b)
    const found: number[] = []
    let last = begin
    for (const at of [...said, to]) {
      for (let silent = last + everyMs; silent < at; silent += everyMs) found.push(silent)
      last = at
    }
    return found
  }
}
