// Where a company names another currency than the rupee: money is in rupees all the same.
import { Alert } from '@mui/material'

const RUPEES = 'INR'
const IN_RUPEES = 'Prices, bills and payments are in rupees (INR), whatever currency the company names.'

/** Nothing for a company that names the rupee, or no currency yet. */
export const RupeesNotice = ({ currency }: { currency: string }) =>
  currency === '' || currency === RUPEES ? null : (
    <Alert severity="info" sx={{ mt: 2 }}>
      {IN_RUPEES}
    </Alert>
  )
