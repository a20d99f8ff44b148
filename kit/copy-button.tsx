// Copies a text and says so where the button is.
import Check from '@mui/icons-material/Check'
import ContentCopy from '@mui/icons-material/ContentCopyOutlined'
import { IconButton } from '@mui/material'
import { useEffect, useState } from 'react'
import { notify } from './notices.tsx'
import { Tip } from './tip.tsx'

const SAID_MS = 3000
/**
 * `said`: the notice after it, for three seconds, where the button alone is not enough; `failed`: where a rule has words for
 * what could not be copied.
 */
type Props = { text: string; label: string; said?: string; failed?: string }
export function CopyButton({ text, label, said, failed }: Props) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      if (said) notify.success(said, SAID_MS)
    } catch {
      notify.error(failed ?? 'The browser did not allow copying. Select the text and copy it by hand.')
    }
  }
  return (
    <Tip title={copied ? 'Copied' : `Copy ${label}`}>
      <IconButton size="small" aria-label={copied ? 'Copied' : `Copy ${label}`} onClick={() => void copy()}>
        {copied ? <Check fontSize="small" /> : <ContentCopy fontSize="small" />}
      </IconButton>
    </Tip>
  )
}
