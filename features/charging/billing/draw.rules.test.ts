// Which seconds of a session are idle, which are charging and which are neither: low draws, states of the connector,
// limits of ours, times without samples, and what a running bill leaves open.
import { describe, expect, it, test } from 'vitest'
import { type BillInput, bill, type Sample, type StatusAt } from './bill.rules.ts'
import { clock, every, group, reading, running, session, slot, weekOf } from './test-bill.ts'

const fee = { pricePerKwhPaise: 1000, idealFeeFullyChargedPaise: 60, minuteFeeChargingPaise: 6 }
const fees = group('fixed', [slot(fee)])
const made = (samples: Sample[], change: Partial<BillInput> = {}) =>
  bill(session({ snapshot: fees, samples, ...change }))
const charging = (b: ReturnType<typeof bill>): number => b.pieces.reduce((sum, piece) => sum + piece.chargingSeconds, 0)
const draws = { powerW: 7000 }
const rests = { powerW: 299 }
const state = (seconds: number, status: string): StatusAt => ({ at: clock(seconds), status })
const drewHalf = every(0, 1800, draws)
const half = [...drewHalf, ...every(1800, 3600, draws)]

type Case = [what: string, idle: number, charging: number, samples: Sample[], statuses?: StatusAt[]]
test.each<Case>([
  ['a low draw is idle after ten minutes, which are free', 1200, 1800, [...drewHalf, ...every(1800, 3600, rests)]],
  ['one that ends before was charging', 0, 3600, [...every(0, 3060, draws), ...every(3060, 3600, rests)]],
  ['one of ten minutes is free and no more', 0, 3000, [...every(0, 3000, draws), ...every(3000, 3600, rests)]],
  ['power at the tolerance is none', 0, 3600, [...drewHalf, ...every(1800, 3600, { powerW: 300 })]],
  [
    'ten minutes have no break',
    0,
    3600,
    [...every(0, 540, rests), ...every(540, 600, draws), ...every(600, 1140, rests), ...every(1140, 3600, draws)],
  ],
  [
    'idle time pauses while the car draws, and goes on without another ten minutes',
    1080,
    1920,
    [...drewHalf, ...every(1800, 3000, rests), ...every(3000, 3120, draws), ...every(3120, 3600, rests)],
  ],
  ['SuspendedEV counts as none drawn', 1200, 1800, half, [state(1800, 'SuspendedEV')]],
  [
    'though samples claim power, as long as the registers do not rise',
    1200,
    1800,
    [...drewHalf, ...every(1800, 3600, { ...draws, energyWh: 9000 })],
    [state(1800, 'SuspendedEV')],
  ],
  [
    'rising registers end it, for no state may come',
    0,
    3600,
    [0, 1, 2, 3, 4].map(i => reading(1800 + 60 * i, 5000 + 500 * i, draws)).concat(every(2100, 3600, draws)),
    [state(1800, 'SuspendedEV')],
  ],
  [
    'what is sampled as the contactor closes says nothing of the minutes after',
    0,
    3600,
    [reading(0, 0, rests), ...every(600, 3060, draws), ...every(3060, 3600, rests)],
  ],
  ['until the next state', 0, 3600, half, [state(1800, 'SuspendedEV'), state(2399, 'Charging')]],
  [
    'whose power is not that of the sample before',
    0,
    3600,
    [{ at: clock(0), ...draws }, { at: clock(1790), ...rests }, ...every(2400, 3600, draws)],
    [state(1800, 'SuspendedEV'), state(1860, 'Charging')],
  ],
  [
    'a state told again changes nothing',
    1200,
    1800,
    [...drewHalf, ...every(1800, 3600, rests)],
    [state(2000, 'Charging')],
  ],
  [
    'SuspendedEVSE is neither idle nor charging until the next sample, which speaks for itself',
    1140,
    1800,
    [...drewHalf, ...every(1860, 3600, rests)],
    [state(1800, 'SuspendedEVSE')],
  ],
  ['and needs no samples', 0, 600, every(0, 660, draws), [state(600, 'SuspendedEVSE')]],
  [
    'a sample that shows the car drawing ends it, however far the next one is',
    0,
    3540,
    [...drewHalf, { at: clock(1860), ...draws }],
    [state(1800, 'SuspendedEVSE')],
  ],
  [
    'a low draw before and one after it are two',
    0,
    3540,
    [...every(0, 1200, draws), ...every(1200, 2340, rests), ...every(2340, 3600, draws)],
    [state(1740, 'SuspendedEVSE'), state(1860, 'Charging')],
  ],
  ['a limit of ours is neither', 0, 1800, [...drewHalf, ...every(1800, 3600, { ...rests, offered: 'no' })]],
  [
    'a car that draws in spite of it charges',
    0,
    3600,
    [...drewHalf, ...every(1800, 3600, { ...draws, offered: 'no' })],
  ],
  ['a time without samples is charging', 0, 3600, [...drewHalf, ...every(1800, 1860, rests)]],
  ['also after SuspendedEV', 0, 3600, drewHalf, [state(1860, 'SuspendedEV')]],
  [
    'states count in the order of their own times',
    1200,
    1800,
    half,
    [state(1800, 'SuspendedEV'), state(1500, 'SuspendedEVSE'), state(1500, 'Charging')],
  ],
  ['without any sample nothing is known', 0, 600, [], [state(5, 'Charging')]],
])('%s: %s s idle, %s s charging', (_what, idle, charged, samples, statuses) => {
  const b = made(samples, { statuses, ...(samples.length === 0 && { stopAt: clock(600), meterStopWh: 1 }) })
  expect([b.idleSeconds, charging(b)]).toEqual([idle, charged])
})

describe('where no power is told', () => {
  it('is the mean between the registers', () => {
    const samples = [0, 600, 1200, 1800, 2400, 3000].map((second, i) => reading(second, Math.min(i, 3) * 3000))
    expect(made(samples, { meterStopWh: 9000 }).idleSeconds).toBe(1200)
  })

  it('start and stop register are among them', () => {
    const soc = [{ at: clock(10) }]
    const ended = (seconds: number, meterStopWh: number) => made(soc, { stopAt: clock(seconds), meterStopWh })
    // 74 Wh in 900 s are 296 W, 75 Wh are 300 W.
    expect([ended(900, 74).idleSeconds, ended(900, 75).idleSeconds]).toEqual([300, 0])
    expect(ended(901, 1).idleSeconds).toBe(0)
  })

  it('registers more than 15 minutes apart tell nothing', () => {
    const at = (second: number) => made([reading(1800, 9000), { at: clock(2000) }, reading(second, 9000)])
    expect([at(2700).idleSeconds, at(2701).idleSeconds]).toEqual([300, 0])
  })
})

it('one second has one sample: the larger register, the lower power, the least that was offered', () => {
  const one: Sample[] = [
    ...every(0, 3600, rests),
    { at: new Date(clock(1800).getTime() + 400), ...draws, energyWh: 9000 },
  ]
  expect(made(one)).toEqual(made([...every(0, 3600, rests), reading(1800, 9000)]))
  const limited: Sample[] = [...every(0, 3600, rests), ...every(0, 3600, { offered: 'no' })]
  expect(charging(made(limited))).toBe(0)
  const registers = [reading(1800, 5000), reading(1800, 4000), reading(2400, 4999)]
  expect(made(registers)).toEqual({ ...made([reading(1800, 5000)]), droppedSamples: 1 })
})

it('samples of one second are merged before they are judged: a register that cannot be leaves the power of a sample beside', () => {
  const others = every(0, 3600, rests).filter(s => s.at.getTime() !== clock(1800).getTime())
  const power = { at: clock(1800), ...draws }
  for (const [register, before] of [
    [90_000, []],
    [4999, [reading(1500, 5000)]],
  ] as const)
    expect(made([...others, ...before, power, reading(1800, register)])).toEqual({
      ...made([...others, ...before, power]),
      droppedSamples: 1,
    })
})

it('idle time and the ten minutes before it are no charging minutes', () => {
  const b = made([...drewHalf, ...every(1800, 3600, rests)])
  expect(b.lines.slice(1).map(line => [line.kind, line.quantity, line.amountPaise])).toEqual([
    ['minuteFeeCharging', 1800, 180n],
    ['idealFeeFullyCharged', 1200, 1200n],
  ])
})

it('idle time is split where slots meet', () => {
  const snapshot = weekOf([770], [fee, { ...fee, idealFeeFullyChargedPaise: 120 }])
  const b = made([...drewHalf, ...every(1800, 3600, rests)], { snapshot })
  expect(b.pieces.map(piece => piece.idleSeconds)).toEqual([600, 600])
})

describe('a running bill', () => {
  const soFar = (seconds: number, samples: Sample[]) => {
    const { stopAt, meterStopWh, ...input } = session({ snapshot: fees, samples })
    const b = running(input, clock(seconds))
    return [b.idleSeconds, charging(b)]
  }
  const full = [reading(1, 0, draws), ...every(600, 3600, { ...rests, energyWh: 1000 })]

  it('does not count a low draw that has not lasted ten minutes', () => {
    expect(soFar(600, full)).toEqual([0, 600])
    expect(soFar(1140, full)).toEqual([0, 600])
    expect(soFar(1200, full)).toEqual([0, 600])
    expect(soFar(1260, full)).toEqual([60, 600])
    // The car goes on drawing, as the sample after tells: it was charging all the while.
    const drewOn = [...full.slice(0, 10), reading(1140, 1100, draws), reading(1200, 1200, draws)]
    expect(soFar(1140, drewOn)).toEqual([0, 600])
    expect(soFar(1200, drewOn)).toEqual([0, 1200])
  })

  it('waits for the next register where no power is told', () => {
    const samples = [reading(0, 0), reading(300, 1000), { at: clock(500) }, reading(600, 1000), reading(900, 1001)]
    expect(soFar(300, samples)).toEqual([0, 0])
    expect(soFar(500, samples)).toEqual([0, 300])
    expect(soFar(600, samples)).toEqual([0, 300])
    expect(soFar(900, samples)).toEqual([0, 300])
  })
})
