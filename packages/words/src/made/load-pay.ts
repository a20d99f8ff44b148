// Written by `npm run words` from packages/words/catalogues.
import type * as enPay from './en-pay.ts'

export type PayWords = typeof enPay
/** Loads the texts of a language when they are needed. */
export const loadPayWords = {
  en: () => import('./en-pay.ts'),
  hi: () => import('./hi-pay.ts'),
} satisfies Record<string, () => Promise<PayWords>>
