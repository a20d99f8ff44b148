// Reads a server's message about a failure, whatever shape the reply has.

/** The texts in it: of a text, a list, an object with a `message` or with texts by name. Blank ones are none. */
export function textsIn(said: unknown): string[] {
  if (typeof said === 'string') return said.trim() === '' ? [] : [said.trim()]
  if (typeof said !== 'object' || said === null) return []
  const { message } = said as { message?: unknown }
  return textsIn(message).length > 0 ? textsIn(message) : Object.values(said).flatMap(textsIn)
}
