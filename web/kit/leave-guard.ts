// Leaving a form with something typed asks first, in the portal and in the browser.
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { ask } from './confirm.tsx'

/** Guards while `dirty`. The answer is set to true while what was typed has just been saved: leaving then does not ask. */
export function useLeaveGuard(dirty: boolean) {
  // Leaving asks, except when what was written has just been saved. A change of tab or filter is not leaving.
  const saved = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !saved.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void ask({
      title: 'Leave without saving',
      text: 'What you changed on this form is not saved and will be lost.',
      yes: 'Leave',
      no: 'Stay',
      danger: true,
    }).then(yes => (yes ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  useEffect(() => {
    if (!dirty) return
    const stop = (e: BeforeUnloadEvent) => e.preventDefault()
    window.addEventListener('beforeunload', stop)
    return () => window.removeEventListener('beforeunload', stop)
  }, [dirty])

  return saved
}
