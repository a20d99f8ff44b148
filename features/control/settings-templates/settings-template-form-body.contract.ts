// What the form of a settings template checks by: vendor and model are one choice there.
import { z } from 'zod'
import { SettingsTemplateBody, type SettingsTemplateValues } from './settings-template-body.contract.ts'

/** The form holds vendor and model in one text, `model`; an empty text stands for any model. */
export type SettingsTemplateFormValues = Omit<SettingsTemplateValues, 'vendor' | 'model' | 'keys'> & {
  model: string
  keys: { key: string; level: string; value: string }[]
}
export const pairOf = (vendor: string, model: string): string => JSON.stringify([vendor, model])

function asBody(values: unknown): unknown {
  const { model: pair, keys, is_for_model, ...rest } = values as SettingsTemplateFormValues
  const [vendor, model] = pair === '' ? [null, null] : (JSON.parse(pair) as [string, string])
  return {
    ...rest,
    vendor,
    model,
    is_for_model: is_for_model && pair !== '',
    keys: keys.map(k => ({
      ...k,
      key: k.key ?? '',
      value: k.level === 'Never touched' || k.value === '' ? null : k.value,
    })),
  }
}
export const SettingsTemplateForm = z.preprocess(asBody, SettingsTemplateBody) as unknown as z.ZodType<
  SettingsTemplateBody,
  SettingsTemplateFormValues
>
