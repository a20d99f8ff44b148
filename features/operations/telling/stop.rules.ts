// The link by which a receiver stops mails about alerts: of a person, for all alerts; of an address that rules of a company
// name, for that company. Its key cannot be guessed and is stored nowhere.
type Derives = { derive: (use: string) => string }
export type Receiver = { userId: number } | { companyId: number; address: string }

/** The receiver in a link. */
const nameOf = (r: Receiver): string => ('userId' in r ? `user-${r.userId}` : `company-${r.companyId}-${r.address}`)
/** The receiver of a link; undefined where the link names none. */
export function receiverOf(name: string): Receiver | undefined {
  const user = /^user-(\d{1,9})$/.exec(name)
  if (user) return { userId: Number(user[1]) }
  const company = /^company-(\d{1,9})-(.+@.+)$/.exec(name)
  return company ? { companyId: Number(company[1]), address: company[2] ?? '' } : undefined
}
export const stopKey = ({ derive }: Derives, name: string): string => derive(`stop of mails about alerts, ${name}`)

/** `page` is for people, `call` is what a mail program calls by POST without asking (RFC 8058). */
export function stopUrl(home: string, seal: Derives, receiver: Receiver): { page: string; call: string } {
  const name = nameOf(receiver)
  const asked = new URLSearchParams({ of: name, key: stopKey(seal, name) })
  return { page: `${home}/stop-mails?${asked}`, call: `${home}/public/v1/alert-mails/one-click?${asked}` }
}
