// The configuration of a charger: the value it reported for each key, and the value it was asked to set (S-CONFIG).
// Secrets never travel.
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { KEY_LEVELS, REACHES } from '#control/settings-drift/settings-drift.words.ts'
import { ChargerParams } from '#fleet/chargers/charger-params.contract.ts'

const text = () => z.string().nullable()
const Wish = z.object({
  /** null: a secret. */
  value: text(),
  /** null: the product itself, or a user who is gone. */
  by: text(),
  at: z.string(),
  /** The charger's answer (Accepted, RebootRequired, Rejected), or Timeout and the like. */
  outcome: z.string(),
})

/** A key that a template sets: how strongly, with which value, and which template. */
const Asked = z.object({
  templateId: z.number().int(),
  template: z.string(),
  level: z.enum(KEY_LEVELS),
  /** null: never touched. */
  value: text(),
  reach: z.enum(REACHES),
  /** The reported value means the same. */
  isMet: z.boolean(),
})
const Excepted = z.object({ id: z.number().int(), reason: z.string(), by: text(), at: z.string() })

/**
 * How the reported value compares with the value set: the same; another value; waiting for a restart of the charger; or
 * not read since the value was set.
 */
export const WISH_STATES = ['same', 'differs', 'restart', 'unread'] as const
export const ConfigKey = z
  .object({
    /** As the charger spells it. */
    key: z.string(),
    /** null: the charger reported no value, or the value is a secret. */
    value: text(),
    isSecret: z.boolean(),
    /** null: the charger never reported the key. */
    isReadOnly: z.boolean().nullable(),
    readAt: text(),
    /** The last value that the charger took, or may have taken. */
    wanted: Wish.nullable(),
    /** A later value that the charger refused. */
    refused: Wish.nullable(),
    /** null: nothing was set, or nothing can be compared. */
    state: z.enum(WISH_STATES).nullable(),
    /** The template that decides about the key; null: none. */
    asked: Asked.nullable(),
    /** Nobody compares the key: why, who said so and when. */
    excepted: Excepted.nullable(),
  })
  .meta({ id: 'ConfigKey' })
export type ConfigKey = z.infer<typeof ConfigKey>

export const getChargerConfig = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charger/{id}/config',
  can: 'ChargerPoint.view',
  summary: 'The configuration of a charge point as it told it, with what was set',
  params: ChargerParams,
  data: z.object({
    /** When all keys were read last, and the firmware that ran then. */
    readAt: text(),
    firmware: text(),
    /** The last time the product itself asked and got no configuration: when, and why. */
    failed: z.object({ at: z.string(), error: z.string() }).nullable(),
    keys: z.array(ConfigKey),
  }),
})
