// A paper becomes a file; loaded with the first paper that somebody asks for.
import { type DocumentProps, pdf } from '@react-pdf/renderer'
import { type Mode, TEST_NOTICE } from '@wattdesk/base/mode'
import { createElement, type ReactElement } from 'react'
import { fontsFor } from './fonts.ts'
import { type Logo, logoOf } from './logo.ts'
import { PaperLogo, PaperNotice } from './parts.tsx'

type Made = {
  /** Whatever may stand in it, by which the fonts are chosen. */
  text: string
  mode: Mode | undefined
  /** Where the brand's logo is. */
  logo: string | undefined
}
/** The PDF of a paper. In test mode each page bears the notice (D-PAY-7). Where no logo can be had it has the brand's name. */
export async function makePaper(paper: () => ReactElement, { text, mode, logo }: Made): Promise<Blob> {
  const [picture] = await Promise.all([logo ? logoOf(logo) : undefined, fontsFor(text)])
  const notice = mode === 'test' ? TEST_NOTICE : undefined
  const make = (value: Logo | undefined) => {
    const marked = createElement(PaperNotice, { value: notice }, createElement(paper))
    // A paper is a component whose only root is <Paper>, which is the document.
    return pdf(createElement(PaperLogo, { value }, marked) as unknown as ReactElement<DocumentProps>).toBlob()
  }
  return picture ? make(picture).catch(() => make(undefined)) : make(undefined)
}
