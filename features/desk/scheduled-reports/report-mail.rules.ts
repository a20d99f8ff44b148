// The words of a mail with a report (REPORT-01): what it holds, for which time it was made, who has it sent, and how its
// receiver stops it.
import { formatDateTime } from '@wattdesk/base/time'
import { FORMAT_WORDS, type Format, LINK_DAYS } from './scheduled-report.words.ts'

export type ReportMail = {
  name: string
  what: string
  teamName: string
  owner: string
  subject: string | null
  format: Format
  /** The time for which it was made. */
  dueAt: Date
  /** The time after it; null: none, as in a test. */
  nextAt: Date | null
  zone: string
  /** Period and filters in words. */
  told: string
  facts: readonly (readonly [string, string])[]
  rows: number | null
  bytes: number | null
  /** Why there is no file. */
  fault: string | null
  /** Rows that a PDF shows of more. */
  shownRows: number | null
  /** Where a file lies that is too long for a mail. */
  fileUrl: string | null
  /** The list on the portal. */
  listUrl: string
  isTest: boolean
}
/** So many rows are in every PDF, however wide the list. */
const SURELY_SHOWN = 250
const figure = (n: number): string => n.toLocaleString('en-IN')
/** '1.4 MB', '12 KB'. */
export const sizeText = (bytes: number): string =>
  bytes >= 1024 * 1024
    ? `${(bytes / 1024 / 1024).toFixed(1)} MB`
    : `${figure(Math.max(1, Math.round(bytes / 1024)))} KB`

export const subjectOf = (m: ReportMail): string => `${m.isTest ? 'Test: ' : ''}${m.subject ?? m.name}`.slice(0, 200)

function fileLines(m: ReportMail): string[] {
  const kind = FORMAT_WORDS[m.format]
  if (m.fault !== null)
    return [
      `There is no file: ${m.fault}`,
      ...(m.format === 'csv' ? [] : ['A report as CSV holds any number of rows.']),
    ]
  const size = `${kind}, ${sizeText(m.bytes ?? 0)}`
  const shown =
    m.shownRows !== null && m.rows !== null && m.rows > SURELY_SHOWN
      ? [
          `A PDF shows ${figure(m.shownRows)} rows at most, of wide lists fewer, and says how many; a report as CSV holds all.`,
        ]
      : []
  if (m.fileUrl === null) return [`Attached: ${size}`, ...shown]
  return [
    `The file is too long for a mail: ${size}. For ${LINK_DAYS} days it lies here, for receivers who sign in and have a role on the team:`,
    m.fileUrl,
    ...shown,
  ]
}

/** The text of the mail to one receiver. `isFirst`: the receiver never had a mail of this report. */
export function bodyOf(m: ReportMail, { stopUrl, isFirst }: { stopUrl: string; isFirst: boolean }): string {
  const at = (d: Date) => `${formatDateTime(d, m.zone)} (${m.zone})`
  return [
    ...(m.isTest ? ['This is a test: only the owner of the report gets it.', ''] : []),
    ...(isFirst
      ? [`${m.owner} has this report sent to you by mail. You can stop it at any time by the link at the end.`, '']
      : []),
    `${m.what} of ${m.teamName}`,
    `Rows: ${m.told}`,
    ...(m.rows === null ? [] : [`Number of rows: ${figure(m.rows)}`]),
    ...m.facts.map(([label, value]) => `${label}: ${value}`),
    `Made for: ${at(m.dueAt)}`,
    '',
    ...fileLines(m),
    '',
    `On the portal: ${m.listUrl}`,
    ...(m.nextAt ? [`Next sending: ${at(m.nextAt)}`] : []),
    `Sent for ${m.owner} by the report ${m.name}.`,
    '',
    `No more of these mails: ${stopUrl}`,
  ].join('\n')
}

/** A mail as it is said. */
export type Said = { subject: string; text: string }
type StoppedReport = Pick<ReportMail, 'name' | 'teamName' | 'owner'> & { ownerId: number | null }
/** What each is told when a report has stopped. `hasKeepers`: there is somebody who may take it over. */
export function stoppedWords(
  { name, teamName, owner, ownerId }: StoppedReport,
  { reason, hasKeepers }: { reason: string; hasKeepers: boolean },
) {
  const subject = `The report ${name} has stopped`
  const sentFor = ownerId === null ? '' : `, sent for ${owner},`
  return {
    /** `url`: the report, where its owner still gets there. */
    owner: (url: string | undefined): Said => ({
      subject,
      text: [
        `The scheduled report ${name} has stopped and is sent no more: ${reason}.`,
        '',
        url === undefined ? `Who changes the users of ${teamName} may take it over.` : `See to it here: ${url}`,
      ].join('\n'),
    }),
    ownersBell: `${subject}: ${reason}`,
    keeper: `The report ${name} of ${teamName}${sentFor} has stopped: ${reason}. You may take it over`,
    receiver: `The report ${name} no longer comes: ${reason}`,
    others: {
      subject: `The report ${name} no longer comes`,
      text: [
        `The report ${name} of ${teamName}, which was sent to you by mail, has stopped and is sent no more.`,
        hasKeepers
          ? `Those who look after the reports of ${teamName} know of it. When they let it go on, it comes again.`
          : `Please ask ${teamName}, should you need it.`,
      ].join('\n\n'),
    } satisfies Said,
  }
}
/** What the owner is told when a report could not be made for a time. */
export const failedWords = (name: string, reason: string, url: string) => ({
  subject: `The report ${name} could not be made`,
  text: [
    `The scheduled report ${name} could not be made, though it was tried for some hours: ${reason}`,
    '',
    'It is tried again at its next time.',
    url,
  ].join('\n'),
  bell: `The report ${name} could not be made: ${reason}`,
})
