// The brand's logo for a paper that the server makes: a drawing or a picture that papers embed as it is. Any other is none,
// for there is no browser to draw it anew.
import { Parser } from 'saxen'
import { isDrawn, type Logo, plainLogo, ratioOfBox } from '#kit/paper/logo-kinds.ts'

const LOCAL = /^.*:/
/** Names a namespace, and is no attribute of the drawing. */
const NAMESPACE = /^xmlns(:|$)/

/** Width by height of an SVG; undefined: it names none, is none that papers draw, or is no XML. */
function ratioOf(text: string): number | undefined {
  let isWhole = true
  let box: string | undefined
  const parser = new Parser()
  parser.on('error', () => {
    isWhole = false
  })
  parser.on('openTag', (name, attributesOf) => {
    const attributes = attributesOf()
    const element = name.replace(LOCAL, '')
    const names = Object.keys(attributes).filter(a => !NAMESPACE.test(a))
    if (box === undefined) {
      box = attributes.viewBox ?? ''
      if (element !== 'svg') isWhole = false
    }
    if (
      !isDrawn(
        element,
        names.map(a => a.replace(LOCAL, '')),
      )
    )
      isWhole = false
  })
  parser.parse(text)
  return isWhole ? ratioOfBox(box ?? '') : undefined
}

export const logoFrom = (bytes: Uint8Array | undefined): Logo | undefined => bytes && plainLogo(bytes, ratioOf)
