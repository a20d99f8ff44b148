// Keeps reports of device models; with the last part of a whole report, the variables that may be set stand as the
// configuration of the charger too, which templates compare.
import { keepVariables } from '#control/charger-config/charger-config.commands.ts'
import { sameKey } from '#control/charger-config/charger-config.rules.ts'
import type { Station } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { Batch } from '#platform/db/batch.ts'
import { variableKey } from './device-model.rules.ts'
import * as reports from './device-report.store.ts'
import * as variables from './device-variable.store.ts'

type Part = Omit<reports.ReportPart, 'pk' | 'kept'>
/** Parts may be as long as a frame, so that few are written together. */
const TOGETHER = 20

export function reportKeeper(services: Services) {
  const { db } = services
  const parts = new Batch<reports.ReportPart, reports.StoredReport | undefined>(items => reports.saveParts(db, items), {
    max: TOGETHER,
  })

  /** How many attributes are kept of a station: counted once in a connection, so that a part costs the same however many came before. */
  const kept = new WeakMap<Station, number>()

  async function store(s: Station, part: Part): Promise<reports.StoredReport | undefined> {
    const known = kept.get(s)
    // Until the answer is there nobody knows whether the part was stored.
    kept.delete(s)
    const report = await parts.add({ ...part, pk: s.charger.pk, kept: known ?? null })
    const now = report?.kept ?? known
    // Attributes go with the end of a report.
    if (now !== undefined && !report?.isEnded) kept.set(s, now)
    return report
  }

  async function end(pk: number, report: reports.StoredReport, at: Date): Promise<boolean> {
    return db.transaction().execute(async trx => {
      if (!(await reports.endReport(trx, pk, report, at))) return false
      if (!report.isWhole) return false
      const told = await variables.settable(trx, pk)
      const keys = told.map(v => {
        const spelling = variableKey(v)
        return { key: sameKey(spelling), spelling, value: v.value, isReadOnly: false }
      })
      await keepVariables(trx, pk, [...new Map(keys.map(k => [k.key, k])).values()], at)
      return true
    })
  }

  return {
    /** Keeps a part; true where a whole report has ended with it, undefined where the part is not kept: too many are missing. */
    take: async (s: Station, part: Part): Promise<boolean | undefined> => {
      const report = await store(s, part)
      return report?.isEnded && end(s.charger.pk, report, part.at)
    },
    idle: () => parts.idle(),
  }
}
