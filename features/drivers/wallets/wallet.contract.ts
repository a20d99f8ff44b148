// Wallets and prepaid cards of drivers: the history out of the ledger, and the change of a balance by hand (D-WAL-1, D-WAL-2).
import { recordId } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { WalletBody } from './wallet-body.contract.ts'

const int = () => z.number().int()

/** One movement of a balance; a session is one line, from its start to its bill. */
export const WalletEntry = z
  .object({
    id: int(),
    id_tag: z.string(),
    /** Rupees: below 0 what was spent or taken back. */
    amount_changed: z.number(),
    /** Rupees that were free to spend after it. */
    current_balance: z.number(),
    note: z.string(),
    modify_time: z.string(),
    /** The session behind the movement, if any. */
    transactionId: int().nullable(),
    /** A session that keeps the balance back until it ends or is decided. */
    isOpen: z.boolean(),
  })
  .meta({ id: 'WalletEntry' })
export type WalletEntry = z.infer<typeof WalletEntry>

/** Whose wallet it is. */
export const WalletOwner = z
  .object({
    id: int(),
    fullName: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    ocpp_tag_pk: int().nullable(),
    createdAt: z.string(),
    balanceAmount: z.number(),
    /** Rupees kept back for sessions that have not been billed yet. */
    heldAmount: z.number(),
  })
  .meta({ id: 'WalletOwner' })
export type WalletOwner = z.infer<typeof WalletOwner>

const walletFilterFields = {
  id_tag: 'text',
  amount_changed: 'number',
  current_balance: 'number',
  note: 'text',
  modify_time: 'date',
} as const satisfies FilterFields
const walletSortFields = ['modify_time', 'id_tag', 'amount_changed', 'current_balance'] as const

export const listWalletHistory = endpoint({
  method: 'GET',
  path: '/cms/v1/root/customer-wallet/{id}',
  can: ['Customers.update', 'CMCustomers.view'],
  summary: 'What moved the wallet and the prepaid cards of a driver, newest first',
  offers: { sorts: walletSortFields, filters: walletFilterFields },
  params: z.object({ id: recordId() }),
  query: listQuery(walletSortFields, walletFilterFields),
  data: z.array(WalletEntry),
  beside: { ...pageFields, customer: WalletOwner },
})

/** Who a wallet is of, as it is edited beside the balance. The balance has a comparison of its own. */
export const namesRecord: RecordKind<{
  firstName?: string | null
  lastName?: string | null
  email?: string | null
  phone?: string | null
  gstin?: string | null
  legalName?: string | null
  businessAddress?: string | null
}> = {
  features: ['Customers'],
  part: only('firstName', 'lastName', 'email', 'phone', 'gstin', 'legalName', 'businessAddress'),
}

export const WalletState = z
  .object({
    ocppTagId: int(),
    id_tag: z.string(),
    balanceAmount: z.number(),
    /** The driver; null of a card that nobody has. */
    id: int().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    /** The business that the driver charges for; null where there is none. */
    gstin: z.string().nullable(),
    legalName: z.string().nullable(),
    businessAddress: z.string().nullable(),
  })
  .meta({ id: 'WalletState' })
export type WalletState = z.infer<typeof WalletState>

export const updateWallet = endpoint({
  method: 'POST',
  path: '/cms/v1/root/customer-wallet/{ocppTagId}',
  can: 'CMCustomers.update',
  record: namesRecord,
  asksAgain: true,
  summary: 'Set the free balance of a wallet or prepaid card, and the names of the driver',
  params: z.object({ ocppTagId: recordId() }),
  body: WalletBody,
  data: WalletState,
})
