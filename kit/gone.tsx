// Leads away from a record that does not exist or may not be seen, and says so in a notice.
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { notify } from './notices.tsx'

/** Says `text` and goes on to `to`, so that Back does not return here. */
export function Gone({ text, to }: { text: string; to: string }) {
  useEffect(() => void notify.error(text), [text])
  return <Navigate to={to} replace />
}
