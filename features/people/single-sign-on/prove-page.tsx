// Where the provider leads back to after a proof of who is signed in: finishes it, and goes on to where the person was.
import { Alert, Button, Stack, Typography } from '@mui/material'
import { call } from '@wattdesk/wire/call'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText, notify } from '#kit/notices.tsx'
import { Page } from '#kit/page.tsx'
import { finishProof } from './single-sign-on.contract.ts'
import { takeTicket } from './sso-way.parts.ts'

export function ProvePage() {
  const navigate = useNavigate()
  const [error, setError] = useState<string>()
  const isTaken = useRef(false)
  useEffect(() => {
    if (isTaken.current) return
    isTaken.current = true
    const finish = async () => {
      const { ticket, kept } = takeTicket()
      const { data, message } = await call(finishProof, { body: { ticket, value: kept.value } })
      notify.success(message)
      await navigate(data.returnTo, { replace: true })
    }
    finish().catch(e => setError(errorText(e)))
  }, [navigate])
  return (
    <Page title="Confirm that it is you">
      {error === undefined ? (
        <Typography role="status">Confirming…</Typography>
      ) : (
        <Stack spacing={2} sx={{ alignItems: 'flex-start', maxWidth: 640 }}>
          <Alert severity="error">{error}</Alert>
          <Button variant="outlined" color="inherit" onClick={() => void navigate('/dashboard', { replace: true })}>
            To the dashboard
          </Button>
        </Stack>
      )}
    </Page>
  )
}
