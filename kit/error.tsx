// Shows a failure and how to try again: of a query, and of a region of the page whose rendering broke.
import { Alert, Button } from '@mui/material'
import { CallError } from '@wattdesk/wire/call'
import { Component, type ReactNode } from 'react'
import { NoRight } from './empty-frame.tsx'
import { NotLoaded } from './later.ts'
import { queryErrorText } from './notices.tsx'

/** That something failed, in words, and Retry; `inPanel` with the margins of a card whose content runs to its edge. */
export function Failed({
  onRetry,
  inPanel = false,
  children,
}: {
  onRetry?: () => void
  inPanel?: boolean
  children: ReactNode
}) {
  return (
    <Alert
      severity="error"
      {...(inPanel && { sx: { mx: { xs: 2, sm: 2.5 }, mb: 2 } })}
      {...(onRetry && {
        action: (
          <Button color="inherit" size="small" onClick={onRetry}>
            Retry
          </Button>
        ),
      })}
    >
      {children}
    </Alert>
  )
}

/** A failed query: the server's message or 'Some Error Occured!', and Retry. A missing right says whom to ask. */
export function ErrorNotice({ error, onRetry, text }: { error: unknown; onRetry?: () => void; text?: string }) {
  if (error instanceof CallError && error.status === 403 && !text) return <NoRight />
  return <Failed {...(onRetry && { onRetry })}>{text ?? queryErrorText(error)}</Failed>
}

/**
 * Shows the failure of a region whose rendering broke, with Retry (without the error's text, which helps nobody and is
 * in the console); the rest of the page lives on. A new `at` starts afresh.
 */
export class Boundary extends Component<
  { children: ReactNode; at?: string },
  { error: unknown; at: string | undefined }
> {
  override state: { error: unknown; at: string | undefined } = { error: undefined, at: this.props.at }
  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('') }
  }
  static getDerivedStateFromProps(props: { at?: string }, state: { at: string | undefined }) {
    return props.at === state.at ? null : { at: props.at, error: undefined }
  }
  override render() {
    if (this.state.error === undefined) return this.props.children
    const isOld = this.state.error instanceof NotLoaded
    return (
      <ErrorNotice
        error={this.state.error}
        text={
          isOld
            ? 'The portal has been updated since this page was opened. Retry loads it anew.'
            : queryErrorText(undefined)
        }
        onRetry={() => {
          // React does not ask again for a part that it could not load.
          if (isOld) location.reload()
          else this.setState({ error: undefined })
        }}
      />
    )
  }
}
