// Parts of a screen that load only when the reader comes near them.
import { useEffect, useRef, useState } from 'react'

/** True from the moment the element of the ref is less than `margin` away from what is in sight. */
export function useNear<E extends Element>(margin = '400px'): [ref: React.RefObject<E | null>, isNear: boolean] {
  const ref = useRef<E>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !ref.current) return
    const watch = new IntersectionObserver(
      seen => {
        if (seen.some(s => s.isIntersecting)) setNear(true)
      },
      { rootMargin: margin },
    )
    watch.observe(ref.current)
    return () => watch.disconnect()
  }, [isNear, margin])
  return [ref, isNear]
}
