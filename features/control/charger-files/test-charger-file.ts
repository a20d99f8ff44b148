// Files of charge points for tests: an open address, and a file that has come.
import { randomUUID } from 'node:crypto'
import * as tasks from '#control/remote-operations/task.store.ts'
import type { TestApp } from '#testing/app.ts'
import { newSecret } from './charger-file.commands.ts'
import { DOOR } from './charger-file.rules.ts'
import * as store from './charger-file.store.ts'

type Of = { pk: number; id: string }
/** An address for a file of the charger, as an operation makes one; its path and its task. */
export async function openAddress(t: TestApp, { pk, id }: Of, more: Partial<store.NewRequest> = {}) {
  const at = t.services.now()
  const { companyId, teamId } = t.world.one
  const taskId = randomUUID()
  const task = { taskId, companyId, teamId, pk, chargepointId: id, operation: 'GetDiagnostics', parameters: {} }
  await tasks.add(t.db, { ...task, createdBy: t.world.userIds.admin, createdAt: at })
  const { secret, tokenHash } = newSecret()
  const request = { chargepointPk: pk, taskId, kind: 'diagnostics', tokenHash, askedAt: at, ...more } as const
  const openUntil = new Date(at.getTime() + 86_400_000)
  await t.db.transaction().execute(trx => store.ask(trx, { openUntil, ...request }))
  return { taskId, path: `${DOOR}/${secret}` }
}

/** A file that the charger has left; its number. */
export async function leftFile(t: TestApp, charger: Of): Promise<number> {
  await openAddress(t, charger)
  const [newest] = await store.filesOfCharger(t.db, charger.pk, new Date(0))
  const [fileId, bytes] = [newest?.fileId ?? 0, Buffer.from('what it noted')]
  const storedName = `chargers/test-${fileId}`
  await t.services.files.put(storedName, bytes)
  await store.receive(t.db, { fileId, storedName, fileName: 'diag.log', bytes: bytes.length }, t.services.now())
  return fileId
}
