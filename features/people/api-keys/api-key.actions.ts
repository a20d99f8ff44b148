// The actions on API keys in their list and on their page (KEY-01).
import Block from '@mui/icons-material/BlockOutlined'
import PersonPin from '@mui/icons-material/HowToRegOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { recordActions } from '#kit/record-actions.ts'
import { type ApiKey, getApiKey, keepApiKey, listApiKeys, revokeApiKey } from './api-key.contract.ts'

export const KEY_LIST = '/integrations/keys'
export const keyPathOf = (k: Pick<ApiKey, 'api_key_id'>): string => `${KEY_LIST}/${k.api_key_id}`

const actions = recordActions('api-key', 'Integration')
export const addKey = actions.add('Add API key', `${KEY_LIST}/new`)
const counts = (k: ApiKey): boolean => k.state !== 'revoked'
const refreshes = [listApiKeys, getApiKey]

export const keepKey: Action<ApiKey> = {
  id: 'keep',
  label: 'Keep it myself',
  icon: PersonPin,
  right: 'Integration.update',
  when: counts,
  confirm: k => ({
    title: `Keep ${k.name}?`,
    text: `From now on it may do what you may do and no more${k.keeper === null ? '' : `, in place of ${k.keeper}`}.`,
    yes: 'Keep it',
  }),
  run: k => call(keepApiKey, { params: { apiKeyId: k.api_key_id } }),
  refreshes,
}
export const revokeKey: Action<ApiKey> = {
  id: 'revoke',
  label: 'Revoke',
  icon: Block,
  right: 'Integration.delete',
  danger: true,
  when: counts,
  confirm: k => ({
    title: `Revoke ${k.name}?`,
    text: 'Every program that uses it is refused from this moment on. A revoked key never counts again.',
    yes: 'Revoke',
    danger: true,
  }),
  run: k => call(revokeApiKey, { params: { apiKeyId: k.api_key_id } }),
  refreshes,
}
export const keyActions: readonly Action<ApiKey>[] = [...actions.open(keyPathOf), keepKey, revokeKey]
