// API keys for tests.
import { type AccessEntry, accessOfLetters, FEATURES, type Feature, featureIdOf } from '@wattdesk/base/access'
import type { Person, TestApp } from '#testing/app.ts'

/** The flags of features by their letters: `{ Tag: 'vc' }`. */
export const accessBy = (rights: Partial<Record<Feature, string>>): AccessEntry[] =>
  accessOfLetters(Object.fromEntries(Object.entries(rights).map(([f, l]) => [featureIdOf(f as Feature), l])))
export const everyRight = (letters = 'vcud') => accessBy(Object.fromEntries(FEATURES.map(f => [f, letters])))

let made = 0
export const apiKeyBody = (access = accessBy({ Tag: 'v' })) => ({
  name: `Key ${++made}`,
  valid_until: null as string | null,
  addresses: [] as string[],
  access: access.map(({ featureId: _, ...given }) => given),
})
/** Makes a key of a team; its number and the header of its calls. */
export async function makeKey(
  t: TestApp,
  who: Person,
  teamId: number,
  body: ReturnType<typeof apiKeyBody>,
): Promise<{ id: number; headers: { authorization: string } }> {
  const r = await t.app.inject({
    method: 'POST',
    url: `/cms/v1/team/${teamId}/api-keys`,
    headers: await t.as(who),
    payload: body,
  })
  const { data, secret } = r.json()
  return { id: data.api_key_id, headers: { authorization: `Bearer ${secret}` } }
}
