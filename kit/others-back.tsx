// Only one dialog is visible at a time: a dialog with a question (`data-question`) hides the dialogs behind it. They
// return before the focus goes back into them, since a hidden dialog cannot take the focus.
import { GlobalStyles } from '@mui/material'

export const OthersBack = () => (
  <GlobalStyles styles={{ '.MuiDialog-root:not([data-question])': { visibility: 'hidden' } }} />
)
