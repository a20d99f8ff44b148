// One dialog at a time is seen: the one that asks (`data-question`) has those behind step back. They are there again
// before the focus goes back into them, which they could not take while hidden.
import { GlobalStyles } from '@mui/material'

export const OthersBack = () => (
  <GlobalStyles styles={{ '.MuiDialog-root:not([data-question])': { visibility: 'hidden' } }} />
)
