// This browser as a receiver of push messages: its subscription at its maker's push service.
import { browserName } from '@wattdesk/base/browser-name'

const WORKER = '/push-worker.js'

/** `unsupported`: the browser has none, or the page came by plain HTTP from another machine. */
export const isPushSupported = (): boolean =>
  typeof navigator !== 'undefined' && 'serviceWorker' in navigator && 'PushManager' in globalThis

export async function subscriptionHere(): Promise<PushSubscription | null> {
  if (!isPushSupported()) return null
  const worker = await navigator.serviceWorker.getRegistration(WORKER)
  return (await worker?.pushManager.getSubscription()) ?? null
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0))

/**
 * Subscribes this browser; asks the reader where the browser has not yet been allowed to.
 * @throws Error in words for the reader, where the browser refuses
 */
export async function subscribeHere(publicKey: string): Promise<PushSubscription> {
  const worker = await navigator.serviceWorker.register(WORKER)
  await navigator.serviceWorker.ready
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('This browser does not let the portal show messages. Allow them in the settings of the page.')
  try {
    return await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) })
  } catch {
    throw new Error('The push service of this browser could not be reached. Without it there are no push messages.')
  }
}
export const unsubscribeHere = async (): Promise<void> => void (await (await subscriptionHere())?.unsubscribe())

/** What the reader knows this browser by. */
export const nameOfBrowser = (agent = navigator.userAgent): string => browserName(agent)
