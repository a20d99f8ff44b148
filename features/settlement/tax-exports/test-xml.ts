// Reads XML in tests, and throws where it is not well-formed.

export type XmlElement = { name: string; attributes: Record<string, string>; text: string; within: XmlElement[] }
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const plain = (text: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has none of these
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text) || !text.isWellFormed())
    throw new Error(`No XML: ${text}`)
  return text.replaceAll(/&(\w*)(;?)/g, (found, name: string, end: string) => {
    const sign = ENTITIES[name]
    if (sign === undefined || end === '') throw new Error(`No entity: ${found}`)
    return sign
  })
}
/** All elements of a document, each before those within. */
export function elementsOf(xml: string): XmlElement[] {
  const all: XmlElement[] = []
  const open: XmlElement[] = []
  const body = xml.replace(/^<\?xml version="1.0" encoding="UTF-8"\?>/, '')
  let read = 0
  for (const m of body.matchAll(/<(\/?)([\w.]+)((?: [\w:]+="[^"<]*")*)>|([^<]+)/g)) {
    if (m.index !== read) throw new Error(`No XML: ${body.slice(read, read + 60)}`)
    read += m[0].length
    const [, slash, name = '', attributes = '', text] = m
    if (text !== undefined) {
      const last = open.at(-1)
      if (last) last.text += plain(text)
      else if (text.trim() !== '') throw new Error(`Text outside: ${text}`)
    } else if (slash === '/') {
      if (open.pop()?.name !== name) throw new Error(`${name} ends before it begins`)
    } else {
      const pairs = [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(a => [a[1] ?? '', plain(a[2] ?? '')] as const)
      const element = { name, attributes: Object.fromEntries(pairs), text: '', within: [] }
      all.push(element)
      for (const o of open) o.within.push(element)
      open.push(element)
    }
  }
  if (read !== body.length || open.length > 0) throw new Error('The document breaks off')
  return all
}
