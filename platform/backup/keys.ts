// How the files of a backup are sealed: every backup has a key of its own (age, X25519). That key lies beside the files,
// sealed by a passphrase or for public keys, so that a passphrase is stretched once and not for each file. Whoever knows
// the passphrase, or holds a private key, opens the files with the program `age` too.
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

/**
 * Who may open a backup: people with the passphrase, people with a private key, or anybody. `workFactor`: how hard the
 * passphrase is stretched, as a power of two.
 */
export type SealedFor =
  | { passphrase: string; workFactor?: number | undefined }
  | { recipients: readonly string[] }
  | 'anybody'
/** The means to open a backup: a passphrase, or the text of a file of private keys. */
export type Opener = { passphrase: string } | { identities: string }

export type Through = (stream: Readable) => Promise<Readable>
const asItIs: Through = async stream => stream

const fromWeb = (stream: unknown): Readable => Readable.fromWeb(stream as ReadableStream<Uint8Array>)
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>

function encrypterFor(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter()
  for (const recipient of recipients)
    try {
      encrypter.addRecipient(recipient)
    } catch (error) {
      throw new Error(`${recipient} is no public key of age: ${(error as Error).message}`, { cause: error })
    }
  return encrypter
}

/** Seals each file by itself for public keys; for none it leaves the file as it is. Throws where a key is none. */
export function sealFor(recipients: readonly string[]): Through {
  if (recipients.length === 0) return asItIs
  const encrypter = encrypterFor(recipients)
  return async stream => fromWeb(await encrypter.encrypt(toWeb(stream)))
}

/** Opens files that were sealed for public keys one by one; `identities` is the text of a file of private keys. */
export function openWith(identities: string): Through {
  const decrypter = new Decrypter()
  for (const identity of identitiesIn(identities)) decrypter.addIdentity(identity)
  return async stream => fromWeb(await decrypter.decrypt(toWeb(stream)))
}

/** Makes the key of a new backup; `keyFile` is what lies beside its files, undefined where nothing is sealed. */
export async function makeKey(sealedFor: SealedFor): Promise<{ keyFile: Uint8Array | undefined; seal: Through }> {
  if (sealedFor === 'anybody') return { keyFile: undefined, seal: asItIs }
  const identity = await generateX25519Identity()
  const outer = 'passphrase' in sealedFor ? new Encrypter() : encrypterFor(sealedFor.recipients)
  if ('passphrase' in sealedFor) {
    outer.setPassphrase(sealedFor.passphrase)
    if (sealedFor.workFactor !== undefined) outer.setScryptWorkFactor(sealedFor.workFactor)
  }
  const keyFile = await outer.encrypt(`${identity}\n`)
  const inner = new Encrypter()
  inner.addRecipient(await identityToRecipient(identity))
  return { keyFile, seal: async stream => fromWeb(await inner.encrypt(toWeb(stream))) }
}

/** The private keys in the text of a key file, as `age-keygen` writes it. */
const identitiesIn = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'))

/** Opens the key of a backup. Throws with a text for people where it does not fit. */
export async function openKey(keyFile: Uint8Array | undefined, opener: Opener | undefined): Promise<Through> {
  if (!keyFile) return asItIs
  if (!opener) throw new Error('The backup is sealed: give --passphrase-file or --identity.')
  const outer = new Decrypter()
  if ('passphrase' in opener) outer.addPassphrase(opener.passphrase)
  else for (const identity of identitiesIn(opener.identities)) outer.addIdentity(identity)
  let identity: string
  try {
    identity = (await outer.decrypt(keyFile, 'text')).trim()
  } catch (error) {
    throw new Error(
      `The backup does not open with ${'passphrase' in opener ? 'this passphrase' : 'these keys'}: ${(error as Error).message}`,
      { cause: error },
    )
  }
  const inner = new Decrypter()
  inner.addIdentity(identity)
  return async stream => fromWeb(await inner.decrypt(toWeb(stream)))
}
