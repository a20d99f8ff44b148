// Where a payout goes, account by account, and how its state moved.
import { Box, Card, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material'
import { moneyText, percentText } from '#kit/figures.tsx'
import { narrowRows } from '#kit/narrow-rows.ts'
import { Time } from '#kit/time.tsx'
import type { PayoutDetail } from './payout.contract.ts'
import { PayoutChip } from './payout-chip.parts.tsx'

const panel = { p: { xs: 2, sm: 2.5 } }
const quiet = { color: 'text.secondary' }

export function PayoutAccounts({ p }: { p: PayoutDetail }) {
  const accounts = p.company.payoutAccounts
  const parts = ([false, true] as const).map(isOfCompany => ({
    name: isOfCompany ? 'the company' : 'the team',
    amount:
      accounts.filter(a => a.isOfCompany === isOfCompany).reduce((n, a) => n + Math.round(a.amount * 100), 0) / 100,
    isThere: accounts.some(a => a.isOfCompany === isOfCompany),
  }))
  const isDivided = parts.every(x => x.isThere)
  return (
    <Card component="section" aria-label="Accounts" sx={panel}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        Accounts
      </Typography>
      {isDivided && (
        <Typography sx={{ ...quiet, mb: 1 }}>
          {parts.map(x => `${moneyText(x.amount)} to ${x.name}`).join(', ')}
          {`: the team’s part is ${percentText(p.settlement_percentage, 2)}`}
        </Typography>
      )}
      {!isDivided && accounts.length > 0 && p.settlement_percentage < 100 && (
        <Typography sx={{ ...quiet, mb: 1 }}>
          {parts[1]?.isThere
            ? 'The team had no payout account when the month was run: all goes to its company’s.'
            : `The company, whose part is ${percentText(100 - p.settlement_percentage, 2)}, had no payout account when the month was run: all goes to the team’s.`}
        </Typography>
      )}
      {accounts.length === 0 ? (
        <Typography sx={quiet}>No payout account was given when the month was run.</Typography>
      ) : (
        <TableContainer tabIndex={0} role="region" aria-label="Accounts and amounts">
          <Table size="small" sx={narrowRows}>
            <TableHead>
              <TableRow>
                <TableCell>Beneficiary</TableCell>
                <TableCell>Account</TableCell>
                <TableCell>IFSC</TableCell>
                <TableCell align="right">Share</TableCell>
                <TableCell align="right">Amount</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {accounts.map((a, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the accounts of a payout never change places
                <TableRow key={i}>
                  <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
                    {a.beneficiary_name || a.business_name}
                    {a.isOfCompany && (
                      <Typography component="span" variant="caption" sx={{ ...quiet, ml: 1 }}>
                        of the company
                      </Typography>
                    )}
                  </TableCell>
                  <TableCell data-label="Account">{a.account_no}</TableCell>
                  <TableCell data-label="IFSC">{a.ifsc_code}</TableCell>
                  <TableCell align="right" data-label="Share">
                    {percentText(a.percentage, 0)}
                    {isDivided && (a.isOfCompany ? ' of the company’s part' : ' of the team’s part')}
                  </TableCell>
                  <TableCell align="right" data-label="Amount">
                    {moneyText(a.amount)}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </Card>
  )
}

export function PayoutHistory({ p }: { p: PayoutDetail }) {
  return (
    <Card component="section" aria-label="State history" sx={panel}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        State history
      </Typography>
      {p.history.length === 0 && <Typography sx={quiet}>Its state has not been changed.</Typography>}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {p.history.map(h => (
          <Box
            component="li"
            key={`${h.at} ${h.status}`}
            sx={{
              py: 1,
              borderTop: 1,
              borderColor: 'divider',
              display: 'grid',
              columnGap: 2,
              rowGap: 0.5,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '180px 170px minmax(0, 1fr)' },
              '&:first-of-type': { borderTop: 0 },
            }}
          >
            <Time at={h.at} />
            <span>
              <PayoutChip status={h.status} />
            </span>
            <Box sx={{ overflowWrap: 'anywhere' }}>
              {h.notes}{' '}
              <Typography component="span" sx={quiet}>
                {h.username ?? 'by the monthly run'}
              </Typography>
            </Box>
          </Box>
        ))}
      </Box>
    </Card>
  )
}
