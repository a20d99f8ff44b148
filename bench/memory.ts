// The memory of an idle charger: resident memory of the server with 5,000 booted and silent connections, less the
// memory before them. A thousand others have come and gone before, so that neither the code nor the room of the young is counted; garbage is collected
// before each measurement.
import { setTimeout as wait } from 'node:timers/promises'
import { residentBytes } from './machine.ts'
import { Load, type Stand, startProduct, startRaw } from './stand.ts'
import { figure, median, type Section, table, target } from './table.ts'

const CONNECTIONS = 5000
const FIRST_WAVE = 1000
const ROUNDS = 1

type Weight = { residentKb: number; heapKb: number }

async function weigh(s: Stand): Promise<Weight> {
  const inspector = await s.inspect()
  const load = new Load()
  try {
    const heap = async () => {
      await wait(1500)
      await inspector.collectGarbage()
      const {
        usedSize,
        embedderHeapUsedSize = 0,
        backingStorageSize = 0,
      } = await inspector.ask<{
        usedSize: number
        embedderHeapUsedSize?: number
        backingStorageSize?: number
      }>('Runtime.getHeapUsage')
      return usedSize + embedderHeapUsedSize + backingStorageSize
    }
    await load.run({ kind: 'connect', url: s.url, chargers: FIRST_WAVE, atOnce: 100, from: CONNECTIONS })
    await load.run({ kind: 'close' })
    const heapBefore = await heap()
    const before = residentBytes(s.pid)
    await load.run({ kind: 'connect', url: s.url, chargers: CONNECTIONS, atOnce: 100 })
    const heapAfter = await heap()
    const after = residentBytes(s.pid)
    await load.run({ kind: 'close' })
    return { residentKb: (after - before) / 1024 / CONNECTIONS, heapKb: (heapAfter - heapBefore) / 1024 / CONNECTIONS }
  } finally {
    await load.stop()
  }
}

export async function memory(): Promise<Section> {
  const makers = [
    () => startProduct({ chargers: CONNECTIONS + FIRST_WAVE }),
    () => startRaw('bare'),
    () => startRaw('with insert'),
  ]
  const rows: { name: string; residentKb: number; heapKb: number }[] = []
  for (const make of makers) {
    const weights: Weight[] = []
    let name = ''
    for (let round = 0; round < ROUNDS; round++) {
      const s = await make()
      name = s.name
      try {
        weights.push(await weigh(s))
      } finally {
        await s.stop()
      }
    }
    rows.push({
      name,
      residentKb: median(weights.map(w => w.residentKb)),
      heapKb: median(weights.map(w => w.heapKb)),
    })
  }
  return {
    title: 'Memory of an idle connection',
    text: `${figure(CONNECTIONS)} booted chargers, silent; weighed once. Target: ${target(rows[0]?.residentKb ?? Number.NaN, '≤', 8, ' KB')}.\n\n${table(
      ['server', 'resident KB', 'of it JavaScript heap and buffers KB'],
      rows.map(r => [r.name, figure(r.residentKb), figure(r.heapKb)]),
    )}`,
  }
}
