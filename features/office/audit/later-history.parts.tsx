// The history of a record below its page; it loads when the page is there.
import { type ComponentProps, Suspense } from 'react'
import { later } from '#kit/later.ts'

const History = later(() => import('./history.parts.tsx').then(m => ({ default: m.History })))

export const LaterHistory = (props: ComponentProps<typeof History>) => (
  <Suspense>
    <History {...props} />
  </Suspense>
)
