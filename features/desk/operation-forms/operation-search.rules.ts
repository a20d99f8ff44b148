// What a search among the operations finds.

/** Whether every word of a search is in the name of an operation, in one word or several, or in what is said of it. */
export function isFoundBy(q: string, { operation, help }: { operation: string; help: string }): boolean {
  const text = `${operation} ${operation.replace(/([a-z])([A-Z])/g, '$1 $2')} ${help}`.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}
