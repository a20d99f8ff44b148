// The state of an import as a chip, and how far its present step has come.
import { Box, LinearProgress } from '@mui/material'
import type { StatusTone } from '#kit/status-chip.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import type { NetworkImport } from './network-import.contract.ts'
import { BUSY_STATES, type ImportState, type RowOutcome } from './network-import.words.ts'

const tones: Readonly<Record<ImportState, StatusTone>> = {
  Uploaded: 'neutral',
  Checking: 'active',
  Checked: 'warning',
  Importing: 'active',
  Imported: 'success',
  'Taking back': 'active',
  'Taken back': 'offline',
  Stopped: 'fault',
}
/** A file that was sent or checked waits for its person. */
const labels: Partial<Record<ImportState, string>> = { Uploaded: 'Columns to match', Checked: 'To be decided' }
export const ImportStateChip = ({ state }: { state: ImportState }) => (
  <ToneChip tone={tones[state]} label={labels[state] ?? state} />
)
export const rowTones: Readonly<Record<RowOutcome, StatusTone>> = {
  new: 'success',
  changed: 'active',
  equal: 'neutral',
  refused: 'fault',
}
export const isBusy = (i: Pick<NetworkImport, 'state'>): boolean => BUSY_STATES.includes(i.state)

const figure = (n: number): string => n.toLocaleString('en-IN')
/** The rows that the present step has to do. */
const ofStep = (i: NetworkImport): number =>
  i.state === 'Importing' ? i.counts.new + i.counts.changed : i.state === 'Taking back' ? i.done : i.total

/** The result of an import in one line, for its list. */
export function resultText(i: NetworkImport): string {
  const { counts } = i
  if (i.state === 'Uploaded') return `${figure(i.total)} rows`
  if (isBusy(i)) return `${figure(i.place)} of ${figure(ofStep(i))} rows`
  const refused = counts.refused > 0 ? `, ${figure(counts.refused)} refused` : ''
  if (i.state === 'Checked')
    return `${figure(counts.new)} new, ${figure(counts.changed)} changed, ${figure(counts.equal)} equal${refused}`
  if (i.state === 'Stopped') return i.fault ?? 'Nothing was imported'
  return `${figure(counts.new)} made, ${figure(counts.changed)} changed${refused}`
}

export function ImportProgress({ of: i }: { of: NetworkImport }) {
  const all = Math.max(1, ofStep(i))
  const text = i.state === 'Taking back' ? `${figure(all)} rows` : `${figure(i.place)} of ${figure(all)} rows`
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <LinearProgress
        variant={i.state === 'Taking back' ? 'indeterminate' : 'determinate'}
        value={Math.min(100, (100 * i.place) / all)}
        aria-label={`${i.state}: ${text}`}
        sx={{ flexGrow: 1, minWidth: 48, height: 6, borderRadius: 3 }}
      />
      <Box component="span" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
        {text}
      </Box>
    </Box>
  )
}
