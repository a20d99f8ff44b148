// Tells people in their bell how an import has ended, or that a step of it has failed. A check that has run through is no
// end: whoever asked for it goes on from there.
import type { Services } from '#office/installation/services.ts'
import { notePeople } from '#operations/bell/bell.commands.ts'
import * as store from './network-import.store.ts'
import { BUSY_STATES, KIND_WORDS } from './network-import.words.ts'

const figure = (n = 0): string => n.toLocaleString('en-IN')

function textOf({ state, kind, fileName, counts, fault, done }: store.ImportRecord): string {
  const what = `${KIND_WORDS[kind].label} of ${fileName}`
  if (fault !== null) return `${what}: ${fault}`
  if (state === 'Taken back') return `${what} are taken back`
  return `${what} are imported: ${figure(done)} made or changed, ${figure(counts.refused)} refused`
}

/** Each end once, also after a crash; of one import, the last alone stands in the bell. */
export async function tellEnd(services: Services, id: number): Promise<void> {
  const found = await store.byIdWithCounts(services.db, id)
  if (!found || found.userId === null || BUSY_STATES.includes(found.state)) return
  if (found.state === 'Checked' && found.fault === null) return
  const at = found.takenBackAt ?? found.endedAt ?? found.checkedAt ?? found.createdAt
  await notePeople(services, [
    {
      userId: found.userId,
      companyId: found.companyId,
      text: textOf(found),
      to: `/import/${id}`,
      replaces: `network-import-${id}-`,
      about: `network-import-${id}-${found.state}-${at.getTime()}-${found.fault === null ? '' : 'fault'}`,
    },
  ])
}
