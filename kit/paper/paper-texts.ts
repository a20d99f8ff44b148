// The texts that stand on every paper beside its own, in the language of the reader.
import { TEST_NOTICE } from '@wattdesk/base/mode'

export type PaperTexts = {
  /** The language of the document, as its readers name it: 'hi-IN'. */
  tag: string
  pageOf: (a: { page: string; pages: string }) => string
  /** Over each page of an installation in test mode (D-PAY-7). */
  testNotice: string
}
/** Of papers that no driver reads. */
export const ENGLISH_TEXTS: PaperTexts = {
  tag: 'en-IN',
  pageOf: ({ page, pages }) => `Page ${page} of ${pages}`,
  testNotice: TEST_NOTICE,
}
