// The texts in which the server answers drivers who pay at a charge point, in English, by which programs know them; routes
// answer in the driver's language (pay-told.rules.ts).
import * as told from '@wattdesk/words/made/en-told'
import { CODE_MINUTES, LEAST_AMOUNT, MINUTES, MOST_AMOUNT } from './pay.words.ts'

export const NO_CHARGER = told.noCharger
/** The text about a private charge point for everybody but holders of a tag accepted there (D-PAY-9). */
export const NOT_PUBLIC = told.notPublic
export const NO_SESSION = told.noSession
export const NO_PROVIDER_HERE = told.noProviderHere
export const NOT_YOURS = told.notYours
export const WRONG_CODE = told.wrongCode
export const AMOUNT_PAISE = told.amountPaise
export const FREE_RULE = told.freeRule
/** The figures of the texts that have some, in every language. */
export const FIGURES = {
  refundRule: { minutes: MINUTES },
  codeSent: { minutes: CODE_MINUTES },
  amountRange: { least: LEAST_AMOUNT, most: MOST_AMOUNT },
  noCar: { minutes: MINUTES },
  noCarFree: { minutes: MINUTES },
} as const
export const REFUND_RULE = /* @__PURE__ */ told.refundRule(FIGURES.refundRule)
export const CODE_SENT = /* @__PURE__ */ told.codeSent(FIGURES.codeSent)
export const AMOUNT_RANGE = /* @__PURE__ */ told.amountRange(FIGURES.amountRange)

/** Why a session was refused or has expired, as it is stored. */
export const WHY = {
  taken: told.taken,
  late: told.late,
  gone: told.gone,
  planned: told.planned,
  refused: told.refused,
  noCar: /* @__PURE__ */ told.noCar(FIGURES.noCar),
  cancelled: told.cancelled,
  back: told.back,
  notPaid: told.notPaid,
  noOrder: told.noOrder,
} as const
export type Why = keyof typeof WHY
/** The same where nothing was paid, for the reasons that promise money back. */
export const WHY_FREE: Partial<Record<Why, string>> = {
  taken: told.takenFree,
  gone: told.goneFree,
  planned: told.plannedFree,
  refused: told.refusedFree,
  noCar: /* @__PURE__ */ told.noCarFree(FIGURES.noCarFree),
  cancelled: told.cancelledFree,
}
