// What a person chooses to be told of alerts, as it is written, and what its form checks by (ALERT-07).
import { besideOthers } from '@wattdesk/base/field-checks'
import { z } from 'zod'
import { CHANNELS, isEachOnce, SEVERITIES } from './alert.words.ts'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time')
export const AlertChoice = z
  .object({
    channel: z.enum(CHANNELS),
    /** This severity and above; `Nothing`: by this way not at all. */
    least: z.enum([...SEVERITIES, 'Nothing']),
    /** Both or none: the hours of every day in the business zone; what comes outside of them waits. */
    from: time.nullable(),
    to: time.nullable(),
  })
  .refine(c => (c?.from === null) === (c?.to === null), {
    error: 'Please enter both times',
    path: ['to'],
    when: besideOthers,
  })
  .refine(c => typeof c?.from !== 'string' || c.from !== c.to, {
    error: 'Must differ from its beginning',
    path: ['to'],
    when: besideOthers,
  })
export type AlertChoice = z.infer<typeof AlertChoice>
export const AlertChoicesBody = z.object({
  choices: z
    .array(AlertChoice)
    .length(CHANNELS.length)
    .refine(all => isEachOnce(all.map(c => c?.channel)), { error: 'Each way once', when: besideOthers }),
})
export type AlertChoicesBody = z.output<typeof AlertChoicesBody>
