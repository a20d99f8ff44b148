// An import in tests: a file is sent, checked and taken as a person would, with the job worked in between.
import { over } from '#platform/services.ts'
import type { Person, TestApp } from '#testing/app.ts'
import type { Between } from './import-context.commands.ts'
import { workImport } from './import-work.commands.ts'
import type { OpenedImport } from './network-import.contract.ts'
import type { ImportKind, ImportMode } from './network-import.words.ts'

export type Answer<T = OpenedImport> = { status: number; data: T; errors: Record<string, string>; message: string }
export const importsOf = (t: TestApp, who: Person = 'admin') => {
  // As jobs have them.
  const services = over(t.services.db, t.services)
  let signedIn: ReturnType<TestApp['as']> | undefined
  const headersOf = () => {
    signedIn ??= t.as(who)
    return signedIn
  }
  const ask = async (method: 'GET' | 'POST', url: string, payload?: object): Promise<Answer> => {
    const r = await t.app.inject({ method, url, headers: await headersOf(), ...(payload && { payload }) })
    return { status: r.statusCode, ...r.json() }
  }
  const send = async (kind: ImportKind, file: string | Uint8Array, teamId = t.world.one.teamId): Promise<Answer> => {
    const r = await t.app.inject({
      method: 'POST',
      url: `/cms/v1/team/${teamId}/network-imports?kind=${kind}&file_name=file.csv`,
      headers: { ...(await headersOf()), 'content-type': 'application/octet-stream' },
      payload: Buffer.from(file),
    })
    return { status: r.statusCode, ...r.json() }
  }
  const get = (id: number) => ask('GET', `/cms/v1/network-import/${id}`)
  /** Sends a file and has it checked by the columns that are proposed. */
  const checked = async (kind: ImportKind, file: string | Uint8Array, options: Between = {}): Promise<OpenedImport> => {
    const { data, message } = await send(kind, file)
    if (!data) throw new Error(message)
    const begun = await ask('POST', `/cms/v1/network-import/${data.id}/check`, { columns: data.columns })
    if (begun.status !== 200) throw new Error(begun.message)
    await workImport(services, data.id, options)
    return (await get(data.id)).data
  }
  const run = async (id: number, mode: ImportMode, options: Between = {}): Promise<OpenedImport> => {
    const begun = await ask('POST', `/cms/v1/network-import/${id}/run`, { mode })
    if (begun.status !== 200) throw new Error(begun.message)
    await workImport(services, id, options)
    return (await get(id)).data
  }
  const takeBack = async (id: number): Promise<OpenedImport> => {
    const begun = await ask('POST', `/cms/v1/network-import/${id}/take-back`)
    if (begun.status !== 200) throw new Error(begun.message)
    await workImport(services, id)
    return (await get(id)).data
  }
  type Row = { line: number; outcome: string; reasons: { field: string; value: string; reason: string }[] }
  const rows = async (id: number): Promise<Row[]> =>
    (await ask('GET', `/cms/v1/network-import/${id}/rows?pageSize=100`)).data as unknown as Row[]
  const refusals = async (id: number) =>
    (await rows(id)).filter(r => r.outcome === 'refused').map(r => [r.line, r.reasons.map(x => x.reason).join('; ')])
  return { ask, send, get, checked, run, takeBack, rows, refusals }
}
