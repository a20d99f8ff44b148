// Test and live mode (D-PAY-7): an installation is in one of them, for all its companies.

export const MODES = ['test', 'live'] as const
export type Mode = (typeof MODES)[number]

/**
 * Stands in the portal, on the pay page, in mails and on documents of an installation in test mode, and as the last line of
 * its exports, so that their names, headers and columns stay as they are.
 */
export const TEST_NOTICE = 'Test mode: no money moves'
