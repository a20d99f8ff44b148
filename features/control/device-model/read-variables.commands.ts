// Reads variables of a station by their keys, and keeps the values.
import { sameKey } from '#control/charger-config/charger-config.rules.ts'
import { keepReportedKeys, lockConfiguration } from '#control/charger-config/charger-config.store.ts'
import { keyParts } from '#control/remote-operations/operation-request.rules.ts'
import { compareSettings } from '#control/settings-drift/settings-compare.store.ts'
import type { Services } from '#office/installation/services.ts'
import { isHidden, namesOf } from './device-model.rules.ts'
import * as variables from './device-variable.store.ts'

type Read = { getVariableResult: { attributeStatus: string; attributeValue?: string | undefined }[] }
/** Undefined where the station gave no answer. */
type Ask = (payload: { getVariableData: ReturnType<typeof namesOf>[] }) => Promise<Read | undefined>
/** Every station takes so many in one message. */
const TOGETHER = 4

/** Asks for the variables of these keys; what is not answered stays as it is. */
export async function readVariables(services: Services, pk: number, keys: readonly string[], ask: Ask): Promise<void> {
  const { db, now } = services
  const wanted = new Map((await variables.byKeys(db, pk, keys.map(sameKey))).map(v => [v.key, v]))
  for (const part of keyParts([...wanted.keys()], TOGETHER)) {
    const names = part.flatMap(key => wanted.get(key) ?? [])
    const answer = await ask({ getVariableData: names.map(namesOf) })
    if (!answer) return
    const at = now()
    await db.transaction().execute(async trx => {
      await lockConfiguration(trx, pk)
      // Answers stand in the order of the questions.
      for (const [n, { key, ...name }] of names.entries()) {
        const told = answer.getVariableResult[n]
        const value = told?.attributeValue
        if (told?.attributeStatus !== 'Accepted' || value === undefined || isHidden(name.variable, '')) continue
        await variables.takeValue(trx, { pk, name, attribute: 'Actual', value, at })
        await keepReportedKeys(trx, pk, [{ key: sameKey(key), spelling: key, value, isReadOnly: false }], at)
      }
      await compareSettings(trx, [pk], at)
    })
  }
}
