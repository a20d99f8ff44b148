// The form fields of the demo's chargers beside the plain record: amenities by the kind of place, contacts, directions
// for charging, mails on faults for the busiest, and drivers' reports.
import * as detail from '#fleet/chargers/charger-detail.store.ts'
import { fieldsOf } from '#fleet/chargers/charger-fields.rules.ts'
import * as form from '#fleet/chargers/charger-form.store.ts'
import type { AMENITIES } from '#fleet/chargers/charger-form.words.ts'
import * as record from '#fleet/chargers/charger-record.store.ts'
import type { Trx } from '#platform/db/db.ts'
import type { DemoCharger } from './places.ts'
import type { Kind } from './rhythm.ts'

const DAY_MS = 86_400_000
type Amenity = (typeof AMENITIES)[number]
const AMENITIES_AT: Partial<Record<Kind, readonly Amenity[]>> = {
  mall: ['SHOPPING', 'RESTAURANT', 'THEATER', 'PARKING', 'ATM', 'PUBLIC WASHROOM'],
  airport: ['PARKING', 'RESTAURANT', 'ATM', 'PUBLIC WASHROOM', '24/7 MONITORING'],
  office: ['PARKING', '24/7 MONITORING'],
}
const instructionsFor = ({ type, connectorTypes }: DemoCharger) => [
  {
    question: 'How do I start charging?',
    answer: `Plug the ${connectorTypes[0] ?? 'cable'} into the car, then hold your card to the reader or start in the app.`,
  },
  {
    question: 'How do I stop?',
    answer:
      type === 'DC'
        ? 'Hold the same card to the reader again, wait until the screen says that charging has ended, then take the plug out.'
        : 'Unlock the car or hold the same card to the reader; the plug is freed after a moment.',
  },
  {
    question: 'The plug is stuck. What now?',
    answer: 'Call the number on the charge point; it can be freed from afar.',
  },
]

/** By the place in the list: what was reported, and how many days ago. */
const REPORTED: readonly { place: number; days: number; category: string; comment: string }[] = [
  { place: 0, days: 2, category: 'Connector', comment: 'The cable of the left connector is worn near the plug.' },
  { place: 0, days: 9, category: 'Payment', comment: 'The card was read only at the third attempt.' },
  { place: 2, days: 1, category: 'Access', comment: 'A car without a plug stood in the bay for two hours.' },
  { place: 5, days: 16, category: 'Screen', comment: 'The screen stays dark; charging worked all the same.' },
]

/** Fills in the forms of the chargers, by their ids. */
export async function fillForms(
  trx: Trx,
  { list, pks, now }: { list: readonly DemoCharger[]; pks: ReadonlyMap<string, number>; now: Date },
): Promise<void> {
  for (const [place, c] of list.entries()) {
    const pk = pks.get(c.id)
    const row = pk && (await detail.get(trx, { kind: 'all', teamId: 0 }, String(pk), now))
    if (!pk || !row) continue
    const contact = { operator_email: `care@${c.place.operator}.example`, operator_number1: '08045678901' }
    await record.write(trx, pk, fieldsOf(row, { ...contact, amenities: [...(AMENITIES_AT[c.place.kind] ?? [])] }))
    await form.setInstructions(trx, pk, instructionsFor(c))
    if (place % 6 === 0)
      await form.setMails(trx, pk, {
        isEnabled: true,
        recipients: [`operations@${c.place.operator}.example`],
        events: ['OcppStationStatusFailure', 'OcppStationWebSocketDisconnected'],
      })
    const reported = REPORTED.filter(r => r.place === place)
    await form.addIncidents(
      trx,
      reported.map(({ days, category, comment }) => {
        const createdAt = new Date(now.getTime() - days * DAY_MS)
        return { pk, category, comment, createdAt }
      }),
    )
  }
}
