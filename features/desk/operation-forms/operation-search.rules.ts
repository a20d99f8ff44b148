// What a search among the operations finds.

type Searched = { operation: string; also?: string | undefined; help: string }
/** Whether every word of a search is in a name of an operation, in one word or several, or in what is said of it. */
export function isFoundBy(q: string, { operation, also = '', help }: Searched): boolean {
  const names = `${operation} ${also}`
  const text = `${names} ${names.replace(/([a-z])([A-Z])/g, '$1 $2')} ${help}`.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}
