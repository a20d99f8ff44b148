// The names of the product's settings, as its configuration declares them.
import { Settings } from '#app/settings.ts'

/** Told to commands of the administrator, to Node itself, and to tests that keep a page. */
const BESIDE = ['WATTDESK_PASSWORD', 'WATTDESK_KEEP_CASES']

export const settingNames = (): Set<string> => new Set([...Object.keys(Settings.shape), ...BESIDE])
