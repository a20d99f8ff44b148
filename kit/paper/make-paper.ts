// A paper becomes a file; loaded with the first paper that somebody asks for.
import type { Mode } from '@wattdesk/base/mode'
import type { ReactElement } from 'react'
import { drawPaper } from './draw-paper.ts'
import { logoOf } from './logo.ts'
import type { PaperTexts } from './paper-texts.ts'

type Made = {
  /** Whatever may stand in it, by which the fonts are chosen. */
  text: string
  mode: Mode | undefined
  /** Where the brand's logo is. */
  logo: string | undefined
  texts?: PaperTexts | undefined
}
/** The PDF of a paper. Where no logo can be had it has the brand's name. */
export async function makePaper(paper: () => ReactElement, { text, mode, logo, texts }: Made): Promise<Blob> {
  return drawPaper(paper, { text, mode, logo: logo ? await logoOf(logo) : undefined, texts })
}
