// The box that chooses a row of a list, or all rows of the page. With Shift held, all rows since the one chosen before.
import { Checkbox } from '@mui/material'

type Props = {
  label: string
  isChosen: boolean
  isSome?: boolean
  /** The row cannot be chosen. */
  isOff?: boolean
  id?: string
  onToggle: (through: boolean) => void
}
export function ChooseBox({ label, isChosen, isSome = false, isOff = false, id, onToggle }: Props) {
  return (
    <Checkbox
      size="small"
      checked={isChosen}
      indeterminate={isSome}
      disabled={isOff}
      onChange={e => onToggle((e.nativeEvent as MouseEvent).shiftKey === true)}
      slotProps={{ input: { 'aria-label': label, ...(id && { id }) } }}
      sx={{ p: 0.75 }}
    />
  )
}
