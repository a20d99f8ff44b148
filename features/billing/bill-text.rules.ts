// The words of a bill beside its figures.
import type { TransactionBill } from './bill.contract.ts'

type Mark = TransactionBill['borders'][number]['mark']

/** How the register was known where the price changed, in words. */
export const markText: Readonly<Record<Mark, string>> = {
  measured: 'The charger sent its meter reading at this moment.',
  interpolated: 'Worked out from the readings just before and after.',
  'without samples': 'The charger sent no readings: shared out evenly over the session.',
}

/** Seconds as '1 h 05 min 20 s'; leading parts that are nothing are left out. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  if (h > 0) return `${h} h ${two(m)} min ${two(s)} s`
  return m > 0 ? `${m} min ${two(s)} s` : `${s} s`
}
