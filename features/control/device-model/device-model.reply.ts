// The device model of a charge point as the API sends it.
import type { ConfigKey } from '#control/charger-config/charger-config.contract.ts'
import { sameKey, stateOf } from '#control/charger-config/charger-config.rules.ts'
import type { RequestedKeyRow } from '#control/charger-config/charger-config.store.ts'
import { seqNosOf } from '#fleet/stations/station-transaction.rules.ts'
import type { DeviceReport, DeviceVariable } from './device-model.contract.ts'
import { isHidden } from './device-model.rules.ts'
import type { ReportRow } from './device-report.store.ts'
import type { AttributeRow, VariableRow } from './device-variable.store.ts'

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

export function reportOf({ seen, lastSeq, askedAt, lastAt, endedAt, ...r }: ReportRow): DeviceReport {
  const ranges = seqNosOf(seen)
  const missing: DeviceReport['missing'] = []
  let next = 0
  for (const [from, to] of ranges) {
    if (from > next) missing.push({ from: next, to: from - 1 })
    next = to + 1
  }
  return {
    ...r,
    askedAt: iso(askedAt),
    lastAt: iso(lastAt),
    endedAt: iso(endedAt),
    parts: ranges.reduce((n, [from, to]) => n + to - from + 1, 0),
    missing,
    hasLast: lastSeq !== null,
  }
}

const wishOf = (w: RequestedKeyRow | undefined): ConfigKey['wanted'] =>
  w ? { value: w.value, by: w.by, at: w.setAt.toISOString(), outcome: w.outcome } : null

type Characteristics = {
  dataType?: string
  unit?: string
  minLimit?: number
  maxLimit?: number
  valuesList?: string
  supportsMonitoring?: boolean
}
/** `wishes`: the values that were set, of the keys of a page; `lastBootAt`: of the charge point. */
export const variableReply =
  (wishes: readonly RequestedKeyRow[], lastBootAt: Date | null) =>
  (v: VariableRow): DeviceVariable => {
    const { attributes, characteristics, toldAt, ...name } = v
    const c = (characteristics ?? {}) as Characteristics
    const rows = attributes as AttributeRow[]
    const of = wishes.filter(w => w.key === sameKey(v.key))
    const wanted = of.find(w => w.isTaken)
    const refused = of.find(w => !w.isTaken && (!wanted || w.setAt > wanted.setAt))
    return {
      ...name,
      dataType: c.dataType ?? null,
      unit: c.unit ?? null,
      minLimit: c.minLimit ?? null,
      maxLimit: c.maxLimit ?? null,
      choices:
        c.valuesList
          ?.split(',')
          .map(x => x.trim())
          .filter(x => x !== '') ?? [],
      supportsMonitoring: c.supportsMonitoring ?? false,
      isHidden: rows.every(r => isHidden(v.variable, r.mutability)),
      attributes: rows,
      toldAt: toldAt.toISOString(),
      wanted: wishOf(wanted),
      refused: wishOf(refused),
      state: stateOf(wanted, { readAt: toldAt }, lastBootAt),
    }
  }
