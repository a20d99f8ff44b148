// Draws a paper, in the browser and on the server alike.
import { type DocumentProps, pdf } from '@react-pdf/renderer'
import type { Mode } from '@wattdesk/base/mode'
import { createElement, type ReactElement } from 'react'
import { fontsFor } from './fonts.ts'
import type { Logo } from './logo-kinds.ts'
import { ENGLISH_TEXTS, type PaperTexts } from './paper-texts.ts'
import { PaperLook } from './parts.tsx'

type Drawn = {
  /** Whatever may stand in it, by which the fonts are chosen. */
  text: string
  mode: Mode | undefined
  logo: Logo | undefined
  /** When the file was made; undefined: now. */
  at?: Date
  texts?: PaperTexts | undefined
}
/** The PDF of a paper. In test mode each page bears the notice (D-PAY-7). A logo that cannot be drawn is left out. */
export async function drawPaper(
  paper: () => ReactElement,
  { text, mode, logo, at, texts = ENGLISH_TEXTS }: Drawn,
): Promise<Blob> {
  const fonts = await fontsFor(text + JSON.stringify(texts))
  const notice = mode === 'test' ? texts.testNotice : undefined
  const make = (shown: Logo | undefined) => {
    const look = { fonts, notice, logo: shown, at, texts }
    // A paper is a component whose only root is <Paper>, which is the document.
    const document = createElement(PaperLook, { value: look }, createElement(paper))
    return pdf(document as unknown as ReactElement<DocumentProps>).toBlob()
  }
  return logo ? make(logo).catch(() => make(undefined)) : make(undefined)
}
