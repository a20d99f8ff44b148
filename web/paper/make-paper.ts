// A paper becomes a file; loaded with the first paper that somebody asks for.
import { type DocumentProps, pdf } from '@react-pdf/renderer'
import { type Mode, TEST_NOTICE } from '@wattdesk/base/mode'
import { createElement, type ReactElement } from 'react'
import { fontsFor } from './fonts.ts'
import { PaperNotice } from './parts.tsx'

/**
 * The PDF of a paper; `text`: whatever may stand in it, by which the fonts are chosen. In test mode each page bears the
 * notice (D-PAY-7).
 */
export async function makePaper(paper: () => ReactElement, text: string, mode: Mode | undefined): Promise<Blob> {
  await fontsFor(text)
  const value = mode === 'test' ? TEST_NOTICE : undefined
  // A paper is a component whose only root is <Paper>, which is the document.
  const marked = createElement(PaperNotice, { value }, createElement(paper))
  return pdf(marked as unknown as ReactElement<DocumentProps>).toBlob()
}
