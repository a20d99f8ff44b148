// The columns of API keys, for the grid and for files.
import { gridColumns } from '#kit/record-grid.ts'
import type { ApiKey } from './api-key.contract.ts'
import { apiKeyFields } from './api-key.fields.ts'
import { KeyStateChip } from './api-key-chip.parts.tsx'

export const apiKeyColumns = gridColumns<typeof apiKeyFields, ApiKey>(apiKeyFields, {
  state: { cell: k => <KeyStateChip state={k.state} /> },
  secret_start: { value: k => `${k.secret_start}…` },
})
