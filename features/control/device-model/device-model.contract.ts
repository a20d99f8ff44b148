// The device model of a charge point of OCPP 2.0.1 in the API: its last report, components, and variables with their attributes.
// Secrets never travel.
import type { FilterFields } from '@wattdesk/base/filters'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { WISH_STATES } from '#control/charger-config/charger-config.contract.ts'
import { ChargerParams } from '#fleet/chargers/charger-params.contract.ts'

const text = () => z.string().nullable()
const int = () => z.number().int()
const ATTRIBUTES = ['Actual', 'Target', 'MinSet', 'MaxSet'] as const

/** A component; '' and 0 for what its name lacks. */
const place = {
  component: z.string(),
  componentInstance: z.string(),
  evseId: int(),
  connectorId: int(),
}
export const DeviceComponent = z
  .object({
    /** `Component[instance]#evse.connector` */
    key: z.string(),
    ...place,
    /** How many variables it has. */
    variables: int(),
  })
  .meta({ id: 'DeviceComponent' })
export type DeviceComponent = z.infer<typeof DeviceComponent>

const DeviceReport = z
  .object({
    requestId: int(),
    /** All of the model was asked for. */
    isWhole: z.boolean(),
    askedAt: text(),
    /** When the last part came. */
    lastAt: text(),
    /** When all of its parts were there. */
    endedAt: text(),
    /** The parts that have come. */
    parts: int(),
    /** The parts that are missing before one that has come. */
    missing: z.array(z.object({ from: int(), to: int() })),
    /** The last part has come. */
    hasLast: z.boolean(),
    /** Attributes for which there was no room. */
    leftOut: int(),
    /** Why the charge point gave none. */
    refusal: text(),
  })
  .meta({ id: 'DeviceReport' })
export type DeviceReport = z.infer<typeof DeviceReport>

const path = '/cms/v1/team/{teamId}/charger/{id}/device-model'
export const getDeviceModel = endpoint({
  method: 'GET',
  path,
  can: 'ChargerPoint.view',
  summary: 'The last report of the device model of a charge point, and its components',
  params: ChargerParams,
  data: z.object({
    /** The report that was asked for or came last; null: none yet. */
    report: DeviceReport.nullable(),
    /** When all of the model was known last. */
    readAt: text(),
    components: z.array(DeviceComponent),
    /** Beyond 2,000 components the search finds the others. */
    isCut: z.boolean(),
    variables: int(),
  }),
})

const Attribute = z.object({
  attribute: z.enum(ATTRIBUTES),
  /** null: none was told, or it is hidden. */
  value: text(),
  mutability: z.enum(['ReadOnly', 'WriteOnly', 'ReadWrite']),
  persistent: z.boolean(),
  constant: z.boolean(),
})
const Wish = z.object({ value: text(), by: text(), at: z.string(), outcome: z.string() })
export const DeviceVariable = z
  .object({
    /** `Component[instance]#evse.connector.Variable[instance]` */
    key: z.string(),
    ...place,
    variable: z.string(),
    variableInstance: z.string(),
    /** string, decimal, integer, dateTime, boolean, OptionList, SequenceList or MemberList; null: not told. */
    dataType: text(),
    unit: text(),
    minLimit: z.number().nullable(),
    maxLimit: z.number().nullable(),
    /** The values that may be set, of a list. */
    choices: z.array(z.string()),
    supportsMonitoring: z.boolean(),
    /** Its value is never shown. */
    isHidden: z.boolean(),
    attributes: z.array(Attribute),
    toldAt: z.string(),
    /** The last value that the charge point took, or may have taken. */
    wanted: Wish.nullable(),
    /** A later value that it refused. */
    refused: Wish.nullable(),
    /** How the value compares with the one that was set; null: nothing was set. */
    state: z.enum(WISH_STATES).nullable(),
  })
  .meta({ id: 'DeviceVariable' })
export type DeviceVariable = z.infer<typeof DeviceVariable>

const variableSorts = ['key', 'variable', 'toldAt'] as const
const variableFilters = {
  component: 'text',
  variable: 'text',
  value: 'text',
  mutability: 'text',
} as const satisfies FilterFields
export const listDeviceVariables = endpoint({
  method: 'GET',
  path: `${path}/variables`,
  can: 'ChargerPoint.view',
  summary: 'The variables of the device model of a charge point',
  params: ChargerParams,
  offers: { sorts: variableSorts, filters: variableFilters },
  query: listQuery(variableSorts, variableFilters).extend({
    /** Those of one component, by its key. */
    of: z.string().max(150).optional(),
  }),
  data: z.array(DeviceVariable),
  beside: pageFields,
})

export const readDeviceModel = endpoint({
  method: 'POST',
  path: `${path}/report`,
  can: 'ChargerPoint.update',
  summary: 'Ask a charge point for all of its device model',
  patienceMs: 30_000,
  params: ChargerParams,
  data: z.object({
    requestId: int(),
    /** Why the charge point gives none; null: it tells its model now. */
    refusal: text(),
  }),
})

/** The answers to a variable that is set, and how a call without an answer ended. */
export const SET_STATES = ['Accepted', 'RebootRequired', 'Rejected', 'Unanswered', 'NotSent'] as const
const name = (label: string) => z.string().max(50, `${label} should be 50 characters or less`)
export const SetVariableBody = z.object({
  component: name('Component').min(1, 'Component is required'),
  componentInstance: name('Instance').default(''),
  evseId: int().min(0).default(0),
  connectorId: int().min(0).default(0),
  variable: name('Variable').min(1, 'Variable is required'),
  variableInstance: name('Instance').default(''),
  attribute: z.enum(ATTRIBUTES).default('Actual'),
  value: z.string().max(1000, 'Value should be 1000 characters or less'),
})
export type SetVariableBody = z.output<typeof SetVariableBody>
export const setDeviceVariable = endpoint({
  method: 'POST',
  path: `${path}/variable`,
  can: 'ChargerPoint.update',
  summary: 'Set a variable of the device model of a charge point, and wait for its answer',
  patienceMs: 30_000,
  params: ChargerParams,
  body: SetVariableBody,
  data: z.object({
    state: z.enum(SET_STATES),
    /** The answer in a sentence, with the reason of a refusal. */
    text: z.string(),
  }),
})
