// The durable work of scheduled reports: tests that were asked for.
import type { Services } from '#office/installation/services.ts'
import { sendTest } from './report-send.commands.ts'

export const workReportTests = (services: Services): Promise<void> =>
  services.jobs.work('scheduled-report-test', ({ scheduledReportId, askedAt }) =>
    sendTest(services, scheduledReportId, new Date(askedAt)),
  )
