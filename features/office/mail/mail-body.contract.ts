// The address that a paper is mailed to, as its form checks and sends it.
import { requiredEmail } from '@wattdesk/base/fields'
import { z } from 'zod'

export const MailBody = z.object({ to: requiredEmail() }).meta({ id: 'MailBody' })
export type MailBody = z.output<typeof MailBody>
/** The message of a reply. */
export const mailedTo = (to: string): string => `Mailed to ${to}`
