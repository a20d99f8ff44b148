// A campaign as it is written, and what its form checks by (CAMP-02, CAMP-08).
import { besideOthers, missingOr } from '@wattdesk/base/field-checks'
import { recordId } from '@wattdesk/base/fields'
import { bodySchema } from '@wattdesk/base/record-schemas'
import { z } from 'zod'
import { campaignFields } from './campaign.fields.ts'
import { MOST_NAMED, MOST_WAVES, WAVE_UNITS } from './campaign.words.ts'

const isEachOnce = (values: unknown): boolean => !Array.isArray(values) || new Set(values).size === values.length
const some = <T extends z.ZodType>(value: T, what: string) =>
  z
    .array(value)
    .min(1, `Choose at least one ${what}, or all`)
    .max(MOST_NAMED, `At most ${MOST_NAMED} of them`)
    .refine(isEachOnce, { error: 'Each once', when: besideOthers })
    .nullable()
    .default(null)

/** Search and filters as the list of charge points takes them: kept as they were written. */
const Written = z.object({
  q: z.string().max(200).optional(),
  filters: z.string().max(8000).optional(),
  tz: z.number().int().optional(),
})

/** Which chargers: everything that is given must fit; null: whatever. The model is that of the file. */
export const CampaignChoice = z.object({
  /** The team or one below it. */
  teamId: recordId().nullable().default(null),
  sites: some(recordId(), 'site'),
  /** Versions that the chargers have now. */
  versions: some(z.string().trim().min(1).max(50), 'version'),
  chargers: some(recordId(), 'charge point'),
  matching: Written.nullable().default(null),
})
export type CampaignChoice = z.output<typeof CampaignChoice>

const count = (unit: string) => (unit === '%' ? 100 : 10_000)
const Wave = z
  .object({
    count: z.number({ error: 'Must be a number' }).int('Must be a whole number').min(1, 'At least 1'),
    unit: z.enum(WAVE_UNITS),
  })
  // A count that is no number has an error of its own.
  .refine(w => !(Number(w.count) > count(w.unit)), {
    path: ['count'],
    when: besideOthers,
    error: issue => {
      const { unit } = (issue.input ?? {}) as { unit?: string }
      return unit === '%' ? 'At most 100 %' : 'At most 10,000'
    },
  })

type Typed = { count?: unknown; unit?: unknown } | null | undefined
/** The first wave by which the waves together would hold more than all charge points. */
function overfullAt(waves: readonly unknown[]): { at: number; percent: number } | undefined {
  let percent = 0
  for (const [at, wave] of waves.entries()) {
    const { count: n, unit } = (wave as Typed) ?? {}
    if (unit !== '%' || typeof n !== 'number' || n > 100) continue
    percent += n
    if (percent > 100) return { at, percent }
  }
  return undefined
}
const overfullText = (percent: number): string =>
  `With this wave they are ${percent} % of the charge points: at most 100 %`

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Should be a time of day such as 22:30')
const Window = z
  .object({ from: time, to: time })
  .refine(w => w.from === undefined || w.from === '' || w.from !== w.to, {
    path: ['to'],
    when: besideOthers,
    error: 'The window has no length',
  })

export const CampaignBody = bodySchema(campaignFields).extend({
  firmware_id: z
    .number({ error: missingOr('Please choose the firmware', 'Firmware must be a number') })
    .int('Firmware must be a whole number')
    .min(1, 'Please choose the firmware')
    .max(2_147_483_647, 'Firmware file not found'),
  choice: CampaignChoice,
  /** The first waves; the rest is the last. */
  waves: z
    .array(Wave)
    .max(MOST_WAVES, `At most ${MOST_WAVES} waves before the rest`)
    .superRefine(
      (waves, context) => {
        const over = overfullAt(waves)
        if (over)
          context.addIssue({
            code: 'custom',
            path: [over.at, 'count'],
            message: overfullText(over.percent),
            input: waves,
          })
      },
      { when: besideOthers },
    )
    .default([]),
  /** By the clock of each charger's site, of the installation where the site names none; null: the whole day. */
  window: Window.nullable().default(null),
})
export type CampaignBody = z.output<typeof CampaignBody>
export type CampaignValues = z.input<typeof CampaignBody>
