// When a running session counts as stuck (S-ATTENTION): no reading for an hour, or longer than a day. A charger sends
// readings every minute or so, and no car charges for a day.
export const SILENT_HOURS = 1
export const LONGEST_RUN_HOURS = 24
