// The page that the mail of a report leads its receiver to, to stop it or let it come again (REPORT-01).
import { call, query } from '@wattdesk/wire/call'
import { MailStop } from '#operations/telling/mail-stop.parts.tsx'
import { getReportStop, startReport, stopReport } from './report-stop.contract.ts'

export const StopReportPage = () => (
  <MailStop
    title="Mails with a report"
    asks={link => query(getReportStop, { query: link })}
    change={(link, isStopped) => call(isStopped ? stopReport : startReport, { query: link })}
    says={({ receiver, report, owner, isStopped }) =>
      isStopped
        ? `${receiver} no longer gets the report ${report}${owner === null ? '' : ` of ${owner}`}.`
        : `${receiver} gets the report ${report}${owner === null ? '' : `, sent for ${owner}`}.`
    }
    again="Let it come again"
    invalid="This link is not valid. Please open it as it stands in the mail; the report may be deleted."
  />
)
