// The facts about an installation that its public pages and its portal need before anybody signs in.
import { MODES } from '@wattdesk/base/mode'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

/** Where mails that no mail server takes are read, on the machine of the server. */
export const OUTBOX = '/dev/outbox'

export const getPublicConfig = endpoint({
  method: 'GET',
  path: '/public/v1/config',
  can: 'anyone',
  summary: 'What the public pages of the portal need to know of the installation',
  data: z.object({
    /** The key that the public lookup of payments is called with (D-UPI-1). */
    upiStatusKey: z.string(),
    /** test: the sandbox handles payments and no money moves (D-PAY-7). */
    mode: z.enum(MODES),
    /**
     * Where mails can be read: they stay here, for no mail server is set up. Named to a caller on the machine of the server
     * alone, and not in production; null: nowhere.
     */
    outbox: z.string().nullable(),
  }),
})
