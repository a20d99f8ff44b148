// The link by which a receiver stops a scheduled report (REPORT-01). It needs no sign-in: the link is proof enough.
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

const link = z.object({ of: z.string().max(300), key: z.string().max(100) })
const data = z.object({
  report: z.string(),
  /** Null: the account of the owner was deleted. */
  owner: z.string().nullable(),
  receiver: z.string(),
  isStopped: z.boolean(),
})
export const getReportStop = endpoint({
  method: 'GET',
  path: '/public/v1/report-mails',
  can: 'anyone',
  summary: 'Whether the receiver of a scheduled report still gets it, by the link of its mail',
  query: link,
  data,
})
/** Takes a form, which says nothing that the link does not. */
export const stopReportAtOnce = endpoint({
  method: 'POST',
  path: '/public/v1/report-mails/one-click',
  can: 'anyone',
  summary: 'Stop a scheduled report for a receiver as mail programs ask for it (RFC 8058), with a form',
  query: link,
  data,
})
export const stopReport = endpoint({
  method: 'POST',
  path: '/public/v1/report-mails/stop',
  can: 'anyone',
  summary: 'Stop a scheduled report for its receiver, by the link of its mail',
  query: link,
  data,
})
export const startReport = endpoint({
  method: 'POST',
  path: '/public/v1/report-mails/start',
  can: 'anyone',
  summary: 'Let a scheduled report come again to its receiver, by the same link',
  query: link,
  data,
})
