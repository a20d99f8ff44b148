// What the papers for the tax office need of a month (M-8): the settings that hold on its last day, the platform, and the owner's
// PAN.
import { sql } from 'kysely'
import { taxValueOn } from '#office/tax-settings/tax-setting.rules.ts'
import { taxEntries } from '#office/tax-settings/tax-setting.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { platformAt } from '#settlement/commission-invoices/platform.store.ts'
import type { Installation, MonthSettings } from './payout-commission.rules.ts'
import { lastDayOf, type Period } from './period.rules.ts'
import { grossBetween } from './tax-bases.store.ts'
import type { CarriedBase, Counting, TaxFacts } from './tax-taken.rules.ts'

/** The settings of the installation on the last day of a month. */
export async function monthSettings(db: Db | Trx, period: Period, of: Installation): Promise<MonthSettings> {
  const entries = await taxEntries(db, null)
  const day = lastDayOf(period)
  return {
    // Its last moment: a record of the month's last moment holds.
    platform: await platformAt(db, of.platform, new Date(period.end.getTime() - 1)),
    settingOf: name => taxValueOn(entries, name, { companyId: null, day }),
  }
}

/** The PAN of the nearest team upwards that has one or a GST number, at the end of a month. */
async function panThen(db: Db | Trx, teamId: number, { end }: Period): Promise<string | null> {
  const { rows } = await sql<{ pan: string | null }>`
    select f.pan from team t cross join lateral unnest(t.path) with ordinality p (id, depth)
      cross join lateral (select h.pan, h.gstin from team_finance_history h where h.team_id = p.id and h.since < ${end}
        order by h.since desc, h.history_id desc limit 1) f
    where t.id = ${teamId} and (f.pan is not null or f.gstin is not null) order by p.depth desc limit 1`.execute(db)
  return rows[0]?.pan ?? null
}

/** The first month of the financial year. */
const yearOf = (month: string): string => {
  const [year = 0, n = 0] = month.split('-').map(Number)
  return `${n >= 4 ? year : year - 1}-04-01`
}

/** What is known before the bills of a month are; undefined where no tax is taken and no base is carried. */
export async function taxTermsOf(
  db: Db | Trx,
  teamId: number,
  period: Period,
  { zone, usualRates }: Installation,
  { platform, settingOf }: MonthSettings,
  carriedIn: CarriedBase,
): Promise<Omit<TaxFacts, 'bases'> | undefined> {
  const [isTcs, isTds] = [settingOf('tcs'), settingOf('tds')]
  if (!isTcs && !isTds && carriedIn.length === 0) return undefined
  const counting: Counting = { platformPans: platform.pans, usualRates, zone, isByNumber: true }
  const hasPlatform = platform.supplier !== undefined
  const pan = isTds ? await panThen(db, teamId, period) : null
  const threshold = settingOf('tdsThreshold')
  const year = { from: yearOf(period.month), until: period.month }
  return {
    terms: {
      tcs: isTcs && hasPlatform ? { ratePpm: settingOf('tcsRate') } : null,
      tds: isTds
        ? {
            ratePpm: settingOf(pan === null ? 'tdsRateWithoutPan' : 'tdsRate'),
            pan,
            thresholdPaise: threshold === null ? null : BigInt(threshold),
            yearBeforePaise: threshold === null ? 0n : await grossBetween(db, teamId, year, counting),
          }
        : null,
    },
    carriedIn,
    counting,
    lacksPlatform: isTcs && !hasPlatform,
  }
}
