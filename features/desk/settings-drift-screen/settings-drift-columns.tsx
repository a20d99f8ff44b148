// The columns of the list of keys that differ, for the grid and for files.
import type { DriftingKey } from '#control/settings-drift/settings-drift.contract.ts'
import { settingsDriftFields } from '#control/settings-drift/settings-drift.fields.ts'
import { gridColumns } from '#kit/record-grid.ts'
import { ToneChip } from '#kit/status-chip.tsx'

const LEVEL_TONES = { Required: 'warning', Wished: 'neutral', 'Set by hand': 'warning' } as const
/** What the charge point tells, with what is to be known beside it. */
const toldText = ({ state, told }: DriftingKey): string =>
  state === 'Unknown to it'
    ? 'Not known'
    : `${told ?? 'No value'}${state === 'After a restart' ? ' until a restart' : ''}`

export const settingsDriftColumns = gridColumns<typeof settingsDriftFields, DriftingKey>(settingsDriftFields, {
  told: { value: toldText },
  level: { cell: d => <ToneChip tone={LEVEL_TONES[d.level]} label={d.level} /> },
  since: { kind: 'relative' },
})
