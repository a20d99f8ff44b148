// The health of a charger in a word, with the signs behind it (S-HEALTH).
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { ChargerParams } from '#fleet/chargers/charger-params.contract.ts'

export const LEVELS = ['act', 'look', 'good'] as const
export const HEALTH_WORDS = { act: 'Act now', look: 'Look at it', good: 'Healthy' } as const

export const HealthSign = z
  .object({
    sign: z.enum([
      'service',
      'limit',
      'error',
      'connections',
      'boot',
      'clock',
      'config',
      'registers',
      'refused',
      'odd',
      'security',
      'events',
      'firmware',
    ]),
    level: z.enum(LEVELS),
    label: z.string(),
    /** The finding, with its figure: '14 connections today, 3 yesterday'. */
    figure: z.string(),
    /** Since when the finding holds, or when it last held. */
    since: z.string().nullable(),
    /** The next step, and the page of the portal for it; null where nothing is to be done. */
    step: z.object({ text: z.string(), to: z.string() }).nullable(),
    /** How the registers without a unit may be read from now on instead (`setRegisterUnit`); null for other signs. */
    offers: z.enum(['registers in kWh', 'registers in Wh']).nullable(),
  })
  .meta({ id: 'HealthSign' })
export type HealthSign = z.infer<typeof HealthSign>

export const getChargerHealth = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charger/{id}/health',
  can: 'ChargerPoint.view',
  summary: 'How a charge point is, and what to do about it',
  params: ChargerParams,
  data: z.object({
    /** The worst level of the signs. */
    level: z.enum(LEVELS),
    /** The worst first. */
    signs: z.array(HealthSign),
  }),
})
export const registerUnitSet = 'Successfully updated how the registers are read'
export const setRegisterUnit = endpoint({
  method: 'PUT',
  path: '/cms/v1/team/{teamId}/charger/{id}/register-unit',
  // Every later bill of the charger is a thousandfold by it: the same right as for deciding one review (D-TXN-11).
  can: 'Transaction.full',
  summary:
    'Read the registers that a charge point sends without a unit as kWh, or as Wh again, in sessions from now on',
  params: ChargerParams,
  body: z.object({ registersInKwh: z.boolean() }),
  data: z.object({ registersInKwhSince: z.string().nullable() }),
})
export type ChargerHealth = { level: HealthSign['level']; signs: HealthSign[] }
