// The way back from a form that another screen has led to: `?back=/first-steps` in its address. Without it a form goes
// back to its list.
import { useSearchParams } from 'react-router'

/** The address of a form that comes back to `back`. */
export const withWayBack = (to: string, back: string): string => `${to}${to.includes('?') ? '&' : '?'}back=${back}`

/** Where the form goes once it is saved or left: a screen of the portal that the address names, else `list`. */
export function useWayBack(list: string): string {
  const back = useSearchParams()[0].get('back')
  return back !== null && /^\/[\w-]+$/.test(back) ? back : list
}
