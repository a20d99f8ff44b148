// The body of a charging site and the checks of its form (D-SITE-2).
import { requiredLine } from '@wattdesk/base/fields'
import { tooManyDecimals } from '@wattdesk/base/text'
import { zoneNamed } from '@wattdesk/base/time'
import { z } from 'zod'
import { LOAD_UNITS } from '#power/load-balancing/load-units.words.ts'
import {
  MAX_SITE_CHARGERS,
  MAX_ZONE_NAME,
  TEAM_MISSING,
  UNIT_WRONG,
  VALUE_MISSING,
  VALUE_NEGATIVE,
} from './charging-site.words.ts'

const MAX_VALUE = 1_000_000
const DECIMALS = 3
const NOT_A_CHARGER = 'Chargers must be a list of charger IDs'

export const SiteBody = z.object({
  zoneName: requiredLine('Zone name', MAX_ZONE_NAME),
  /** 1: load balancing is on. Missing: unchanged, and off for a new site. */
  isLoadBalancingReq: z.union([z.literal(0), z.literal(1)], 'Load balancing required must be 1 or 0').optional(),
  loadBalancingUnit: z.enum(LOAD_UNITS, UNIT_WRONG),
  loadBalancingValue: z
    .number({
      error: i => (i.input === undefined || i.input === null || i.input === '' ? VALUE_MISSING : VALUE_NEGATIVE),
    })
    .min(0, VALUE_NEGATIVE)
    .max(MAX_VALUE, `Load balancing value should be ${MAX_VALUE} or less`)
    .refine(n => Number(n.toFixed(DECIMALS)) === n, tooManyDecimals('Load Value', DECIMALS)),
  /** The zone of its clocks by its name of IANA; null: that of the installation. Missing: unchanged, and null for a new site. */
  timeZone: z
    .string('Time zone must be a text')
    .trim()
    .max(60, 'Time zone takes 60 characters or less')
    .refine(z => zoneNamed(z) !== undefined, { error: i => `There is no time zone ${i.input}` })
    .transform(z => zoneNamed(z) ?? z)
    .nullable()
    .optional(),
  /** The ids of all chargers of the site. Missing: unchanged, and none for a new site. */
  chargers: z
    .array(z.string(NOT_A_CHARGER).trim().min(1, NOT_A_CHARGER).max(60, NOT_A_CHARGER), NOT_A_CHARGER)
    .max(MAX_SITE_CHARGERS, `A charging site takes ${MAX_SITE_CHARGERS} chargers or less`)
    .transform(ids => [...new Set(ids)])
    .optional(),
})
export type SiteBody = z.output<typeof SiteBody>

/** Separates the ids in the form's single field of chargers; no id has a line break in it. */
const BREAK = '\n'
export const idsText = (ids: readonly string[]): string => [...ids].sort().join(BREAK)
export const idsOf = (text: string): string[] => (text === '' ? [] : text.split(BREAK))
/**
 * The same as its form has it. The chargers are a single value there: where two people changed them, one of the two
 * lists is taken, never a mixture by places in the list.
 */
export const SiteForm = SiteBody.extend({
  chargers: z.string().transform(idsOf),
  /** The team of the site; no form changes the team of a stored site. */
  teamId: z.number(TEAM_MISSING),
})
export type SiteValues = z.input<typeof SiteForm>
export type SiteFormBody = z.output<typeof SiteForm>
