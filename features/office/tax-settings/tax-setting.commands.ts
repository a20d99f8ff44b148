// Reads the dated settings of the papers for the tax office, and sets them from a day on (M-8): for the installation on the
// platform's team, for a company on its own team.
import { isRupees, paiseFromRupees, percentFromPpm, ppmFromPercent, rupeesFromPaise } from '@wattdesk/base/money'
import { dayOf } from '@wattdesk/base/time'
import { fail } from '@wattdesk/wire/route'
import type { z } from 'zod'
import type { Services } from '#office/installation/services.ts'
import type { Scope, Who } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { TaxSetting, TaxSettingBody, TaxSettingEntry } from './tax-setting.contract.ts'
import { isTakenSeries, panNotice, sinceFault, taxValueOn, valueFault } from './tax-setting.rules.ts'
import * as store from './tax-setting.store.ts'
import { definitionOf, TAX_SETTING_NAMES, type TaxSettingName, type TaxValue } from './tax-setting.words.ts'

/** Where values are set: null for the installation, else the company; `isOwn`: the caller stands on the team of that. */
type Place = { companyId: number | null; isOwn: boolean; teamId: number }
async function placeOf(db: Db | Trx, scope: Scope, who: Pick<Who, 'userType'>): Promise<Place> {
  const { teamId } = scope
  if (scope.kind === 'all') return { companyId: null, isOwn: who.userType === 'ROOT', teamId }
  if (scope.kind === 'company') return { companyId: scope.companyId, isOwn: true, teamId }
  return { ...(await store.companyOf(db, teamId)), isOwn: false, teamId }
}
const mayChange = (name: TaxSettingName, { companyId, isOwn }: Place): boolean =>
  isOwn && (companyId === null || definitionOf(name).whose === 'company')

/** In the units of the API: percent and rupees. */
function shownValue(name: TaxSettingName, value: TaxValue): TaxValue {
  if (typeof value !== 'number') return value
  return definitionOf(name).kind === 'percent' ? percentFromPpm(value) : rupeesFromPaise(BigInt(value))
}
/** In the units of `ValueOf`; undefined where the text or number is none of the setting. */
function keptValue(name: TaxSettingName, value: TaxValue): TaxValue | undefined {
  const { kind, list } = definitionOf(name)
  if (list && typeof value === 'string') return list.kept(value)
  if (typeof value !== 'number') return value
  if (kind === 'percent') return value >= 0 && value <= 100 ? ppmOf(value) : undefined
  return kind === 'rupees' && isRupees(value) && value >= 0 ? Number(paiseFromRupees(value)) : undefined
}
function ppmOf(percent: number): number | undefined {
  try {
    return ppmFromPercent(percent)
  } catch {
    return undefined
  }
}

function settingOf(name: TaxSettingName, entries: readonly store.TaxEntry[], place: Place, day: string): TaxSetting {
  const {
    usual,
    byMonth,
    form: _,
    list: ____,
    fromToday: __,
    isOwn,
    isYearly: ___,
    empty = null,
    ...shown
  } = definitionOf(name)
  const set = entries.filter(e => e.name === name && (!isOwn || e.companyId === place.companyId))
  const own = set.filter(e => e.companyId === place.companyId)
  const all: TaxSettingEntry[] = [
    ...set.map(e => ({
      settingId: e.settingId,
      whose: e.companyId === null ? ('installation' as const) : ('company' as const),
      since: e.since,
      value: shownValue(name, e.value),
      setAt: e.setAt.toISOString(),
      setBy: e.setBy,
    })),
    ...usual.toReversed().map(u => ({
      settingId: null,
      whose: 'product' as const,
      since: u.since,
      value: shownValue(name, u.value),
      setAt: null,
      setBy: null,
    })),
  ]
  return {
    ...shown,
    name,
    empty,
    isByMonth: byMonth ?? false,
    mayChange: mayChange(name, place),
    value: shownValue(name, taxValueOn(entries, name, { companyId: place.companyId, day })),
    lastId: Math.max(0, ...own.map(e => e.settingId)),
    entries: all,
  }
}

/** The settings as they count on the caller's team. */
export async function taxSettings(
  { db, now, timeZone }: Pick<Services, 'db' | 'now' | 'timeZone'>,
  { scope, who }: Pick<Caller, 'scope' | 'who'>,
): Promise<TaxSetting[]> {
  const place = await placeOf(db, scope, who)
  const entries = await store.taxEntries(db, place.companyId)
  const day = dayOf(now(), timeZone)
  const notice = place.companyId === null ? panNotice(await store.teamsWithoutPan(db)) : undefined
  return TAX_SETTING_NAMES.map(name => ({
    ...settingOf(name, entries, place, day),
    ...(name === 'tds' && notice && { notice }),
  }))
}

type Added = Pick<store.TaxEntry, 'name' | 'since' | 'value'> & { at: Date }
/** Adds a value with its audit entry. */
async function add(
  trx: Trx,
  by: audit.By,
  { companyId, teamId }: Pick<Place, 'companyId' | 'teamId'>,
  { name, since, value, at }: Added,
  before: TaxValue,
): Promise<void> {
  await store.addEntry(trx, { companyId, name, since, value, at, userId: by.userId })
  const { label } = definitionOf(name)
  await audit.write(trx, by, {
    action: 'update',
    feature: 'Finance',
    recordId: `tax-setting-${name}`,
    teamId,
    isMoney: true,
    before: { setting: label, since: null, value: shownValue(name, before) },
    after: { setting: label, since, value: shownValue(name, value) },
  })
}

/** A company that is made now begins without a surcharge on UPI and RuPay debit cards, on which banks charge merchants nothing. */
export async function beginSettings(
  trx: Trx,
  { now, timeZone }: Pick<Services, 'now' | 'timeZone'>,
  by: audit.By,
  companyId: number,
): Promise<void> {
  const at = now()
  const since = dayOf(at, timeZone)
  for (const name of ['surchargeUpi', 'surchargeRupayDebit'] as const)
    await add(trx, by, { companyId, teamId: companyId }, { name, since, value: 0, at }, null)
}

const SERIES_TAKEN = 'Other documents are numbered in this series: please choose another'
const PLACE = {
  installation: 'This is set for the whole installation, on the platform’s team',
  company: 'This is set for a whole company, on the company’s own team',
}
/**
 * Sets a value from a day on.
 * @throws HttpFailure 403 on a team that it is not set on, 422 for a value or day that cannot be, 409 when somebody has
 * set it since the caller read it
 */
export const setTaxSetting = (
  services: Services,
  caller: Caller,
  { name, since, value, lastId }: z.infer<typeof TaxSettingBody>,
): Promise<TaxSetting> =>
  act(services, async trx => {
    const place = await placeOf(trx, caller.scope, caller.who)
    if (!mayChange(name, place)) fail(403, PLACE[definitionOf(name).whose])
    const at = services.now()
    const today = dayOf(at, services.timeZone)
    const kept = keptValue(name, value)
    const errors = {
      since: sinceFault(name, since, today),
      value:
        (kept === undefined ? valueFault(name, Number.NaN) : valueFault(name, kept)) ??
        (name === 'commissionSeries' && isTakenSeries(kept, services.invoices.series) ? SERIES_TAKEN : undefined),
    }
    const faults = Object.entries(errors).flatMap(([field, text]) =>
      text === undefined ? [] : [[field, text] as const],
    )
    const [first] = faults
    if (first || kept === undefined) fail(422, first?.[1] ?? '', Object.fromEntries(faults))
    await store.holdSetting(trx, name, place.companyId)
    const entries = await store.taxEntries(trx, place.companyId)
    const known = settingOf(name, entries, place, today)
    if (known.lastId !== lastId) fail(409, `${known.label}: somebody has set this meanwhile. Please look at it again.`)
    const before = taxValueOn(entries, name, { companyId: place.companyId, day: since })
    await add(trx, caller.by, place, { name, since, value: kept, at }, before)
    return settingOf(name, await store.taxEntries(trx, place.companyId), place, today)
  })
