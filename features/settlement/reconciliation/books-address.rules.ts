// Addresses within the books: each part of the screen has a link that can be sent to another user.
export type BooksPlace = {
  tab?: 'balance' | 'clearing' | 'provider' | 'month' | 'registers'
  month?: string | undefined
  asOf?: string | undefined
  kind?: string
  account?: number
  open?: string
  age?: string | undefined
}
/** The trial balance is where no tab is named. */
export function booksPath({ tab = 'balance', ...more }: BooksPlace): string {
  const query = new URLSearchParams(tab === 'balance' ? {} : { tab })
  for (const [name, value] of Object.entries(more)) if (value !== undefined) query.set(name, String(value))
  const text = query.toString()
  return `/reconciliation${text && `?${text}`}`
}
