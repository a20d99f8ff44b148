// Tells people in their bell that a step of an import has ended.
import type { Services } from '#office/installation/services.ts'
import { notePeople } from '#operations/bell/bell.commands.ts'
import * as store from './network-import.store.ts'
import { KIND_WORDS } from './network-import.words.ts'

const figure = (n = 0): string => n.toLocaleString('en-IN')

function textOf({ state, kind, fileName, counts, fault, done }: store.ImportRecord): string {
  const what = `${KIND_WORDS[kind].label} of ${fileName}`
  if (fault !== null) return `${what}: ${fault}`
  if (state === 'Checked')
    return `${what} are checked: ${figure(counts.new)} new, ${figure(counts.changed)} changed, ${figure(counts.refused)} refused`
  if (state === 'Taken back') return `${what} are taken back`
  return `${what} are imported: ${figure(done)} made or changed, ${figure(counts.refused)} refused`
}

/** Each end once, also after a crash. */
export async function tellEnd(services: Services, id: number): Promise<void> {
  const found = await store.byIdWithCounts(services.db, id)
  if (!found || ['Checking', 'Importing', 'Taking back'].includes(found.state)) return
  const at = found.takenBackAt ?? found.endedAt ?? found.checkedAt ?? found.createdAt
  await notePeople(services, [
    {
      userId: found.userId,
      companyId: found.companyId,
      text: textOf(found),
      to: `/import/${id}`,
      about: `network-import-${id}-${found.state}-${at.getTime()}-${found.fault === null ? '' : 'fault'}`,
    },
  ])
}
