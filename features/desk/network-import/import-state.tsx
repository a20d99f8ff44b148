// The state of an import as a chip, and how far its present step has come.
import { Box, LinearProgress } from '@mui/material'
import type { StatusTone } from '#kit/status-chip.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { timeText } from '#kit/time.tsx'
import type { NetworkImport } from './network-import.contract.ts'
import { BUSY_STATES, type ImportState, type RowOutcome, rowsOf } from './network-import.words.ts'

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
export function ImportStateChip({ of }: { of: Pick<NetworkImport, 'state' | 'done' | 'counts'> }) {
  if (of.state === 'Checked' && of.counts.new + of.counts.changed === 0)
    return <ToneChip tone="neutral" label="Nothing to import" />
  // A run that found nothing to make or change any more is no success to be shown as one.
  if (of.state === 'Imported' && of.done === 0) return <ToneChip tone="neutral" label="Nothing imported" />
  return <ToneChip tone={tones[of.state]} label={labels[of.state] ?? of.state} />
}
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
  if (i.state === 'Uploaded') return rowsOf(i.total)
  if (isBusy(i)) return `${figure(i.place)} of ${rowsOf(ofStep(i))}`
  const refused = counts.refused > 0 ? `, ${figure(counts.refused)} refused` : ''
  if (i.state === 'Checked')
    return `${figure(counts.new)} new, ${figure(counts.changed)} changed, ${figure(counts.equal)} equal${refused}`
  if (i.state === 'Stopped') {
    const some = i.done > 0 ? `${figure(i.done)} of ${rowsOf(counts.new + counts.changed)} imported. ` : ''
    return some + (i.fault ?? 'Nothing was imported')
  }
  if (i.state === 'Taken back') return `Taken back by ${i.taken_back_by}, ${timeText(i.takenBackAt)}`
  if (i.done === 0) return `Nothing made or changed${refused}`
  return `${figure(counts.new)} made, ${figure(counts.changed)} changed${refused}`
}

export function ImportProgress({ of: i }: { of: NetworkImport }) {
  const all = Math.max(1, ofStep(i))
  const text = i.state === 'Taking back' ? rowsOf(all) : `${figure(i.place)} of ${rowsOf(all)}`
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
