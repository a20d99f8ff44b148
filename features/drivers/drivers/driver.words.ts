// The words and limits of drivers that screens need without their schema (D-DRV-1 to D-DRV-5).

/** The states of a driver as they read, active first. */
export const DRIVER_STATES = ['Active', 'Inactive'] as const
export const NEITHER = "Please specify either email or phone number. Both can't be left blank"
export const NO_POINT = 'Please specify address as well'
export const NO_VEHICLE_CHOSEN = 'Please select a vehicle to assign'
export const NO_VEHICLE_NAMED = 'Please name the vehicle to unassign'
export const OTHER_DOMAIN = 'This domain belongs to another company'
export const NO_TAGS_CHOSEN = 'Please select tags to be added'
