// Server-sent events from a stream of bytes: fields, blank line, comments as signs of life (WHATWG HTML 9.2.6).
export type ServerEvent = { event: string; data: string; id?: string }

/** Takes text in any pieces and gives the events that are whole. */
export function eventParser(): (chunk: string) => ServerEvent[] {
  let rest = ''
  let event = ''
  let id: string | undefined
  let data: string[] = []
  return chunk => {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    const events: ServerEvent[] = []
    for (const line of lines) {
      if (line === '') {
        if (data.length)
          events.push({ event: event || 'message', data: data.join('\n'), ...(id !== undefined && { id }) })
        event = ''
        data = []
        continue
      }
      const at = line.indexOf(':')
      if (at === 0) continue
      const field = at < 0 ? line : line.slice(0, at)
      const value = at < 0 ? '' : line.slice(at + 1).replace(/^ /, '')
      if (field === 'event') event = value
      else if (field === 'data') data.push(value)
      else if (field === 'id') id = value
    }
    return events
  }
}
