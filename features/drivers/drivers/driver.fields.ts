// The fields of an EV driver and of the driver's address (D-DRV-1, D-DRV-2).

import { businessAddressField, gstinField, legalNameField, recipientTypeField } from '@wattdesk/base/business'
import { isHostName } from '@wattdesk/base/identifiers'
import { email, flag, instant, key, money, state, text } from '@wattdesk/base/record'
import { invalidDomain, invalidPhone } from '@wattdesk/base/text'
import { LANGUAGE_NAMES } from '@wattdesk/words/language'

/** 8 to 14 characters: digits, hyphens, spaces, a plus. */
const isContact = (phone: string): boolean => /^[\d +-]{8,14}$/.test(phone) && /\d/.test(phone)

/** The general fields of the form. */
export const generalFields = {
  firstName: text('First Name', 50),
  lastName: text('Last Name', 50),
  email: email().optional().findable().listed({ header: 'Email ID', minWidth: 210, flex: 1.4 }),
  phone: text('Phone', 14)
    .check(isContact, invalidPhone)
    .optional()
    .findable()
    .listed({ header: 'Phone Number', minWidth: 150 }),
}
/** The language of messages and invoices to the driver; empty: that of his browser. A body without the field leaves it as it is. */
export const speechFields = {
  language: state('Language', LANGUAGE_NAMES, 'Please select a language')
    .optional()
    .listed({ hidden: true, minWidth: 110 }),
}
/**
 * The business that the driver charges for, which stands as recipient on the invoices (TAX-01). A body that names none of
 * these fields leaves them as they are.
 */
export const businessFields = {
  gstin: gstinField().optional().filtered().listed({ hidden: true, minWidth: 170 }),
  legalName: legalNameField().optional().listed({ hidden: true, minWidth: 170 }),
  businessAddress: businessAddressField().optional().listed({ exportOnly: true }),
}
/** Of the business; a body without the field leaves it as it is. */
export const recipientFields = {
  recipientType: recipientTypeField().optional().listed({ hidden: true, minWidth: 170 }),
}
/** A body that does not name these fields leaves them as they are. */
export const appFields = {
  /** The brand whose app the driver uses; of a new driver that of the company. */
  domain: text('Domain', 100).check(isHostName, invalidDomain).optional().filtered().listed({ hidden: true }),
  /** Where messages to the driver go, as the app tells it. */
  deviceId: text('Device ID', 500).optional(),
}
export const driverFields = {
  id: key('Customer ID').filtered(),
  companyId: key('Company'),
  teamId: key('Team'),
  fullName: text('Name', 101).readOnly().findable().listed({ identity: true, minWidth: 190, flex: 1.3 }),
  ...generalFields,
  active: flag('Status', 'Y', 'N')
    .readOnly()
    .column('isActive')
    .sorted()
    .filtered()
    .listed({ minWidth: 110, flex: 0.6, head: true }),
  createdAt: instant('Created on').readOnly().sorted().filtered().listed({ minWidth: 170 }),
  /** Free to spend. */
  balanceAmount: money('Balance', 0).joined().column('balancePaise').listed({ hidden: true }),
  city: text('City', 60).ofLists().filtered().listed({ hidden: true }),
  ...speechFields,
  ...businessFields,
  ...recipientFields,
  ...appFields,
  team_name: text('Team', 100).joined().listed({ hidden: true }),
  /** The key of the app tag, under both names. */
  ocpp_tag_pk: key('App Tag').optional().joined(),
  ocppTagId: key('App Tag').optional().joined().column('ocppTagPk'),
  id_tag: text('App Tag', 20).optional().joined(),
}

export const addressFields = {
  street: text('Street', 1000).optional(),
  houseNumber: text('House Number', 50).optional(),
  zip_code: text('Zip Code', 20).column('zipcode').optional(),
  city: text('City', 60).optional(),
  state: text('State', 60).optional(),
}
