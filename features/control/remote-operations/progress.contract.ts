// The states of firmware updates and uploads that charge points report, asked for or not (S-PROGRESS).
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { ChargerParams } from '#fleet/chargers/charger-params.contract.ts'

/** The messages that report the states of a firmware update or an upload after the answer, and what is under way. */
export const PROGRESS = {
  FirmwareStatusNotification: 'firmware',
  SignedFirmwareStatusNotification: 'firmware',
  DiagnosticsStatusNotification: 'diagnostics',
  LogStatusNotification: 'diagnostics',
  PublishFirmwareStatusNotification: 'published firmware',
} as const
export type ProgressAction = keyof typeof PROGRESS

export const ProgressState = z.object({
  status: z.string(),
  /** When the message arrived. */
  at: z.string(),
})
export type ProgressState = z.infer<typeof ProgressState>

export const Transfer = z
  .object({
    /** Null: no operation of the portal asked for it. */
    taskId: z.string().nullable(),
    action: z.string(),
    /** The oldest first. */
    states: z.array(ProgressState),
  })
  .meta({ id: 'Transfer' })
export type Transfer = z.infer<typeof Transfer>

export const listTransfers = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charger/{id}/transfers',
  can: 'ChargerPoint.view',
  summary: 'How the firmware updates and uploads of a charge point went, from its newest 200 messages',
  params: ChargerParams,
  data: z.array(Transfer),
})
