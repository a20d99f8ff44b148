// GSTR-1 beside the registers and the ledger: the sums of each, and what differs in words. Pure; amounts in paise.
import { rupeesFromPaise } from '@wattdesk/base/money'
import {
  AMOUNTS,
  type Amounts,
  type Gstr1,
  HEADS,
  type Heads,
  isOfVouchers,
  type NumberRun,
  noAmounts,
  servicesOf,
} from './gstr1.rules.ts'
import type { Sums, TaxExports } from './tax-export.contract.ts'

type Counted = Amounts & { documents: number }
type Registers = {
  sessions: readonly (Counted & { supplierGstin: string; supplierName: string | null })[]
  commission: readonly (Counted & { gstin: string; supplierName: string })[]
}
const COUNTED = ['documents', ...AMOUNTS] as const
const counted = (all: readonly Counted[]): Counted => {
  const sum = { documents: 0, ...noAmounts() }
  for (const c of all) for (const name of COUNTED) sum[name] += c[name]
  return sum
}
const rupees = (paise: number): number => rupeesFromPaise(BigInt(paise))
const inRupees = <K extends string>(names: readonly K[], of: Record<K, number>): Record<K, number> =>
  Object.fromEntries(names.map(name => [name, rupees(of[name])])) as Record<K, number>
const sumsInRupees = (c: Counted): Sums => ({ documents: c.documents, ...inRupees(AMOUNTS, c) })

/** The GST numbers with documents in a month. */
export function numbersOf({ sessions, commission }: Registers): TaxExports['numbers'] {
  const names = new Map<string, { name: string; documents: number }>()
  for (const s of [...sessions.map(r => ({ ...r, gstin: r.supplierGstin })), ...commission]) {
    if (s.gstin === '') continue
    const known = names.get(s.gstin)
    names.set(s.gstin, { name: known?.name || s.supplierName || '', documents: (known?.documents ?? 0) + s.documents })
  }
  return [...names].map(([gstin, n]) => ({ gstin, ...n })).toSorted((a, b) => (a.gstin < b.gstin ? -1 : 1))
}
export function withoutNumberOf({ sessions }: Registers): TaxExports['withoutNumber'] {
  const { documents, total } = counted(sessions.filter(s => s.supplierGstin === ''))
  return { documents, total: rupees(total) }
}

const LABELS = {
  documents: 'Documents',
  taxable: 'Taxable value',
  cgst: 'CGST',
  sgst: 'SGST',
  igst: 'IGST',
  rounding: 'Rounding',
  total: 'Total',
} as const
const TAXES = ['cgst', 'sgst', 'igst'] as const
/** Of a GST number and month, in paise: GSTR-8, and documents of other months. */
export type Collected = {
  net: number
  carried: number
  /** Taxable value of documents of the month that GSTR-8 of the month does not have. */
  later: number
  /** Taxable value of documents of other months that GSTR-8 of the month has. */
  earlier: number
}
/** Table 14 beside GSTR-8; null where nobody collects tax, or neither has anything. */
function operatorOf({ throughOperator: sum }: Gstr1, etin: string | null, c: Collected | null): TaxExports['operator'] {
  if (etin === null || !c || (sum.documents === 0 && c.net === 0 && c.carried === 0)) return null
  const { documents, ...heads } = sum
  const difference = sum.taxable - c.later + c.earlier + c.carried - c.net
  return {
    etin,
    documents,
    ...inRupees(HEADS, heads),
    ...inRupees(['later', 'earlier', 'carried', 'net', 'difference'], { ...c, difference }),
  }
}

type Held = {
  gstr1: Gstr1
  etin: string | null
  collected: Collected | null
  runs: readonly NumberRun[]
  registers: Registers
  /** Tax on the commission that the ledger has for the payouts of the documents. */
  commissionLedger: Record<(typeof TAXES)[number], number>
  isLedgerEqual: boolean
}
type Compared = Pick<
  TaxExports,
  'sections' | 'sum' | 'register' | 'difference' | 'services' | 'numbered' | 'differences' | 'commission' | 'operator'
>
/** The sections of a return beside the registers of its number. */
export function comparedOf(held: Held): Compared {
  const { gstr1, runs, registers, commissionLedger, isLedgerEqual } = held
  const { gstin, sections, commission } = gstr1
  const sum = counted(Object.values(sections))
  const register = counted([
    ...registers.sessions.filter(s => s.supplierGstin === gstin),
    ...registers.commission.filter(s => s.gstin === gstin),
  ])
  const difference = counted([sum])
  for (const name of COUNTED) difference[name] -= register[name]
  const services: Heads = { taxable: 0, cgst: 0, sgst: 0, igst: 0 }
  for (const s of servicesOf(gstr1)) for (const head of HEADS) services[head] += s[head]
  const operator = operatorOf(gstr1, held.etin, held.collected)
  const numbered = runs.reduce((n, r) => (isOfVouchers(r) ? n : n + r.documents), 0)
  const named = <K extends keyof typeof LABELS>(names: readonly K[], differs: (name: K) => boolean, text: string) =>
    names.filter(differs).map(name => `${LABELS[name]}${text}`)
  return {
    sections: (['b2b', 'b2cl', 'b2cs', 'cdnr', 'cdnur'] as const).map(section => ({
      section,
      ...sumsInRupees(sections[section]),
    })),
    sum: sumsInRupees(sum),
    register: sumsInRupees(register),
    difference: sumsInRupees(difference),
    services: inRupees(HEADS, services),
    numbered,
    differences: [
      ...named(COUNTED, name => difference[name] !== 0, ': the sections differ from the registers'),
      ...named(HEADS, head => services[head] !== sum[head], ': table 12 differs from the sections'),
      ...named(['documents'], () => numbered !== sum.documents, ': table 13 differs from the sections'),
      ...named(
        TAXES,
        head => commissionLedger[head] !== commission[head],
        ' on the commission: the documents differ from the ledger',
      ),
      ...(operator && operator.difference !== 0 ? ['Table 14 differs from GSTR-8'] : []),
      ...(isLedgerEqual ? [] : ['The sales register differs from the ledger']),
    ],
    operator,
    commission:
      commission.documents === 0
        ? null
        : { documents: inRupees(TAXES, commission), ledger: inRupees(TAXES, commissionLedger) },
  }
}
