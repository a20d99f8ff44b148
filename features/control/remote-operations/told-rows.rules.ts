// What stations tell in parts as the rows of a table: texts for drivers, charging profiles, monitors, variables.
import type { PartsAction } from './told-parts.words.ts'

type Fields = Readonly<Record<string, unknown>>
export type ToldTable = { title: string; headings: readonly string[]; rows: readonly (readonly string[])[] }

const isFields = (v: unknown): v is Fields => typeof v === 'object' && v !== null && !Array.isArray(v)
const of = (v: unknown): Fields => (isFields(v) ? v : {})
const listOf = (v: unknown): Fields[] => (Array.isArray(v) ? v.filter(isFields) : [])
const text = (v: unknown): string => (v === undefined || v === null || v === '' ? '–' : String(v))
const time = (v: unknown): string =>
  typeof v === 'string' && !Number.isNaN(Date.parse(v)) ? `${v.slice(0, 16).replace('T', ' ')} UTC` : '–'

/** A variable in the notation of the Config tab: `EVSE#1.Power`. */
function variableText(component: Fields, variable: Fields): string {
  const named = ({ name, instance }: Fields) => `${text(name)}${instance === undefined ? '' : `[${String(instance)}]`}`
  const { id, connectorId } = of(component.evse)
  const place = id === undefined ? '' : `#${String(id)}${connectorId === undefined ? '' : `.${String(connectorId)}`}`
  return `${named(component)}${place}.${named(variable)}`
}

/** The limits of a profile in a line: '0 s: 16 A, 600 s: 10 A'. */
const limitsText = (profile: Fields): string =>
  listOf(profile.chargingSchedule)
    .map(({ chargingRateUnit, chargingSchedulePeriod }) =>
      listOf(chargingSchedulePeriod)
        .map(({ startPeriod, limit }) => `from ${text(startPeriod)} s ${text(limit)} ${text(chargingRateUnit)}`)
        .join(', '),
    )
    .join('; ')

type Way = { title: string; headings: readonly string[]; rows: (item: Fields) => (readonly string[])[] }
const WAYS: Readonly<Record<Exclude<PartsAction, 'NotifyCustomerInformation'>, Way>> = {
  NotifyReport: {
    title: 'Variables',
    headings: ['Variable', 'Value', 'Change'],
    rows: ({ variable, attribute, value, mutability }) => [
      [
        `${text(variable)}${attribute === 'Actual' ? '' : ` (${text(attribute)})`}`,
        value === null ? 'Never shown, or not told' : String(value),
        mutability === 'ReadOnly' ? 'Read-only' : mutability === 'WriteOnly' ? 'Write-only' : 'Can be set',
      ],
    ],
  },
  NotifyMonitoringReport: {
    title: 'Monitors',
    headings: ['Number', 'Variable', 'Type', 'Value', 'Severity'],
    rows: ({ component, variable, variableMonitoring }) =>
      listOf(variableMonitoring).map(({ id, type, value, severity, transaction }) => [
        text(id),
        variableText(of(component), of(variable)),
        `${text(type)}${transaction === true ? ', in sessions' : ''}`,
        text(value),
        text(severity),
      ]),
  },
  ReportChargingProfiles: {
    title: 'Charging profiles',
    headings: ['Id', 'EVSE', 'Purpose', 'Stack level', 'Limits', 'Source'],
    rows: profile => [
      [
        text(profile.id),
        profile.evseId === 0 ? 'Whole charge point' : text(profile.evseId),
        text(profile.chargingProfilePurpose),
        text(profile.stackLevel),
        limitsText(profile) || '–',
        text(profile.chargingLimitSource),
      ],
    ],
  },
  NotifyDisplayMessages: {
    title: 'Texts for drivers',
    headings: ['Id', 'Text', 'Priority', 'State', 'From', 'Until'],
    rows: ({ id, message, priority, state, startDateTime, endDateTime }) => [
      [
        text(id),
        text(of(message).content),
        text(priority),
        text(state ?? 'Any'),
        time(startDateTime),
        time(endDateTime),
      ],
    ],
  },
}

/** The table of what was told; undefined for personal data, which are a text. */
export function toldTable(message: PartsAction, items: readonly unknown[]): ToldTable | undefined {
  if (message === 'NotifyCustomerInformation') return undefined
  const { title, headings, rows } = WAYS[message]
  // A message that numbers nothing may be told twice.
  const told = new Map(
    items.filter(isFields).flatMap(item => rows(item).map(row => [JSON.stringify(row), row] as const)),
  )
  return { title, headings, rows: [...told.values()] }
}

type Standing = {
  state: 'awaited' | 'coming' | 'whole' | 'unfinished'
  parts: number
  missing: readonly { from: number; to: number }[]
  hasLast: boolean
  leftOut: number
  isTooLong: boolean
}
const count = (n: number): string => (n === 1 ? '1 part' : `${n} parts`)
const ranges = (missing: Standing['missing']): string =>
  missing.map(({ from, to }) => (from === to ? `${from + 1}` : `${from + 1} to ${to + 1}`)).join(', ')

/** How an answer in parts stands, in a sentence. */
export function standingText({ state, parts, missing, hasLast, leftOut, isTooLong }: Standing): string {
  const room = leftOut > 0 ? ` There was no room for ${count(leftOut)}.` : ''
  if (isTooLong) return `The charge point told more than ${parts} parts. The rest is not kept.${room}`
  switch (state) {
    case 'awaited':
      return 'The charge point has accepted, and nothing has come yet.'
    case 'coming':
      return `${count(parts)} came, more is to come.${room}`
    case 'whole':
      return `All of it came, in ${count(parts)}.${room}`
    case 'unfinished': {
      if (parts === 0) return 'The charge point has accepted, and told nothing.'
      const gaps = missing.length > 0 ? [`part ${ranges(missing)}`] : []
      const lacks = [...gaps, ...(hasLast ? [] : ['the end'])].join(' and ')
      return `The charge point has not finished: ${lacks} did not come.${room}`
    }
  }
}
