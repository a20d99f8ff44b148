// The work on an import, by a job: rows are checked, taken or taken back in batches. The place that is reached is stored
// in the transaction of the batch, so that a node that dies repeats nothing and forgets nothing; the next attempt goes on
// there. All or nothing is one transaction, begun anew after a death.
import { HttpFailure } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { check } from './import-check.commands.ts'
import { type Between, stop } from './import-context.commands.ts'
import { tellEnd } from './import-end.commands.ts'
import { FileFault } from './import-file.commands.ts'
import { takeAll, takeBack, takeGood } from './import-take.commands.ts'
import * as store from './network-import.store.ts'

declare module '#platform/jobs/jobs.ts' {
  interface Work {
    /** An import to be checked, taken or taken back, as its state says. */
    'network-import': { networkImportId: number }
  }
}

/** Reports to browsers that an import has moved on. */
function announce({ bus, now }: Services, { companyId, teamId, networkImportId }: store.ImportRecord): void {
  if (bus.isHeard())
    bus.publish({ companyId, event: { type: 'network-import', at: now().toISOString(), teamId, networkImportId } })
}

const STEPS = {
  Checking: check,
  'Taking back': takeBack,
} as const
/** Works on an import until its step has ended, and tells the person. Throws where another attempt may help. */
export async function workImport(services: Services, id: number, options: Between = {}): Promise<void> {
  const i = await store.byId(services.db, id)
  if (!i) return
  const step = i.state === 'Importing' ? (i.mode === 'all' ? takeAll : takeGood) : STEPS[i.state as keyof typeof STEPS]
  if (!step) return
  const between = async () => {
    announce(services, i)
    await options.between?.()
  }
  try {
    await step(services, i, { between })
  } catch (error) {
    const isRefusal = error instanceof FileFault || (error instanceof HttpFailure && error.statusCode < 500)
    if (!isRefusal) throw error
    const fault = i.state === 'Taking back' ? `${error.message}. Nothing was taken back.` : error.message
    await services.db.transaction().execute(trx => stop(services, trx, i, fault))
  }
  await tellEnd(services, id)
  announce(services, i)
}

export const workImports = (services: Services): Promise<void> =>
  services.jobs.work('network-import', ({ networkImportId }) => workImport(services, networkImportId))

/** Imports whose jobs were given up after many attempts are handed over again. */
export async function handOverAgain(services: Services): Promise<void> {
  const ids = await store.busy(services.db)
  await services.jobs.sendAll(
    services.db,
    'network-import',
    ids.map(networkImportId => ({ networkImportId })),
  )
}

/** Files of imports that were dropped. */
export async function dropOldImports(services: Services): Promise<number> {
  const names = await services.db.transaction().execute(async trx => {
    const gone = await store.dropOld(trx, services.now())
    if (gone.length > 0)
      await audit.write(trx, audit.byProduct('Retention'), {
        action: 'drop',
        feature: 'Settings',
        teamId: null,
        after: { 'imports of files': gone.length },
      })
    return gone
  })
  for (const name of names) await services.files.remove(name)
  return names.length
}
