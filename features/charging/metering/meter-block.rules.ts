// Meter values as the text of a block: what repeats from value to value stands once, and times are differences. Deflated
// with a dictionary of what chargers usually send, a block of ten values of four samples takes about 250 bytes.
import type { SampledValue } from './meter.rules.ts'
import { samplesOf, shapeOf } from './meter-shape.rules.ts'

export type BlockValue = {
  connectorId: number
  /** By the charger's own clock. */
  at: Date
  receivedAt: Date
  samples: readonly SampledValue[]
}

/** A sample without its value; the empty text stands where the value was, so that a block gives back the keys in order. */
type Shape = SampledValue
/** The block as JSON. Lists have one entry for each meter value, in the order in which the values came. */
type Columns = {
  /** The connector of each meter value; one entry alone where all have the same connector. */
  connectors: number[]
  /** Milliseconds since 1970 of the first value, then the difference to the value before. */
  at: number[]
  /** Milliseconds from the time by the charger's clock to the receipt. */
  received: number[]
  shapes: Shape[][]
  /** The shape of each meter value; empty where all have the first. */
  shapeOf: number[]
  /** For each shape, for each of its samples: the values in their order. */
  values: string[][][]
}

/** The dictionary for deflating: texts that blocks usually hold, the most usual last. */
export const USUAL_TEXT = [
  '"phase":"L1","phase":"L2","phase":"L3","phase":"L1-N","location":"EV","location":"Inlet","unit":"Percent"',
  '"measurand":"SoC","unit":"Celsius","measurand":"Temperature","context":"Transaction.Begin","context":"Transaction.End"',
  '"context":"Sample.Clock","format":"Raw","unit":"kWh","unit":"kW","measurand":"Power.Offered","measurand":"Current.Offered"',
  '{"connectors":[1],"at":[17,30000,60000],"received":[',
  '],"shapes":[[{"value":"","context":"Sample.Periodic","measurand":"Energy.Active.Import.Register","location":"Outlet","unit":"Wh"}',
  ',{"value":"","context":"Sample.Periodic","measurand":"Power.Active.Import","location":"Outlet","unit":"W"}',
  ',{"value":"","context":"Sample.Periodic","measurand":"Current.Import","location":"Outlet","unit":"A"}',
  ',{"value":"","context":"Sample.Periodic","measurand":"Voltage","location":"Outlet","unit":"V"}]],"shapeOf":[],"values":[[["',
].join('')

const isOne = (list: readonly number[]): boolean => list.every(n => n === list[0])

/** Returns meter values, which may be of several connectors of one charge point, as the text of a block. Their order is kept. */
export function blockText(meters: readonly BlockValue[]): string {
  const shapes: Shape[][] = []
  const values: string[][][] = []
  const numbers = new Map<string, number>()
  const shapeNumbers = meters.map(({ samples }) => {
    const shape = shapeOf(samples)
    const text = JSON.stringify(shape)
    const n = numbers.get(text) ?? shapes.length
    if (n === shapes.length) {
      numbers.set(text, n)
      shapes.push(shape)
      values.push(shape.map(() => []))
    }
    for (const [i, { value }] of samples.entries()) values[n]?.[i]?.push(value)
    return n
  })
  const connectors = meters.map(m => m.connectorId)
  const block: Columns = {
    connectors: isOne(connectors) ? connectors.slice(0, 1) : connectors,
    at: meters.map(({ at }, i) => at.getTime() - (meters[i - 1]?.at.getTime() ?? 0)),
    received: meters.map(({ at, receivedAt }) => receivedAt.getTime() - at.getTime()),
    shapes,
    shapeOf: isOne(shapeNumbers) && shapes.length === 1 ? [] : shapeNumbers,
    values,
  }
  return JSON.stringify(block)
}

/** Returns the meter values of the text of a block in their order. */
export function metersOfText(text: string): BlockValue[] {
  const { connectors, at, received, shapes, shapeOf, values } = JSON.parse(text) as Columns
  const next = shapes.map(() => 0)
  let atMs = 0
  return received.map((ms, row) => {
    atMs += at[row] ?? 0
    const n = shapeOf[row] ?? 0
    const of = next[n] ?? 0
    next[n] = of + 1
    const samples = samplesOf(
      shapes[n] ?? [],
      (values[n] ?? []).map(column => column[of]),
    )
    const connectorId = (connectors.length === 1 ? connectors[0] : connectors[row]) ?? 0
    return { connectorId, at: new Date(atMs), receivedAt: new Date(atMs + ms), samples }
  })
}
