// The way out of a record that is not there, or that one may not see: said in a notice, never a jump without a word.
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { notify } from './notices.tsx'

/** Says `text` and goes on to `to`, so that Back does not return here. */
export function Gone({ text, to }: { text: string; to: string }) {
  useEffect(() => void notify.error(text), [text])
  return <Navigate to={to} replace />
}
