// Leaving a form with something typed asks first, in the portal and in the browser.
import { useEffect, useRef } from 'react'
import { ask, type Confirmation, withdraw } from './confirm.tsx'
import { useWay } from './way.tsx'

/** The question before what was typed is lost. */
export const leaving: Confirmation = {
  title: 'Leave without saving',
  text: 'What you changed on this form is not saved and will be lost.',
  yes: 'Leave',
  no: 'Stay',
  danger: true,
}

/** Guards while `dirty`. The answer is set to true while what was typed has just been saved: leaving then does not ask. */
export function useLeaveGuard(dirty: boolean) {
  const way = useWay()
  const saved = useRef(false)
  useEffect(() => {
    if (!dirty) return
    let questions = 0
    const release = way.guard({
      holds: () => !saved.current,
      ask: goOn => {
        questions++
        void ask(leaving).then(yes => {
          questions--
          if (yes) goOn()
        })
      },
    })
    const stop = (e: BeforeUnloadEvent) => e.preventDefault()
    window.addEventListener('beforeunload', stop)
    return () => {
      release()
      window.removeEventListener('beforeunload', stop)
      // The form is gone, with its session for example: there is nothing left to ask about.
      if (questions > 0) withdraw()
    }
  }, [dirty, way])
  return saved
}
