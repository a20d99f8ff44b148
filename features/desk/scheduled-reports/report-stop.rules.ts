// The link by which a receiver stops a report: of one report and one receiver, a person or an address. Its key cannot be
// guessed and is stored nowhere.
type Derives = { derive: (use: string) => string }
export type Receiver = { userId: number } | { address: string }
export type ReportReceiver = { scheduledReportId: number } & Receiver

const nameOf = (r: ReportReceiver): string =>
  `${r.scheduledReportId}-${'userId' in r ? `user-${r.userId}` : `address-${r.address}`}`
/** The receiver of a link; undefined where the link names none. */
export function receiverOf(name: string): ReportReceiver | undefined {
  const [, report, kind, who = ''] = /^(\d{1,9})-(user|address)-(.+)$/.exec(name) ?? []
  const scheduledReportId = Number(report)
  if (kind === 'user' && /^\d{1,9}$/.test(who)) return { scheduledReportId, userId: Number(who) }
  return kind === 'address' && who.includes('@') ? { scheduledReportId, address: who } : undefined
}
export const stopKey = ({ derive }: Derives, name: string): string => derive(`stop of a scheduled report, ${name}`)

/** `page` is for people, `call` is what a mail program calls by POST without asking (RFC 8058). */
export function stopUrl(home: string, seal: Derives, receiver: ReportReceiver): { page: string; call: string } {
  const name = nameOf(receiver)
  const asked = new URLSearchParams({ of: name, key: stopKey(seal, name) })
  return { page: `${home}/stop-report?${asked}`, call: `${home}/public/v1/report-mails/one-click?${asked}` }
}
