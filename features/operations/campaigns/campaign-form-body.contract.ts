// What the form of a campaign checks by: an empty choice, search, window or wave of the form is none at all.
import { z } from 'zod'
import { CampaignBody, type CampaignValues } from './campaign-body.contract.ts'

/** The values of the form; a window without times is none, and so is a search without text. */
export type CampaignFormValues = Omit<CampaignValues, 'choice' | 'window'> & {
  /** The `modelKey` of the model whose files the form offers; null: the files of all models. It is not sent: the file decides the model of the campaign. */
  model: string | null
  choice: {
    teamId: number | null
    sites: number[]
    versions: string[]
    chargers: number[]
    matching: { q: string; filters?: string | undefined; tz?: number | undefined }
  }
  window: { from: string; to: string }
}

type Made = { vendor: string; model: string }
const KEY_GAP = '\n'
/** Vendor and model as one value, the same however a charge point spells them. */
export const modelKey = ({ vendor, model }: Made): string =>
  [vendor, model].map(text => text.trim().toLowerCase()).join(KEY_GAP)
export function modelOf(key: string): Made {
  const [vendor = '', model = ''] = key.split(KEY_GAP)
  return { vendor, model }
}

const orNone = <T>(values: readonly T[] | undefined) => (values && values.length > 0 ? values : null)
function asBody(values: unknown): unknown {
  const { choice, window, model: _, ...rest } = values as CampaignFormValues
  const { q, filters, tz } = choice.matching
  return {
    ...rest,
    choice: {
      teamId: choice.teamId,
      sites: orNone(choice.sites),
      versions: orNone(choice.versions),
      chargers: orNone(choice.chargers),
      matching:
        q.trim() || filters
          ? { ...(q.trim() && { q: q.trim() }), ...(filters && { filters, ...(tz !== undefined && { tz }) }) }
          : null,
    },
    window: window.from || window.to ? window : null,
  }
}
export const CampaignForm = z.preprocess(asBody, CampaignBody) as unknown as z.ZodType<CampaignBody, CampaignFormValues>
