// The button that mails a code to the signed-in user. It rests for the minute in which another request sends nothing.
import { Button } from '@mui/material'
import { call } from '@wattdesk/wire/call'
import { useEffect, useState } from 'react'
import { notify } from '#kit/notices.tsx'
import { requestReset } from '#people/sign-in/password.contract.ts'
import { RESEND_SECONDS } from '#people/users/reset-code.rules.ts'

export function SendOtp({ username }: { username: string }) {
  const [isSending, setSending] = useState(false)
  const [rest, setRest] = useState(0)
  useEffect(() => {
    if (rest === 0) return
    const timer = setTimeout(() => setRest(rest - 1), 1000)
    return () => clearTimeout(timer)
  }, [rest])
  const send = async () => {
    setSending(true)
    try {
      const { message } = await call(requestReset, { body: { username } })
      notify.success(message)
      setRest(RESEND_SECONDS)
    } catch (error) {
      notify.error(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <Button
      variant="outlined"
      onClick={() => void send()}
      disabled={isSending || rest > 0}
      // Placed beside the field, whose label is above.
      sx={{ flexShrink: 0, mt: '23px', height: 38, fontVariantNumeric: 'tabular-nums' }}
    >
      {rest > 0 ? `Send again in ${rest} s` : 'Send OTP'}
    </Button>
  )
}
