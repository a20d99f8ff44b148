// The names of the product's settings, as its configuration declares them.
import { Settings } from '#app/settings.ts'

/** Told to commands of the administrator, and to Node itself. */
const BESIDE = ['WATTDESK_PASSWORD']

export const settingNames = (): Set<string> => new Set([...Object.keys(Settings.shape), ...BESIDE])
