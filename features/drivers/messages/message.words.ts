// The limits and words of messages that screens need without their schemas (D-MSG-1).

/** So many go with one call, and the calls one after the other. */
export const AT_ONCE = 100
/** A message with its title must fit into the 4096 bytes that the push service takes, four of them for a character. */
export const LONGEST_MESSAGE = 800
export const MESSAGE_SENT = 'Message sent successfully to the customer!'
export const SENT_ALL = 'Notifications sent successfully.'
export const FAILED = 'Failed to send notifications.'
/** Where devices come from (D-CM-3). */
export const NO_DEVICE_HINT = 'A device is known once the driver’s app has told it.'
/** For a call whose devices are all outside the caller's teams. */
export const NONE_KNOWN = 'None of these devices is known here.'
export const someSent = ({ sent, failed }: { sent: number; failed: number }): string =>
  `${sent} of ${sent + failed} notifications sent. The other devices are not known here.`
export const NO_DEVICE = 'this customer has no device that messages go to'
export const OTHER_MESSAGE = 'All batches of a campaign have the message with which the campaign began'
/** For a campaign that would reach no driver. */
export const NOBODY = 'No driver of these domains has a device, or all of them are disabled.'
