// The paper of a document of the commission, as the server makes it (M-8).
import type { DocumentRequest } from '@wattdesk/wire/document-calls'
import type { Services } from '#office/installation/services.ts'
import { brandHomeOf } from '#office/mail/brand-home.store.ts'
import type { CommissionDocument } from './commission-invoice.contract.ts'

/** `host`: under which it is asked for; undefined: the brand is that of the company. */
export const commissionPaper = async (
  { db, publicUrl, mode }: Pick<Services, 'db' | 'publicUrl' | 'mode'>,
  document: CommissionDocument,
  host: string | undefined,
): Promise<DocumentRequest> => ({
  kind: 'commission-invoice',
  props: { document },
  brandHome: await brandHomeOf(db, { publicUrl, host, teamId: document.teamId }),
  mode,
  at: document.date,
})
