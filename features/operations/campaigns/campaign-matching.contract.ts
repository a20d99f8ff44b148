// The search and filters of a campaign's choice, checked and read as the list of charge points does; for the server alone.
import { besideOthers } from '@wattdesk/base/field-checks'
import { listQuery } from '@wattdesk/base/paging'
import type { z } from 'zod'
import { chargerFilterFields, chargerSortFields } from '#fleet/chargers/charger.contract.ts'
import { CampaignBody, CampaignChoice } from './campaign-body.contract.ts'

const Matching = listQuery(chargerSortFields, chargerFilterFields).pick({ q: true, filters: true, tz: true })
type Written = CampaignChoice['matching']
/** The search and filters of a choice as the store of charge points reads them. */
export const matchingOf = (written: Written) => (written ? Matching.parse(written) : {})

/** What holds them may be no object at all: that has an error of its own. */
function demand(choice: unknown, at: readonly string[], context: z.RefinementCtx): void {
  const written = (choice as { matching?: Written } | null | undefined)?.matching
  if (!written) return
  for (const { path, message } of Matching.safeParse(written).error?.issues ?? [])
    context.addIssue({ code: 'custom', path: [...at, 'matching', ...path], message, input: written })
}
export const CheckedBody = CampaignBody.superRefine((b, context) => demand(b?.choice, ['choice'], context), {
  when: besideOthers,
})
export const CheckedChoice = CampaignChoice.superRefine((c, context) => demand(c, [], context), {
  when: besideOthers,
})
