// Bodies of settings templates for tests.
import type { TemplateKey } from './settings-keys.contract.ts'

export const required = (key: string, value: string): TemplateKey => ({ key, level: 'Required', value })
export const wished = (key: string, value: string): TemplateKey => ({ key, level: 'Wished', value })
export const never = (key: string): TemplateKey => ({ key, level: 'Never touched', value: null })

export const templateBody = (name: string, more: object = {}) => ({
  name,
  keys: [required('HeartbeatInterval', '300')],
  is_for_model: false,
  teams: [],
  chargers: [],
  ...more,
})
