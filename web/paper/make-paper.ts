// A paper becomes a file; loaded with the first paper that somebody asks for.
import { type DocumentProps, pdf } from '@react-pdf/renderer'
import type { ReactElement } from 'react'
import { fontsFor } from './fonts.ts'

/** The PDF of a paper; `text`: whatever may stand in it, by which the fonts are chosen. */
export async function makePaper(paper: () => ReactElement, text: string): Promise<Blob> {
  await fontsFor(text)
  // A paper is a component whose only root is <Paper>, which is the document.
  return pdf(paper() as ReactElement<DocumentProps>).toBlob()
}
