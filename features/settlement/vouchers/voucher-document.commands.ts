// The paper of a voucher, as the server makes it (M-8).
import type { DocumentRequest } from '@wattdesk/wire/document-calls'
import type { Services } from '#office/installation/services.ts'
import { brandHomeOf } from '#office/mail/brand-home.store.ts'
import type { Voucher } from './voucher.contract.ts'

/** `host`: under which it is asked for; undefined: the brand is that of the company. */
export const voucherPaper = async (
  { db, publicUrl, mode }: Pick<Services, 'db' | 'publicUrl' | 'mode'>,
  voucher: Voucher,
  host: string | undefined,
): Promise<DocumentRequest> => ({
  kind: 'voucher',
  props: { voucher },
  brandHome: await brandHomeOf(db, { publicUrl, host, teamId: voucher.teamId }),
  mode,
  at: voucher.date,
})
