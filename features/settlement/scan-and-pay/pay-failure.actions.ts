// Why a call of the pay page has failed, in the language of the page.
import { NO_ANSWER } from '@wattdesk/wire/call'
import type { PayWords } from '@wattdesk/words/made/load-pay'

/** The server's answer, which is in the language of the page, or that none came. */
export function failureText(words: PayWords, message: string): string {
  switch (message) {
    case NO_ANSWER.offline:
      return words.deviceOffline
    case NO_ANSWER.offlineUnsent:
      return words.deviceOfflineUnsent
    case NO_ANSWER.late:
      return words.serverLate
    case NO_ANSWER.away:
      return words.serverAway
  }
  // No answer of the product, but of something in front of it.
  return message === '' || message.startsWith('HTTP error!') ? words.serverFault : message
}
