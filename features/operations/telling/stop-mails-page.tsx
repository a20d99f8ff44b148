// The page that a mail about alerts leads its receiver to, to stop such mails or let them come again (ALERT-07).
import { call, query } from '@wattdesk/wire/call'
import { getMailStop, startMails, stopMails } from '#operations/alerts/alert-telling.contract.ts'
import { MailStop } from './mail-stop.parts.tsx'

export const StopMailsPage = () => (
  <MailStop
    title="Mails about alerts"
    asks={link => query(getMailStop, { query: link })}
    change={(link, isStopped) => call(isStopped ? stopMails : startMails, { query: link })}
    says={({ receiver, isStopped }) =>
      isStopped ? `${receiver} gets no more mails about alerts.` : `${receiver} gets mails about alerts.`
    }
    again="Let them come again"
    invalid="This link is not valid. Please open it as it stands in the mail."
  />
)
