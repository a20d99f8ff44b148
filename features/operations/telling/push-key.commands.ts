// The keys of the installation by which push services know its messages (VAPID, RFC 8292): made when they are first needed,
// kept sealed.
import webPush from 'web-push'
import type { Services } from '#office/installation/services.ts'
import * as store from './push-browser.store.ts'

const USE = 'private key of push messages'
type Keys = { publicKey: string; privateKey: string }

export async function pushKeys({ db, seal }: Pick<Services, 'db' | 'seal'>): Promise<Keys> {
  const kept = await store.keys(db)
  const opened = kept && seal.open(kept.privateKey, USE)
  if (kept && opened !== undefined) return { publicKey: kept.publicKey, privateKey: opened }
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const made = { publicKey, privateKey: seal.close(privateKey, USE) }
  if (kept) await db.transaction().execute(trx => store.replaceKeys(trx, made))
  else await store.keepKeys(db, made)
  // Another node may have been first.
  const now = await store.keys(db)
  const own = now && seal.open(now.privateKey, USE)
  if (!now || own === undefined) throw new Error('The keys of push messages cannot be read')
  return { publicKey: now.publicKey, privateKey: own }
}
