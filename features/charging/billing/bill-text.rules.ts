// The words of a bill beside its figures.
import type { TransactionBill } from './bill.contract.ts'

type Mark = TransactionBill['borders'][number]['mark']

/** How the register was known where the price changed, in words. */
export const markText: Readonly<Record<Mark, string>> = {
  measured: 'The charger sent its meter reading at this moment.',
  interpolated: 'Worked out from the readings just before and after.',
  'without samples': 'The charger sent no readings: shared out evenly over the session.',
}
