// A declared field of a record in words: its label, its unit and its limits, from the declaration alone.
import type { FieldSetting } from '@wattdesk/base/record'

const KINDS: Readonly<Partial<Record<FieldSetting['kind'], string>>> = {
  lines: 'several lines of text',
  email: 'a mail address',
  phone: '10 to 15 digits',
  instant: 'ISO 8601 in UTC',
  day: '`yyyy-MM-dd`',
  file: 'the link of an uploaded file',
}
const number = (n: number): string => n.toLocaleString('en-US')

function limits({ kind, min = 0, max, decimals, unit }: FieldSetting): string[] {
  if (kind !== 'number' && kind !== 'money')
    return max !== undefined && kind !== 'phone' ? [`at most ${number(max)} characters`] : []
  return [
    ...(kind === 'money' ? ['rupees'] : unit ? [`in ${unit}`] : []),
    max === undefined ? `${number(min)} or more` : `${number(min)} to ${number(max)}`,
    ...(decimals === 0 ? ['whole'] : decimals === undefined ? [] : [`at most ${decimals} decimals`]),
  ]
}
function choices({ kind, options = [], flags }: FieldSetting): string[] {
  if (kind === 'flag' && flags) return [`\`${flags[0]}\` for yes, \`${flags[1]}\` for no`]
  if (kind === 'state') return [options.map(o => `\`${o.value}\` (${o.label})`).join(', ')]
  return []
}

/** As `Contact; at most 50 characters; may be missing`. */
export const fieldWords = (setting: FieldSetting): string =>
  [
    setting.label,
    ...(KINDS[setting.kind] ? [KINDS[setting.kind]] : []),
    ...limits(setting),
    ...choices(setting),
    ...(setting.isOptional ? ['null where there is none'] : []),
  ].join('; ')
