// The facts about a refused charger, in a line for the notes of its record.
import type { JoiningCharger } from './joining.contract.ts'

/** 'Before it was added it connected from 10.1.2.3 (software Firm/2.1, protocols ocpp1.6).' */
export function knockedNote(k: Pick<JoiningCharger, 'address' | 'userAgent' | 'protocols'>): string {
  const more = [k.userAgent && `software ${k.userAgent}`, k.protocols && `protocols ${k.protocols}`].filter(Boolean)
  if (!k.address && more.length === 0) return ''
  return `Before it was added it connected${k.address ? ` from ${k.address}` : ''}${more.length > 0 ? ` (${more.join(', ')})` : ''}.`
}
